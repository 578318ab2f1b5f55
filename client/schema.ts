// Generated from the server's OpenAPI document and error catalogue by "npm run generate".

export interface paths {
  "/healthz": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Is the process alive? */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @enum {string} */
              status: "ok";
            };
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/readyz": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Can it serve? */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @enum {string} */
              status: "ok";
            };
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/setup": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Is the first owner still to be made? */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @description Whether the first owner is still to be made */
              needed: boolean;
            };
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Name the first organisation and make its owner
     * @description Only while nobody has an account and the server made its first key itself. From another machine it needs that key as the bearer. Signs the owner in.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            organisation: string;
            name: string;
            /**
             * Format: email
             * @description Upper and lower case make no difference
             */
            email: string;
            password: string;
          };
        };
      };
      responses: {
        /** @description Default Response */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              organisation: components["schemas"]["Organisation"];
              user: components["schemas"]["User"];
            };
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/session": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sign in to the console */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
            password: string;
          };
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Me"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    /** Sign out */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/session/organisation": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Go on in another of one's organisations
     * @description Access: `org:read`.
     */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            organisationId: string;
          };
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Me"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who is calling, in which organisation, with which rights */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Me"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/invitations/{token}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What one is invited to */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          token: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Invitation"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/invitations/{token}/accept": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Become a member, and sign in */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          token: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description Ignored for someone who has an account already */
            name: string;
            /** @description A new one; or, for someone who has an account already, the password of that one */
            password: string;
          };
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Me"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/members": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Members, and those invited
     * @description Access: `org:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Member"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Invite someone
     * @description The answer's inviteUrl is for them; the server sends no mail.
     *
     *     Access: `org:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            /**
             * Format: email
             * @description Upper and lower case make no difference
             */
            email: string;
            name?: string;
            role: components["schemas"]["RoleInput"];
          };
        };
      };
      responses: {
        /** @description Default Response */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["InvitedMember"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/members/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a member, withdraw an invitation, or leave
     * @description Their sessions in this organisation end at once. An account that is left without any organisation is deleted.
     *
     *     Access: `org:read`.
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    /**
     * Give someone another role
     * @description Access: `org:manage`.
     */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            role: components["schemas"]["RoleInput"];
          };
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Member"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/api-keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The organisation's keys, without the keys themselves
     * @description Access: `org:manage`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["ApiKey"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Make a key
     * @description With at most the rights that one has oneself.
     *
     *     Access: `org:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            role?: components["schemas"]["RoleInput"];
            /** @description Some of the role's; without a role, of the least role that has them */
            scopes?: components["schemas"]["ScopeInput"][];
            expiresAt?: string | null;
          };
        };
      };
      responses: {
        /** @description Default Response */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["NewApiKey"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/api-keys/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a key
     * @description At once on this server, within five seconds on every other instance.
     *
     *     Access: `org:manage`.
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/organisation": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Rename the organisation
     * @description Access: `org:manage`.
     */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
          };
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Organisation"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/organisations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make one more organisation
     * @description With an owner key, or by someone who is signed in, who becomes its owner.
     *
     *     Access: `org:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
          };
        };
      };
      responses: {
        /** @description Default Response */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["NewOrganisation"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/audit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who changed what in the organisation, newest first
     * @description Access: `org:manage`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["AuditEvent"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/queues": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Queues of the organisation
     * @description Access: `counter:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Queue"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Create a queue
     * @description Access: `counter:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewQueueInput"];
        };
      };
      responses: {
        /** @description Default Response */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Queue"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/queues/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One queue
     * @description Access: `counter:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Queue"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change settings
     * @description Access: `counter:manage`.
     */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["QueuePatchInput"];
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Queue"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/queues/{id}/state": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Open, pause or close
     * @description What the desk may do without the right to change other settings.
     *
     *     Access: `counter:operate`.
     */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            /** @enum {string} */
            state: "open" | "paused" | "closed";
          };
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Queue"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/queues/{id}/stats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts of the day
     * @description Access: `counter:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["QueueStats"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/queues/{id}/tickets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tickets in calling order
     * @description Those called or served first, then those who wait, then those who are done.
     *
     *     Access: `counter:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          /** @description One or more, separated by commas */
          status?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Ticket"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Join a queue
     * @description Open to everybody; `priority` counts only from staff.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["JoiningInput"];
        };
      };
      responses: {
        /** @description Default Response */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["JoinedTicket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/queues/{id}/call-next": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Call the next one
     * @description Access: `counter:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["CallingInput"];
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tickets/{id}/serve": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The one who was called is here
     * @description Access: `counter:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tickets/{id}/complete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Done
     * @description Access: `counter:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tickets/{id}/no-show": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Called, but did not come
     * @description Access: `counter:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tickets/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Leave the queue
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tickets/{id}/recall": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Call again
     * @description Access: `counter:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tickets/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take the last step back
     * @description Access: `counter:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tickets/{id}/requeue": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Back into the queue
     * @description Access: `counter:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["RequeueingInput"];
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tickets/{id}/transfer": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * To another queue
     * @description Keeps the number and the time of arrival.
     *
     *     Access: `counter:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["TransferringInput"];
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tickets/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A ticket with its present position
     * @description Access: `holder`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Correct name or party size
     * @description Access: `holder`.
     */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["TicketPatchInput"];
        };
      };
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/queues/{id}/public": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the join page shows */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PublicQueue"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/queues/{id}/board": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a screen on the wall shows */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Board"];
          };
        };
        /** @description Default Response */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
        /** @description Default Response */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/queues/{id}/qr.svg": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** QR code of the join page */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/queues/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything that happens in a queue
     * @description Access: `counter:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/tickets/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A ticket whenever something about it changes
     * @description Access: `holder`.
     */
    get: {
      parameters: {
        query?: {
          secret?: string;
          lastEventId?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/queues/{id}/board/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The board whenever it changes */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Why the request was refused; `code` is stable. */
    ProblemInput: {
      type: string;
      title: string;
      status: number;
      detail: string;
      code: string;
      errors?: {
        field: string;
        message: string;
      }[];
    } & {
      [key: string]: unknown;
    };
    NewQueueInput: {
      name: string;
      /** @description Numbers look like DEMO-000123 */
      prefix: string;
      /** @default UTC */
      timezone?: string;
      /**
       * @default daily
       * @enum {string}
       */
      numberReset?: "never" | "daily" | "weekly";
      /**
       * @default open
       * @enum {string}
       */
      state?: "open" | "paused" | "closed";
      /** @description Most urgent first; the last one is the ordinary one */
      priorities?: (
        | {
            key: string;
            label: string;
          }
        | string
      )[];
      /**
       * @description How long one waits until newcomers one priority above no longer overtake; null: they always do
       * @default 20
       */
      ageingMinutes?: number | null;
      /**
       * @description After a call, until NO_SHOW by itself; null: by hand only
       * @default null
       */
      noShowMinutes?: number | null;
      /** @default null */
      maxWaiting?: number | null;
      /**
       * @description What to expect between two calls until enough is measured
       * @default 5
       */
      serviceMinutes?: number;
      /** @default [] */
      desks?: string[];
      /**
       * @description Shown to those who wait
       * @default null
       */
      message?: string | null;
    };
    QueuePatchInput: {
      name?: string;
      /** @description Numbers look like DEMO-000123 */
      prefix?: string;
      timezone?: string;
      /** @enum {string} */
      numberReset?: "never" | "daily" | "weekly";
      /** @enum {string} */
      state?: "open" | "paused" | "closed";
      /** @description Most urgent first; the last one is the ordinary one */
      priorities?: (
        | {
            key: string;
            label: string;
          }
        | string
      )[];
      /** @description How long one waits until newcomers one priority above no longer overtake; null: they always do */
      ageingMinutes?: number | null;
      /** @description After a call, until NO_SHOW by itself; null: by hand only */
      noShowMinutes?: number | null;
      maxWaiting?: number | null;
      /** @description What to expect between two calls until enough is measured */
      serviceMinutes?: number;
      desks?: string[];
      /** @description Shown to those who wait */
      message?: string | null;
    };
    QueueInput: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description Numbers look like DEMO-000123 */
      prefix: string;
      timezone: string;
      /** @enum {string} */
      numberReset: "never" | "daily" | "weekly";
      /** @enum {string} */
      state: "open" | "paused" | "closed";
      priorities: {
        key: string;
        label: string;
      }[];
      /** @description How long one waits until newcomers one priority above no longer overtake; null: they always do */
      ageingMinutes: number | null;
      /** @description After a call, until NO_SHOW by itself; null: by hand only */
      noShowMinutes: number | null;
      maxWaiting: number | null;
      /** @description What to expect between two calls until enough is measured */
      serviceMinutes: number;
      desks: string[];
      /** @description Shown to those who wait */
      message: string | null;
      waiting: number;
      /** Format: date-time */
      createdAt: string;
    };
    /** @description Measured from recent calls */
    WaitRangeInput: {
      fromSeconds: number;
      toSeconds: number;
    };
    PublicQueueInput: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      state: "open" | "paused" | "closed";
      message: string | null;
      waiting: number;
      estimatedWait: components["schemas"]["WaitRangeInput"];
    };
    JoiningInput: {
      name: string;
      mobile?: string | null;
      /** @default 1 */
      partySize?: number;
      /** @description Key of a priority; counts only from staff */
      priority?: string;
    };
    TicketInput: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      queueId: string;
      queueName: string;
      number: string;
      sequence: number;
      /** @enum {string} */
      status: "WAITING" | "CALLED" | "SERVING" | "SERVED" | "CANCELLED" | "NO_SHOW";
      priority: string;
      name: string;
      mobile: string | null;
      partySize: number;
      /** @description 1 is next; null unless WAITING */
      position: number | null;
      estimatedWait: components["schemas"]["WaitRangeInput"] | null;
      desk: string | null;
      /** Format: date-time */
      joinedAt: string;
      calledAt: string | null;
      servingAt: string | null;
      endedAt: string | null;
      calls: number;
      noShowAt: string | null;
      canUndo: boolean;
    };
    JoinedTicketInput: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      queueId: string;
      queueName: string;
      number: string;
      sequence: number;
      /** @enum {string} */
      status: "WAITING" | "CALLED" | "SERVING" | "SERVED" | "CANCELLED" | "NO_SHOW";
      priority: string;
      name: string;
      mobile: string | null;
      partySize: number;
      /** @description 1 is next; null unless WAITING */
      position: number | null;
      estimatedWait: components["schemas"]["WaitRangeInput"] | null;
      desk: string | null;
      /** Format: date-time */
      joinedAt: string;
      calledAt: string | null;
      servingAt: string | null;
      endedAt: string | null;
      calls: number;
      noShowAt: string | null;
      canUndo: boolean;
      /** @description Bearer for this ticket alone */
      secret: string;
    };
    /** @description Numbers and desks, never names */
    BoardInput: {
      queue: {
        /** Format: uuid */
        id: string;
        name: string;
        /** @enum {string} */
        state: "open" | "paused" | "closed";
        timezone: string;
        message: string | null;
      };
      serving: {
        number: string;
        desk: string | null;
        status: string;
        /** Format: date-time */
        calledAt: string;
        calls: number;
      }[];
      next: string[];
      waiting: number;
    };
    QueueStatsInput: {
      waiting: number;
      calledToday: number;
      servedToday: number;
      noShowsToday: number;
      cancelledToday: number;
      averageWaitSeconds: number | null;
      averageServiceSeconds: number | null;
    };
    CallingInput: {
      /** @description Where to go; a venue with one desk needs none */
      desk?: (string | number) | null;
    } | null;
    RequeueingInput: {
      /**
       * @default back
       * @enum {string}
       */
      to?: "front" | "back";
    } | null;
    TransferringInput: {
      /** Format: uuid */
      queueId: string;
    };
    TicketPatchInput: {
      name?: string;
      partySize?: number;
    };
    /**
     * @description From the least to the most; each may do what those before it may
     * @enum {string}
     */
    RoleInput: "viewer" | "staff" | "admin" | "owner";
    /** @enum {string} */
    ScopeInput:
      | "org:read"
      | "org:manage"
      | "org:own"
      | "counter:read"
      | "counter:operate"
      | "counter:manage";
    OrganisationInput: {
      /** Format: uuid */
      id: string;
      name: string;
    };
    UserInput: {
      /** Format: uuid */
      id: string;
      name: string;
      email: string;
    };
    MeInput: {
      /** @enum {string} */
      kind: "user" | "key";
      user?: components["schemas"]["UserInput"];
      /** @description The one these rights are in */
      organisation: components["schemas"]["OrganisationInput"];
      role: components["schemas"]["RoleInput"];
      scopes: components["schemas"]["ScopeInput"][];
      organisations: {
        /** Format: uuid */
        id: string;
        name: string;
        role: components["schemas"]["RoleInput"];
      }[];
    };
    MemberInput: {
      /** Format: uuid */
      id: string;
      /** @description null until the invitation is accepted */
      userId: string | null;
      name: string | null;
      email: string;
      role: components["schemas"]["RoleInput"];
      /** @enum {string} */
      status: "active" | "invited";
    };
    InvitedMemberInput: {
      /** Format: uuid */
      id: string;
      /** @description null until the invitation is accepted */
      userId: string | null;
      name: string | null;
      email: string;
      role: components["schemas"]["RoleInput"];
      /** @enum {string} */
      status: "active" | "invited";
      /** @description For the invited alone; works for 7 days */
      inviteUrl: string;
    };
    InvitationInput: {
      organisation: components["schemas"]["OrganisationInput"];
      email: string;
      name: string | null;
      role: components["schemas"]["RoleInput"];
      /** Format: date-time */
      expiresAt: string;
    };
    ApiKeyInput: {
      /** Format: uuid */
      id: string;
      name: string;
      role: components["schemas"]["RoleInput"];
      scopes: components["schemas"]["ScopeInput"][];
      /** @description How the key begins, to tell one from another */
      prefix: string;
      expiresAt: string | null;
      lastUsedAt: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    NewApiKeyInput: {
      /** Format: uuid */
      id: string;
      name: string;
      role: components["schemas"]["RoleInput"];
      scopes: components["schemas"]["ScopeInput"][];
      /** @description How the key begins, to tell one from another */
      prefix: string;
      expiresAt: string | null;
      lastUsedAt: string | null;
      /** Format: date-time */
      createdAt: string;
      /** @description Shown now and never again */
      key: string;
    };
    NewOrganisationInput: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description An owner key of it; shown now and never again */
      apiKey: string;
    };
    AuditEventInput: {
      seq: number;
      type: string;
      /** Format: date-time */
      at: string;
      /** @description user:…, key:…, public or system */
      actor: string;
      before: unknown;
      after: unknown;
    };
    /** @description Why the request was refused; `code` is stable. */
    Problem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      code: string;
      errors?: {
        field: string;
        message: string;
      }[];
    } & {
      [key: string]: unknown;
    };
    NewQueue: {
      name: string;
      /** @description Numbers look like DEMO-000123 */
      prefix: string;
      /** @default UTC */
      timezone: string;
      /**
       * @default daily
       * @enum {string}
       */
      numberReset: "never" | "daily" | "weekly";
      /**
       * @default open
       * @enum {string}
       */
      state: "open" | "paused" | "closed";
      /**
       * @description Most urgent first; the last one is the ordinary one
       * @default [
       *       {
       *         "key": "standard",
       *         "label": "Standard"
       *       }
       *     ]
       */
      priorities: {
        key: string;
        label: string;
      }[];
      /**
       * @description How long one waits until newcomers one priority above no longer overtake; null: they always do
       * @default 20
       */
      ageingMinutes: number | null;
      /**
       * @description After a call, until NO_SHOW by itself; null: by hand only
       * @default null
       */
      noShowMinutes: number | null;
      /** @default null */
      maxWaiting: number | null;
      /**
       * @description What to expect between two calls until enough is measured
       * @default 5
       */
      serviceMinutes: number;
      /** @default [] */
      desks: string[];
      /**
       * @description Shown to those who wait
       * @default null
       */
      message: string | null;
    };
    QueuePatch: {
      name?: string;
      /** @description Numbers look like DEMO-000123 */
      prefix?: string;
      timezone?: string;
      /** @enum {string} */
      numberReset?: "never" | "daily" | "weekly";
      /** @enum {string} */
      state?: "open" | "paused" | "closed";
      /** @description Most urgent first; the last one is the ordinary one */
      priorities?: {
        key: string;
        label: string;
      }[];
      /** @description How long one waits until newcomers one priority above no longer overtake; null: they always do */
      ageingMinutes?: number | null;
      /** @description After a call, until NO_SHOW by itself; null: by hand only */
      noShowMinutes?: number | null;
      maxWaiting?: number | null;
      /** @description What to expect between two calls until enough is measured */
      serviceMinutes?: number;
      desks?: string[];
      /** @description Shown to those who wait */
      message?: string | null;
    };
    Queue: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description Numbers look like DEMO-000123 */
      prefix: string;
      timezone: string;
      /** @enum {string} */
      numberReset: "never" | "daily" | "weekly";
      /** @enum {string} */
      state: "open" | "paused" | "closed";
      priorities: {
        key: string;
        label: string;
      }[];
      /** @description How long one waits until newcomers one priority above no longer overtake; null: they always do */
      ageingMinutes: number | null;
      /** @description After a call, until NO_SHOW by itself; null: by hand only */
      noShowMinutes: number | null;
      maxWaiting: number | null;
      /** @description What to expect between two calls until enough is measured */
      serviceMinutes: number;
      desks: string[];
      /** @description Shown to those who wait */
      message: string | null;
      waiting: number;
      /** Format: date-time */
      createdAt: string;
    };
    /** @description Measured from recent calls */
    WaitRange: {
      fromSeconds: number;
      toSeconds: number;
    };
    PublicQueue: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      state: "open" | "paused" | "closed";
      message: string | null;
      waiting: number;
      estimatedWait: components["schemas"]["WaitRange"];
    };
    Joining: {
      name: string;
      mobile?: string | null;
      /** @default 1 */
      partySize: number;
      /** @description Key of a priority; counts only from staff */
      priority?: string;
    };
    Ticket: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      queueId: string;
      queueName: string;
      number: string;
      sequence: number;
      /** @enum {string} */
      status: "WAITING" | "CALLED" | "SERVING" | "SERVED" | "CANCELLED" | "NO_SHOW";
      priority: string;
      name: string;
      mobile: string | null;
      partySize: number;
      /** @description 1 is next; null unless WAITING */
      position: number | null;
      estimatedWait: components["schemas"]["WaitRange"] | null;
      desk: string | null;
      /** Format: date-time */
      joinedAt: string;
      calledAt: string | null;
      servingAt: string | null;
      endedAt: string | null;
      calls: number;
      noShowAt: string | null;
      canUndo: boolean;
    };
    JoinedTicket: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      queueId: string;
      queueName: string;
      number: string;
      sequence: number;
      /** @enum {string} */
      status: "WAITING" | "CALLED" | "SERVING" | "SERVED" | "CANCELLED" | "NO_SHOW";
      priority: string;
      name: string;
      mobile: string | null;
      partySize: number;
      /** @description 1 is next; null unless WAITING */
      position: number | null;
      estimatedWait: components["schemas"]["WaitRange"] | null;
      desk: string | null;
      /** Format: date-time */
      joinedAt: string;
      calledAt: string | null;
      servingAt: string | null;
      endedAt: string | null;
      calls: number;
      noShowAt: string | null;
      canUndo: boolean;
      /** @description Bearer for this ticket alone */
      secret: string;
    };
    /** @description Numbers and desks, never names */
    Board: {
      queue: {
        /** Format: uuid */
        id: string;
        name: string;
        /** @enum {string} */
        state: "open" | "paused" | "closed";
        timezone: string;
        message: string | null;
      };
      serving: {
        number: string;
        desk: string | null;
        status: string;
        /** Format: date-time */
        calledAt: string;
        calls: number;
      }[];
      next: string[];
      waiting: number;
    };
    QueueStats: {
      waiting: number;
      calledToday: number;
      servedToday: number;
      noShowsToday: number;
      cancelledToday: number;
      averageWaitSeconds: number | null;
      averageServiceSeconds: number | null;
    };
    Calling: {
      /** @description Where to go; a venue with one desk needs none */
      desk?: string | null;
    } | null;
    Requeueing: {
      /**
       * @default back
       * @enum {string}
       */
      to: "front" | "back";
    } | null;
    Transferring: {
      /** Format: uuid */
      queueId: string;
    };
    TicketPatch: {
      name?: string;
      partySize?: number;
    };
    /**
     * @description From the least to the most; each may do what those before it may
     * @enum {string}
     */
    Role: "viewer" | "staff" | "admin" | "owner";
    /** @enum {string} */
    Scope:
      | "org:read"
      | "org:manage"
      | "org:own"
      | "counter:read"
      | "counter:operate"
      | "counter:manage";
    Organisation: {
      /** Format: uuid */
      id: string;
      name: string;
    };
    User: {
      /** Format: uuid */
      id: string;
      name: string;
      email: string;
    };
    Me: {
      /** @enum {string} */
      kind: "user" | "key";
      user?: components["schemas"]["User"];
      /** @description The one these rights are in */
      organisation: components["schemas"]["Organisation"];
      role: components["schemas"]["Role"];
      scopes: components["schemas"]["Scope"][];
      organisations: {
        /** Format: uuid */
        id: string;
        name: string;
        role: components["schemas"]["Role"];
      }[];
    };
    Member: {
      /** Format: uuid */
      id: string;
      /** @description null until the invitation is accepted */
      userId: string | null;
      name: string | null;
      email: string;
      role: components["schemas"]["Role"];
      /** @enum {string} */
      status: "active" | "invited";
    };
    InvitedMember: {
      /** Format: uuid */
      id: string;
      /** @description null until the invitation is accepted */
      userId: string | null;
      name: string | null;
      email: string;
      role: components["schemas"]["Role"];
      /** @enum {string} */
      status: "active" | "invited";
      /** @description For the invited alone; works for 7 days */
      inviteUrl: string;
    };
    Invitation: {
      organisation: components["schemas"]["Organisation"];
      email: string;
      name: string | null;
      role: components["schemas"]["Role"];
      /** Format: date-time */
      expiresAt: string;
    };
    ApiKey: {
      /** Format: uuid */
      id: string;
      name: string;
      role: components["schemas"]["Role"];
      scopes: components["schemas"]["Scope"][];
      /** @description How the key begins, to tell one from another */
      prefix: string;
      expiresAt: string | null;
      lastUsedAt: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    NewApiKey: {
      /** Format: uuid */
      id: string;
      name: string;
      role: components["schemas"]["Role"];
      scopes: components["schemas"]["Scope"][];
      /** @description How the key begins, to tell one from another */
      prefix: string;
      expiresAt: string | null;
      lastUsedAt: string | null;
      /** Format: date-time */
      createdAt: string;
      /** @description Shown now and never again */
      key: string;
    };
    NewOrganisation: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description An owner key of it; shown now and never again */
      apiKey: string;
    };
    AuditEvent: {
      seq: number;
      type: string;
      /** Format: date-time */
      at: string;
      /** @description user:…, key:…, public or system */
      actor: string;
      before: unknown;
      after: unknown;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type ErrorCode =
  | "MALFORMED"
  | "UNAUTHENTICATED"
  | "BAD_CREDENTIALS"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "BODY_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "INVALID"
  | "IDEMPOTENCY_KEY_REUSED"
  | "IDEMPOTENCY_KEY_TOO_SHORT"
  | "RATE_LIMITED"
  | "INTERNAL"
  | "BUSY"
  | "SHUTTING_DOWN"
  | "ALREADY_SET_UP"
  | "LAST_OWNER"
  | "EMAIL_TAKEN"
  | "WRONG_STATE"
  | "LINE_FULL"
  | "NOTHING_TO_UNDO"
  | "TOO_LATE_TO_UNDO"
  | "QUEUE_CLOSED"
  | "QUEUE_PAUSED"
  | "QUEUE_FULL"
  | "SAME_QUEUE"
  | "PRIORITY_IN_USE";
