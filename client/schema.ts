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
        /** @description OK */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/metrics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What Prometheus reads
     * @description With METRICS_TOKEN as the bearer. Where none is set, only on the server's own machine while PUBLIC_URL is a loopback address and TRUST_PROXY is off.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Prometheus text format */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/plain": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Name the first organisation and make its owner
     * @description Only while nobody has an account and the server made its first key itself. It needs that key as the bearer, except on the server's own machine while PUBLIC_URL is a loopback address and TRUST_PROXY is off. Signs the owner in.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
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
        /** @description Created */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
            password: string;
            /** @description Of the second factor, or one of its backup codes */
            code?: string;
          };
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Me"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Me"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/session/password": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change one's own password
     * @description Takes the current one. Ends every other session of this person.
     *
     *     Access: `org:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            currentPassword: string;
            newPassword: string;
          };
        };
      };
      responses: {
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/session/second-factor": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to set up a second factor
     * @description It is asked for once it is confirmed with a code. Takes the password.
     *
     *     Access: `org:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            password: string;
          };
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["SecondFactor"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/session/second-factor/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm the second factor with a code: from then on signing in takes one
     * @description Access: `org:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description Of the second factor, or one of its backup codes */
            code: string;
          };
        };
      };
      responses: {
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/session/second-factor/remove": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove the second factor
     * @description Takes the password.
     *
     *     Access: `org:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            password: string;
          };
        };
      };
      responses: {
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/session/passkeys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One's own passkeys
     * @description Access: `org:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Passkey"][];
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Add the passkey that the browser made
     * @description Access: `org:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description To tell it from others: “My phone” */
            name: string;
            /** @description The credential's id, in base64url */
            id: string;
            /** @description base64url */
            clientDataJSON: string;
            /** @description base64url */
            attestationObject: string;
            transports: string[];
          };
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Passkey"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/session/passkeys/begin": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to add a passkey
     * @description What the browser's navigator.credentials.create takes, with a challenge that counts for five minutes in this browser. Takes the password.
     *
     *     Access: `org:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            password: string;
          };
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PasskeyCreation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/session/passkeys/{id}/remove": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove a passkey of one's own
     * @description Takes the password.
     *
     *     Access: `org:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            password: string;
          };
        };
      };
      responses: {
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/session/passkey/begin": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to sign in with a passkey
     * @description What the browser's navigator.credentials.get takes, with a challenge that counts for five minutes in this browser.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PasskeyRequest"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/session/passkey": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in to the console with a passkey
     * @description It stands for password and second factor: the device asks who is there.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description The credential's id, in base64url */
            id: string;
            /** @description base64url */
            clientDataJSON: string;
            /** @description base64url */
            authenticatorData: string;
            /** @description base64url */
            signature: string;
          };
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Me"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Me"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Invitation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
    /**
     * Become a member, and sign in
     * @description With a new password, or with the one of the account that the address has here already. Refused while somebody else is signed in.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Me"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
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
            role: components["schemas"]["Role"];
          };
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["InvitedMember"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * @description Their sessions in this organisation end at once, the API keys they made are revoked, and calendar feeds they made lead nowhere. An account that is left without any organisation is deleted.
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    /**
     * Give someone another role
     * @description API keys they made that can do more than the new role are revoked.
     *
     *     Access: `org:manage`.
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
            role: components["schemas"]["Role"];
          };
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Member"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Make a key
     * @description With at most the rights of its creator. It is revoked when its creator leaves.
     *
     *     Access: `org:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            role?: components["schemas"]["Role"];
            /** @description Some of the role's; without a role, of the least role that has them */
            scopes?: components["schemas"]["Scope"][];
            expiresAt?: string | null;
          };
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["NewApiKey"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
    /**
     * The organisation, and how much it has of what it may have
     * @description Access: `org:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["OrganisationWithUsage"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Organisation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * @description For owners of the first organisation, unless the operator set WHO_MAKES_ORGANISATIONS otherwise. Someone who is signed in becomes its owner.
     *
     *     Access: `org:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
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
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["NewOrganisation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/delegations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A resource's owner, and who may act for it
     * @description Access: `availability:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["ResourceRights"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Let somebody act for a resource
     * @description Nobody can pass on more than they have, nor for longer.
     *
     *     Access: `availability:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewDelegation"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Delegation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/owner": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Give a resource to somebody, or to nobody
     * @description What the former owner delegated counts for nothing from then on.
     *
     *     Access: `org:manage`.
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
            userId: string | null;
          };
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              owner: {
                /** Format: uuid */
                userId: string;
                name: string;
                email: string;
              } | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/delegations/{delegationId}": {
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
     * Take a delegation back
     * @description By its giver, its receiver, the resource's owner or an admin. Counts at once.
     *
     *     Access: `availability:read`.
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          delegationId: string;
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/me/rights": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the signed-in user may do for single resources
     * @description What their role lets them do everywhere is not listed.
     *
     *     Access: `availability:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: {
                /** Format: uuid */
                resourceId: string;
                owner: boolean;
                permissions: ("manage_availability" | "approve" | "book")[];
              }[];
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything that happens in the organisation, oldest first
     * @description Over all queues, days, calendars, boxes and rooms; each event once, and those of one of them in the order in which they happened. Your scopes decide what you see: `opd:read` for tokens, `org:manage` for the audit trail. `nextCursor` is null when there is nothing more at present; ask again later with the last `position` as `after`. With `Accept: text/event-stream` it is a stream from now on, or behind `after` or `Last-Event-ID`; the events' ids are positions.
     *
     *     Access: `staff`.
     */
    get: {
      parameters: {
        query?: {
          after?: string;
          /** @description Types such as `counter.joined`, or first words such as `opd`, with commas */
          types?: string;
          limit?: number;
          lastEventId?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description A page, or a stream that stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: {
                /** @description Where it stands in the log; `after` takes it */
                position: string;
                type: string;
                /** Format: date-time */
                at: string;
                product: string;
                /** Format: uuid */
                lineId: string;
                /** @description The ticket, token, booking, … it happened to */
                subjectId: string | null;
                actor: string;
                data: {
                  before: unknown;
                  after: unknown;
                };
              }[];
              nextCursor: string | null;
            };
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewQueue"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Queue"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Queue"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
          "application/json": components["schemas"]["QueuePatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Queue"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
          "application/json": components["schemas"]["Opening"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Queue"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["QueueStats"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
          /** @description One or more of WAITING, CALLED, SERVING, SERVED, CANCELLED, NO_SHOW, separated by commas */
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
        /** @description OK */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["Joining"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["JoinedTicket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["Calling"];
        };
      };
      responses: {
        /** @description OK */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["Requeueing"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * @description Keeps the number and the time of arrival. Somebody who was served and goes on to the next station stands at the end there, as they have just come: `place` end.
     *
     *     Access: `counter:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["Transferring"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
          "application/json": components["schemas"]["TicketPatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Ticket"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PublicQueue"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Board"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
        /** @description A square of black and white */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "image/svg+xml": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/queues/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything that happens in a queue
     * @description Each change once and in order, as `event: change`. `Last-Event-ID`, or `lastEventId` in the query, resumes behind the event with that id. `event: reset` says that this place is gone: read everything anew.
     *
     *     Access: `counter:read`.
     */
    get: {
      parameters: {
        query?: {
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
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/tickets/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A ticket whenever something about it changes
     * @description The ticket as it is now, as `event: ticket`. Ends when it is transferred: open it again. `Last-Event-ID`, or `lastEventId` in the query, resumes behind the event with that id. `event: reset` says that this place is gone: read everything anew.
     *
     *     Access: `holder`.
     */
    get: {
      parameters: {
        query?: {
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
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/queues/{id}/board/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The board whenever it changes
     * @description The board as it is now, as `event: board`. `Last-Event-ID`, or `lastEventId` in the query, resumes behind the event with that id. `event: reset` says that this place is gone: read everything anew.
     */
    get: {
      parameters: {
        query?: {
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
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/booking-pages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Pages on which the public asks for bookings
     * @description Access: `bookings:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["BookingPage"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Open a page
     * @description Access: `bookings:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewBookingPage"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BookingPage"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/booking-pages/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One page
     * @description Access: `bookings:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BookingPage"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    post?: never;
    /**
     * Remove a page; what was asked for on it stays
     * @description Access: `bookings:manage`.
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    /**
     * Change a page, or close it for a while
     * @description Access: `bookings:manage`.
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
          "application/json": components["schemas"]["BookingPagePatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BookingPage"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/resources/{id}/live-queue": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everybody who is to be seen on a day, in order of score
     * @description Approved bookings; of a doctor also tokens, for those who may see them (opd:read).
     *
     *     Access: `bookings:read`.
     */
    get: {
      parameters: {
        query?: {
          date?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["ResourceQueue"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/live-queue/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * When the live queue of a resource's day changes
     * @description `event: change` with the type and the booking's or token's id: read the queue again. `reset`: after a break that cannot be made up for.
     *
     *     Access: `bookings:read`.
     */
    get: {
      parameters: {
        query?: {
          lastEventId?: string;
          date?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/check-in": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * They are here
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/call": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Call them, or call them again
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * It begins
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/finish": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * It is done
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/no-show": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Nobody came; not before it should have begun
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take the last of these steps back
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One booking
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * How urgent it is
     * @description A booking that has a token is as urgent as the token: `HAS_TOKEN`.
     *
     *     Access: `bookings:request`.
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
          "application/json": components["schemas"]["BookingPatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/resources/{id}/call-next": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Call the next booking of a theatre, laboratory or room
     * @description Those whose time has come are first, among them those who are here, then by score. Where nobody is due it says who is next (`NOBODY_DUE`); with `early` they are called all the same. A doctor's tokens are called at `/v1/opd/doctors/{id}/call-next`.
     *
     *     Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["CallNextBooking"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/calendar-feed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The address of a resource's feed, if there is one
     * @description Access: `availability:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              feed: components["schemas"]["CalendarFeed"] | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * A new address for a resource's feed
     * @description The one there was leads nowhere from then on.
     *
     *     Access: `availability:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["NewCalendarFeed"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["CalendarFeed"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    /**
     * Stop a resource's feed
     * @description Access: `availability:read`.
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/me/calendar-feed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The address of one's own feed, if there is one
     * @description Access: `bookings:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              feed: components["schemas"]["CalendarFeed"] | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * A new address for one's own feed
     * @description The one there was leads nowhere from then on.
     *
     *     Access: `bookings:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["NewCalendarFeed"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["CalendarFeed"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    /**
     * Stop one's own feed
     * @description Access: `bookings:read`.
     */
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/calendar-feeds/{secret}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The feed itself, for calendar programs
     * @description From 30 days ago to a year ahead. Cancelled bookings are in it as such.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          secret: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Bookings as events */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/calendar": string;
          };
        };
        /** @description No content */
        304: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/calendar.ics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A booking as an attachment
     * @description With the patient's name for staff who may see it.
     *
     *     Access: `holder`.
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
        /** @description One event */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/calendar": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/public/booking-pages/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the booking page shows */
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PublicBookingPage"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/public/booking-pages/{id}/free": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Times that can be asked for
     * @description Never who has the others. Limited per address, page and minute.
     */
    get: {
      parameters: {
        query: {
          from: string;
          to: string;
          resourceId?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["FreeTimes"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/public/booking-pages/{id}/requests": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a booking
     * @description Needs no account. With the secret, the person who asked can follow and cancel it.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["PublicRequest"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["MadePublicRequest"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/public/booking-pages/{id}/waitlist": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Wait for a time that becomes free
     * @description Whatever becomes free between the two moments is offered to the first in line, who accepts it on their own page before a deadline.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewPublicWait"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["MadePublicWait"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/public/bookings/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A booking, for the holder of its secret
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PublicBooking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/public/bookings/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel it
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["BookingDecision"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PublicBooking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/public/bookings/{id}/reschedule": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move it to another free time of its page
     * @description A request moves as a request. An approved booking moves on pages that confirm at once; elsewhere it is `NOT_MOVABLE`.
     *
     *     Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["PublicRescheduling"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PublicBooking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/public/bookings/{id}/ics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * For the holder's own calendar
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
        /** @description One event */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/calendar": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/public/bookings/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The booking whenever something about it changes, as `event: booking`
     * @description Access: `holder`.
     */
    get: {
      parameters: {
        query?: {
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
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/kinds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Kinds of bookings: what they need, and what is set for them
     * @description Access: `bookings:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["BookingKind"][];
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/kinds/{kind}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Whether requests hold their time, who may ask, and how far ahead
     * @description Access: `bookings:manage`.
     */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          kind: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["KindSettings"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BookingKind"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/calendar": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Open hours, bookings and holds of several resources
     * @description Access: `bookings:read`.
     */
    get: {
      parameters: {
        query: {
          /** @description Ids with commas between */
          resources: string;
          from: string;
          to: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BookingCalendar"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/conflicts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether a request could be approved now, and what is in its way
     * @description Access: `bookings:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BookingConflicts"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/check": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Would it fit, and if not, why; nothing is written
     * @description Access: `bookings:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["BookingCheck"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["CheckedBooking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/free": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * When several resources all have room
     * @description Access: `bookings:read`.
     */
    get: {
      parameters: {
        query: {
          /** @description Ids with commas between */
          resources: string;
          kind?: string;
          from: string;
          to: string;
          minutes: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Stretches in which all of them have room for one booking of that length */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** Format: date-time */
              start: string;
              /** Format: date-time */
              end: string;
            }[];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/series/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What would become of each of a series; nothing is written
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["SeriesPreview"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PreviewedSeries"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/series/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel all of a series that is still to come
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["BookingDecision"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["CanceledSeries"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/series": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Book a series: all of it, or what fits
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewSeries"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["MadeSeries"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/waitlist": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The waitlist, in order
     * @description Access: `bookings:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          resourceId?: string;
          status?: "waiting" | "offered" | "accepted" | "declined" | "lapsed" | "canceled";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["ListedWait"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Wait for a time that is not to be had at present
     * @description Whatever becomes free and suits is offered to the first in line: theirs alone until a deadline, then the next one's.
     *
     *     Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewWait"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["MadeWait"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/waitlist/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One entry, with what is offered to it
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Wait"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/waitlist/{id}/accept": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take the offer: it becomes a booking
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["AcceptedOffer"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/waitlist/{id}/decline": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decline the offer; the next in line may have it
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Wait"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/waitlist/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Leave the waitlist
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Wait"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What changes in bookings, holds, offers and hours of resources
     * @description `event: change` with the type, the resource and the booking's, hold's or entry's id. One resource: resumable with Last-Event-ID; several: `reset` after a break.
     *
     *     Access: `bookings:read`.
     */
    get: {
      parameters: {
        query: {
          lastEventId?: string;
          /** @description Ids with commas between */
          resources: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/holds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hold resources while a form is filled in
     * @description All of them or none, for a minute unless told otherwise.
     *
     *     Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewHold"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Hold"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/holds/{id}/extend": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hold it longer, once
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": {
            /** @default 60 */
            ttlSeconds?: number;
          } | null;
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Hold"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/holds/{id}": {
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
     * Give a hold up
     * @description Access: `bookings:request`.
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/bookings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Bookings, in order of start
     * @description Access: `bookings:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          /** @description One resource, or several with commas between */
          resourceId?: string;
          patientId?: string;
          seriesId?: string;
          kind?: string;
          from?: string;
          to?: string;
          /** @description One status, or several with commas between */
          status?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Booking"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Book, or ask for it
     * @description All of its resources or none. Approved at once when the caller may book all of them, otherwise requested.
     *
     *     Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewBooking"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["MadeBooking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/approve": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve a request; whether it still fits is looked at again
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["BookingDecision"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/deny": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deny a request
     * @description Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["BookingDecision"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel; the time is free at once, for the first who waits for it
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["BookingDecision"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/bookings/{id}/reschedule": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Another time, other resources, or other parts of it
     * @description The new time is taken before the old one is given back.
     *
     *     Access: `bookings:request`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["Rescheduling"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Booking"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/patients": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find patients by name, phone, external id, birth date or e-mail
     * @description The best come first: the number itself, then words that begin as typed, then others that have it somewhere. When few are found, names that are nearly the same follow.
     *
     *     Access: `opd:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          q?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Patient"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Add a patient
     * @description By the scope opd:operate, or by somebody who may book a resource.
     *
     *     Access: `opd:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewPatient"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Patient"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/patients/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One patient
     * @description The id of a record that was merged leads to the record that is left.
     *
     *     Access: `opd:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Patient"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * Correct a patient
     * @description Tokens that are not over show the corrected name.
     *
     *     Access: `opd:operate`.
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
          "application/json": components["schemas"]["PatientPatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Patient"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/patients/{id}/duplicates": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Records that may be of the same person
     * @description Access: `opd:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Patients"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/patients/{id}/merge": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make two records of one person one
     * @description Tokens, bookings and waits of the other record follow, in one transaction; its id leads here from then on. Refused (`BOTH_HAVE_TOKENS`) when both have an active token for one date. `dryRun` says what would come of it. It cannot be undone.
     *
     *     Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["MergePatients"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["MergedPatients"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/patients/{id}/family": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The others of a patient's family
     * @description Access: `opd:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Patients"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Make two patients a family
     * @description The families of both become one, of at most 20 members.
     *
     *     Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["FamilyMember"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Patients"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    /**
     * Take a patient out of the family
     * @description Access: `opd:operate`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Patients"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/patients/{id}/visits": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A patient's tokens, past and to come, the latest first
     * @description Access: `opd:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["PatientVisit"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a token
     * @description The requested slot, else the nearest other one of the day, else a place among those who wait.
     *
     *     Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["TokenWish"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["AllocatedToken"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A token as it is now
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/changes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What happened to its number and slot, and why, the newest first
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["TokenChanges"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The secret again, for another slip
     * @description Access: `opd:operate`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["TokenSecret"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/check-in": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The patient is here
     * @description Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/call": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Call this patient
     * @description Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": {
            early?: boolean;
          } | null;
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/recall": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Call once more; the grace begins anew
     * @description Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/skip": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Call others before this patient, who was called and did not come
     * @description Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The doctor sees the patient
     * @description Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give the place back
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/no-show": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Did not come: when the grace after the call is over, or with a reason, which the audit trail keeps
     * @description Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": {
            reason?: string;
          } | null;
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/put-back": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Valid again after a no-show or a cancellation: in its place if that is free, else first to wait for it
     * @description Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/complete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Done, or on to the next station
     * @description With `next`, a walk-in queue, the patient waits there from the same moment on, under the label of the token. That needs `counter:operate` too. A paused or full queue takes them; a closed one refuses, and then nothing has changed.
     *
     *     Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["CompletingToken"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/move": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * To another slot
     * @description The new place is taken before the old one is given back.
     *
     *     Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["MovingToken"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/slots": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A doctor's slots of a day with everybody in them
     * @description Access: `opd:read`.
     */
    get: {
      parameters: {
        query: {
          doctorId: string;
          date: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["OpdSlot"][];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    /**
     * Set capacity and reserve of one slot on its date
     * @description Access: `opd:operate`.
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
          "application/json": components["schemas"]["OpdSlotLimits"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["OpdSlot"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/doctors/{id}/call-next": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Call the next patient
     * @description Those whose slot has begun, the ones who have checked in before the others, then by score. When nobody is due, 409 `NOBODY_DUE` names the next one; with `early` they are called all the same, and the grace for being a no-show begins with their slot.
     *
     *     Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": {
            /** Format: date */
            date?: string;
            early?: boolean;
          } | null;
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Token"];
          };
        };
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/doctors/{id}/ended": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tokens of a day that ended without a visit: not come, cancelled, never called
     * @description The last one first, at most 500.
     *
     *     Access: `opd:read`.
     */
    get: {
      parameters: {
        query?: {
          date?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["EndedToken"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/doctors/{id}/live-queue": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everybody with a place, by token or by booking, in order of score
     * @description Access: `opd:read`.
     */
    get: {
      parameters: {
        query?: {
          date?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["LiveQueue"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/doctors": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Doctors, active or not
     * @description Access: `opd:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Doctor"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/doctors/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * What a doctor's slots hold unless set otherwise
     * @description Access: `opd:manage`.
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
          "application/json": components["schemas"]["DoctorLimits"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Doctor"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/doctors/{id}/room": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where a doctor is on a date
     * @description Access: `opd:read`.
     */
    get: {
      parameters: {
        query?: {
          date?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["DoctorRoom"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    /**
     * A doctor's room, usually or on one date
     * @description Screens, slips, calls and patients' pages say where to go.
     *
     *     Access: `opd:operate`.
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
          "application/json": components["schemas"]["NewDoctorRoom"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["DoctorRoom"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Rules for all doctors
     * @description Access: `opd:read`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["OpdRules"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * Change the rules
     * @description Access: `opd:manage`.
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
          "application/json": components["schemas"]["OpdRulesPatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["OpdRules"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/opd/board": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the screen in the waiting hall shows */
    get: {
      parameters: {
        query: {
          doctors: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["OpdBoard"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/board/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A doctor's part of the board whenever it changes, as `event: doctor` */
    get: {
      parameters: {
        query: {
          lastEventId?: string;
          doctors: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/doctors/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything that happens in a doctor's day, as `event: change`
     * @description Access: `opd:read`.
     */
    get: {
      parameters: {
        query?: {
          lastEventId?: string;
          date?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A token whenever something about it changes, as `event: token`
     * @description Access: `holder`.
     */
    get: {
      parameters: {
        query?: {
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
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/opd/tokens/find-places": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Find places for those whose doctor is away
     * @description For tokens that wait, or whose slot is no longer in the hours: the nearest free place of the same day with one of the doctors, else on the next days. Each is moved in a commit of its own; those who have nowhere to go stay as they are, and asking again moves nobody twice. `dryRun` says who would go where. `token` is as it was before.
     *
     *     Access: `opd:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["FindPlaces"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["FoundPlaces"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Waiting rooms of the organisation
     * @description Access: `waitroom:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Room"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Create a waiting room
     * @description Access: `waitroom:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewRoom"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Room"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One waiting room
     * @description Access: `waitroom:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Room"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * @description Takes effect at once, on every instance. People who wait keep their place.
     *
     *     Access: `waitroom:manage`.
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
          "application/json": components["schemas"]["RoomPatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Room"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/rooms/{id}/keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign passes with a new key
     * @description What the old key signed is believed for an hour, unless `overlapSeconds` says otherwise: 0 for a key that somebody else knows. Sites with a gate keep public keys for up to 5 minutes.
     *
     *     Access: `waitroom:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["RotatingKey"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["RotatedKey"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/claim-key": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The secret under which a site signs priorities
     * @description A JWT (HS256) with `aud` the room's id, `sub` the sessionId, `priority` 0–3 and `exp`, sent as `claim` when joining.
     *
     *     Access: `waitroom:manage`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["RoomClaimKey"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/positions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who waits, in order
     * @description Access: `waitroom:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["ListedPosition"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Join a waiting room
     * @description 200 when this session has a place already. Open to everybody.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["RoomJoining"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["JoinedPosition"];
          };
        };
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["JoinedPosition"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/challenge": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The work to do before joining
     * @description For rooms with `challengeBits`; the refusal CHALLENGE_NEEDED brings one, too. Send it with the nonce as `challenge` when joining, from the same address.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["RoomChallenge"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/positions/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A position as it is now
     * @description Counts as a heartbeat when the holder asks.
     *
     *     Access: `holder`.
     */
    get: {
      parameters: {
        query?: {
          /** @description Where to go once admitted; a page of the target's site, else the target */
          returnTo?: string;
          /** @description Tied to the pass as its claim `bnd` */
          bind?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Position"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/positions/{id}/heartbeat": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Still here
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["Heartbeat"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Position"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/positions/{id}/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Go in
     * @description Redeems the pass: ADMITTED becomes ACTIVE. The holder's secret is enough.
     *
     *     Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["Starting"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Position"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/positions/{id}/complete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Done; the place is free for the next
     * @description ACTIVE becomes COMPLETED.
     *
     *     Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["Starting"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Position"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/positions/{id}/cancel": {
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
     * @description WAITING or ADMITTED becomes EXPIRED with the reason CANCELLED.
     *
     *     Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["Starting"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Position"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/positions/{id}/terminate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send somebody away
     * @description EXPIRED with the reason TERMINATED. A place whose session cookie is still good is free when that has run out, a minute at most.
     *
     *     Access: `waitroom:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": components["schemas"]["Starting"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Position"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/jwks.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Public keys of a room */
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Jwks"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/redeem": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Redeem a pass for a session
     * @description Once. Refused with PASS_INVALID or PASS_USED. Asked again with the same Idempotency-Key while the session lasts, it is answered again.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["Redeeming"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["RoomSession"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/renew": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Another minute for a session
     * @description Also after its minute, as long as the session itself lasts. Refused with SESSION_ENDED.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["Renewing"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["RoomSession"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/verify": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * May this visitor pass?
     * @description 204 with a good session in the cookie `tk_session_<room>` or the header `Turnkeeper-Session`, or with a pass, which is redeemed: in the header `Turnkeeper-Pass`, or as `tk_pass` in this query or in that of `X-Original-URL`, if it is bound to the browser's cookie. A new or renewed session comes back the same way. Else 401, with `Turnkeeper-Room`: where to wait.
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
        /** @description No content */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/public": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the room's page shows */
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PublicRoom"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/stats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a room stands
     * @description Access: `waitroom:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["RoomStats"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Arrivals, admissions and waits by minute
     * @description Access: `waitroom:read`.
     */
    get: {
      parameters: {
        query?: {
          minutes?: number;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["RoomHistory"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/addresses": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Addresses with the most positions
     * @description Access: `waitroom:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["RoomAddresses"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/addresses/revoke": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send everybody from an address away
     * @description Access: `waitroom:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["RevokingAddress"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["RevokedAddress"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/draw": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The draw, for anyone to check
     * @description For rooms with `opensAt`. From then on: the seed, and everybody who took part in the order of their values. A value is the first 40 bits of SHA-256 over `<seed>:<position id>`. Limited per address, room and minute.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["DrawnPositions"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/rooms/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A room, live
     * @description How it stands, as `event: stats`, whenever that has changed; what happened, once and in order, as `event: change`. `Last-Event-ID`, or `lastEventId` in the query, resumes behind that event. `event: reset` says that this place is gone.
     *
     *     Access: `waitroom:read`.
     */
    get: {
      parameters: {
        query?: {
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
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Resources of the organisation
     * @description Access: `availability:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          type?: "doctor" | "ot" | "lab" | "consultation_room" | "other";
          objectId?: string;
          /** @description `none`: those in no department */
          departmentId?: string;
          active?: "true" | "false";
          /** @description Every word somewhere in the name, or in that of the department */
          q?: string;
          sort?: "created" | "name";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Resource"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Create a resource
     * @description A doctor, an operating theatre, a laboratory, a room: what has opening hours.
     *
     *     Access: `availability:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewResource"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Resource"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One resource
     * @description Access: `availability:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Resource"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * Rename a resource, put it in a department, or take it out of use
     * @description Access: `availability:manage`.
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
          "application/json": components["schemas"]["ResourcePatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Resource"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/exceptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Close or open many resources, such as on a holiday
     * @description An exception for each. Local dates are those of each resource. Without `conflicts` nothing is stored when a token or booking of any of them would be left outside; with it, each resource is changed by itself, and the answer says which could not be.
     *
     *     Access: `availability:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewExceptions"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["ManyExceptions"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/exceptions/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Who would be left outside by an exception for many resources
     * @description Nothing is written.
     *
     *     Access: `availability:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewExceptions"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["ManyExceptionsPreview"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/departments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Departments by name
     * @description Access: `availability:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Department"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Create a department
     * @description Doctors, rooms and other resources belong to one, or to none.
     *
     *     Access: `availability:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewDepartment"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Department"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/departments/{id}": {
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
     * Remove a department that nothing belongs to
     * @description Access: `availability:manage`.
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    /**
     * Rename a department
     * @description Access: `availability:manage`.
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
          "application/json": components["schemas"]["NewDepartment"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Department"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/resources/{id}/availability": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Configurations, past and present, and exceptions
     * @description Access: `availability:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Availability"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    /**
     * A new configuration
     * @description The former one ends where this one starts; one that starts later and overlaps is replaced. History is kept.
     *
     *     Access: `availability:read`.
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
          "application/json": components["schemas"]["NewConfiguration"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Configured"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/slots": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Slots that lie in a range
     * @description Access: `availability:read`.
     */
    get: {
      parameters: {
        query: {
          /** @description An instant, or a local date, which stands for its first moment in the resource's zone */
          from: string;
          /** @description An instant, or a local date, which stands for its first moment in the resource's zone */
          to: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Slot"][];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/free": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where it is open and nothing is booked or held
     * @description Access: `availability:read`.
     */
    get: {
      parameters: {
        query: {
          /** @description An instant, or a local date, which stands for its first moment in the resource's zone */
          from: string;
          /** @description An instant, or a local date, which stands for its first moment in the resource's zone */
          to: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** Format: date-time */
              start: string;
              /** Format: date-time */
              end: string;
            }[];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/check": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Is it open from a to b, and if not, why
     * @description Access: `availability:read`.
     */
    get: {
      parameters: {
        query: {
          /** @description An instant, or a local date, which stands for its first moment in the resource's zone */
          from: string;
          /** @description An instant, or a local date, which stands for its first moment in the resource's zone */
          to: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["AvailabilityCheck"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/exceptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open on a closed day, or closed on an open one
     * @description Access: `availability:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewException"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["ChangedException"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/exceptions/{exceptionId}": {
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
     * Remove an exception
     * @description Access: `availability:read`.
     */
    delete: {
      parameters: {
        query?: {
          /** @description What happens to tokens and bookings that would be left outside: they stay as they are, or get the nearest places. Without it the change is refused with their list */
          conflicts?: "keep" | "move";
        };
        header?: never;
        path: {
          id: string;
          exceptionId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["ChangedException"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/resources/{id}/availability/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What a configuration or an exception would change
     * @description The body is that of the change itself. Answers the slots that would result in the range, and the tokens and bookings that would be left outside. Nothing is written.
     *
     *     Access: `availability:read`.
     */
    post: {
      parameters: {
        query?: {
          /** @description An instant, or a local date, which stands for its first moment in the resource's zone */
          from?: string;
          /** @description An instant, or a local date, which stands for its first moment in the resource's zone */
          to?: string;
        };
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json":
            | components["schemas"]["NewConfiguration"]
            | components["schemas"]["NewException"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["AvailabilityPreview"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make doctors, rooms and other resources from a table
     * @description All of them or none. Departments that are named and do not exist are made. Hours hold from today on.
     *
     *     Access: `availability:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["ResourceImport"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["ImportedResources"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/import/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What would be made from a table, and what is wrong with it
     * @description Nothing is written.
     *
     *     Access: `availability:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["ResourceImport"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["ImportPreview"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/calendars": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Calendars whose busy times count as closed
     * @description Access: `availability:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["OutsideCalendar"][];
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Upload a calendar, or subscribe to one
     * @description Access: `availability:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewOutsideCalendar"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["OutsideCalendar"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/resources/{id}/calendars/{calendarId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * A newer copy of an uploaded calendar
     * @description Access: `availability:read`.
     */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          calendarId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description An iCalendar text (RFC 5545) */
            ics: string;
          };
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["OutsideCalendar"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    post?: never;
    /**
     * Forget a calendar and what it closed
     * @description Access: `availability:read`.
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          calendarId: string;
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
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/resources/{id}/calendars/{calendarId}/refresh": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read a calendar now
     * @description Idempotent by itself. When a calendar cannot be read, its state says so.
     *
     *     Access: `availability:read`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
          calendarId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["OutsideCalendar"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/merchants": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Merchants of the organisation
     * @description Access: `boxes:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Merchant"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Add a merchant
     * @description Access: `boxes:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewMerchant"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Merchant"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/merchants/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One merchant
     * @description Access: `boxes:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Merchant"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * Change a merchant
     * @description Access: `boxes:manage`.
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
          "application/json": components["schemas"]["MerchantPatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Merchant"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/merchants/{id}/box-types": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Box types of a merchant
     * @description Access: `boxes:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["BoxType"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Add a box type
     * @description A template for inventories, published by itself on its weekdays.
     *
     *     Access: `boxes:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewBoxType"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BoxType"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/box-types/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One box type
     * @description Access: `boxes:read`.
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BoxType"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * Change a box type
     * @description What was published stays as it is. `active: false` ends its publishing.
     *
     *     Access: `boxes:manage`.
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
          "application/json": components["schemas"]["BoxTypePatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BoxType"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/merchants/{id}/inventories": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A merchant's boxes of some dates, with counts; today's unless said
     * @description Access: `boxes:read`.
     */
    get: {
      parameters: {
        query?: {
          from?: string;
          to?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["DayInventory"][];
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * Offer boxes on a date
     * @description Times are the merchant's own. An end that is not after the start is on the next day.
     *
     *     Access: `boxes:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewInventory"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Inventory"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/merchants/{id}/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What happened to the boxes, day by day, the newest first
     * @description Access: `boxes:read`.
     */
    get: {
      parameters: {
        query?: {
          from?: string;
          to?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["BoxDayTotals"][];
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/inventories/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is left and what it costs now */
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Inventory"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * Change the quantity or the price, pause and go on
     * @description Never fewer boxes than are taken. What is more goes to the waitlist first.
     *
     *     Access: `boxes:operate`.
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
          "application/json": components["schemas"]["InventoryPatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["DayInventory"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/boxes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is open now, near and soon to close first */
    get: {
      parameters: {
        query: {
          organisation: string;
          town?: string;
          latitude?: number;
          longitude?: number;
          radiusKm?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["OpenInventory"][];
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/boxes/towns": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Towns that have a merchant */
    get: {
      parameters: {
        query: {
          organisation: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: string[];
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/reservations/{id}/qr.svg": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * QR code of the pickup code
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
        /** @description A square of black and white */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "image/svg+xml": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/inventories/{id}/reservations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reserve boxes
     * @description All or none. Open to everybody; held for some minutes unless confirmed or paid.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["Reserving"];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["NewReservation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/merchants/{id}/reservations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reservations of a date, the newest first; of today unless said
     * @description Access: `boxes:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          date?: string;
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["Reservation"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/reservations/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A reservation as it is now
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Reservation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/reservations/{id}/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * I will pay at pickup
     * @description It then stands until the pickup window ends.
     *
     *     Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Reservation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/reservations/{id}/accept": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take an offer from the waitlist
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Reservation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/reservations/{id}/decline": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Leave an offer to the next in line
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Reservation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/reservations/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give the boxes back, or leave the waitlist
     * @description Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Reservation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/reservations/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * It was not picked up after all: within a minute
     * @description Access: `boxes:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Reservation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/merchants/{id}/pickups": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hand over what a code stands for, once
     * @description Access: `boxes:operate`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["PickingUp"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Reservation"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/inventories/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is left, whenever it changes, as `event: inventory` */
    get: {
      parameters: {
        query?: {
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
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/boxes/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The same for several boxes, as the shop page shows them */
    get: {
      parameters: {
        query: {
          lastEventId?: string;
          inventories: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/reservations/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A reservation whenever something about it changes, as `event: reservation`
     * @description Access: `holder`.
     */
    get: {
      parameters: {
        query?: {
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
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/merchants/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The merchant's boxes of today with counts, as `event: inventory`
     * @description `event: inventories` has the ids of today's boxes, again when there are others. The stream ends with the merchant's day.
     *
     *     Access: `boxes:read`.
     */
    get: {
      parameters: {
        query?: {
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
        /** @description Stays open */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "text/event-stream": string;
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/merchants/{id}/attempts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who tried to reserve and what they were told, the newest first
     * @description Refusals included; kept for a month.
     *
     *     Access: `boxes:read`.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              items: components["schemas"]["ReservationAttempt"][];
              nextCursor: string | null;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/reservations/{id}/pay": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pay online
     * @description Where to pay for an ACTIVE reservation. The same answer each time; the hold runs on meanwhile.
     *
     *     Access: `holder`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BoxPayment"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/reservations/{id}/payment": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a payment stands
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
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["BoxPayment"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/payments/stripe/webhook": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * For Stripe: events of payments
     * @description Believed with a fresh Stripe-Signature only.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @enum {boolean} */
              received: true;
            };
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/organisation/retention": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How long the organisation keeps its data
     * @description Access: `org:manage`.
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Retention"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
     * Change how long data is kept
     * @description Classes that are not named stay as they are.
     *
     *     Access: `org:own`.
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
          "application/json": components["schemas"]["RetentionPatch"];
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Retention"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    trace?: never;
  };
  "/v1/organisation/retention/hold": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set or lift a legal hold
     * @description While it is on, nothing is deleted because of its age, and nobody is erased (`LEGAL_HOLD`).
     *
     *     Access: `org:own`.
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
            on: boolean;
            reason: string;
          };
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Retention"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/organisation/retention/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What would be deleted now
     * @description With `days`, as if that were set. Nothing is deleted.
     *
     *     Access: `org:manage`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": {
            days?: components["schemas"]["RetentionPatch"];
          } | null;
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["RetentionPreview"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/people/erase": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase who somebody is
     * @description Names, phone numbers, e-mail addresses, notes and addresses of the person who is found by exactly one of these are taken out; rows and events stay, so that counts stay right. All of it in one transaction. What is not over is refused (`PERSON_ACTIVE`, with what is `open`), or ended first with `endActive`; members are removed by hand. Doing it again changes nothing.
     *
     *     Access: `org:own`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            patientId?: string;
            phone?: string;
            /** Format: email */
            email?: string;
            /** @description The shop's own id of somebody */
            userId?: string;
            /** @default false */
            endActive?: boolean;
            /** @default false */
            dryRun?: boolean;
          };
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["Erasure"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
  "/v1/people/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What is held of somebody, over all products
     * @description The same. Proxies may log addresses: prefer POST for phones and e-mail.
     *
     *     Access: `org:own`.
     */
    get: {
      parameters: {
        query?: {
          patientId?: string;
          phone?: string;
          email?: string;
          /** @description The shop's own id of somebody */
          userId?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PersonalData"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
      };
    };
    put?: never;
    /**
     * What is held of somebody, over all products
     * @description Found by exactly one of these, which no address or log shows.
     *
     *     Access: `org:own`.
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description The same key and body are answered the same again, with `Idempotency-Replayed: true`; with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters. */
          "idempotency-key"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            patientId?: string;
            phone?: string;
            /** Format: email */
            email?: string;
            /** @description The shop's own id of somebody */
            userId?: string;
          };
        };
      };
      responses: {
        /** @description OK */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": components["schemas"]["PersonalData"];
          };
        };
        /** @description Refused; `code` says why */
        "4XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
          };
        };
        /** @description Not possible at the moment */
        "5XX": {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/problem+json": components["schemas"]["Problem"];
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
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AcceptedOffer: {
      wait: components["schemas"]["Wait"];
      booking: components["schemas"]["Booking"];
    };
    AllocatedToken: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: "WAITING" | "ALLOCATED" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED" | "EXPIRED";
      /** @description null until it has had a place; E1, E2 … for emergencies with stable numbering */
      number: (number | string) | null;
      /** @description The doctor's code and the number, as on the slip: R-12. It is what stations call */
      label: string | null;
      /** @description Among those of the slot who are still to be called, or who wait; null when the doctor is away then */
      position: number | null;
      /** Format: uuid */
      patientId: string;
      patientName: string;
      /** Format: uuid */
      doctorId: string;
      date: string;
      /** Format: date-time */
      slotStart: string;
      /** Format: date-time */
      slotEnd: string;
      /** Format: date-time */
      requestedSlotStart: string;
      movedToAlternative: boolean;
      /** @enum {string} */
      source: "emergency" | "paid" | "follow_up" | "walk_in" | "online";
      emergency: boolean;
      priority: number;
      /** Format: date-time */
      createdAt: string;
      allocatedAt: string | null;
      checkedInAt: string | null;
      calledAt: string | null;
      startedAt: string | null;
      endedAt: string | null;
      noShowAt: string | null;
      /** @description Why it expired, or why its place or number is not what was told before */
      reason:
        | (
            | "NO_SHOW"
            | "SLOT_ENDED"
            | "DAY_ENDED"
            | "PUT_BACK"
            | "MOVED"
            | "DOCTOR_AWAY"
            | "PROMOTED"
            | "EMERGENCY_AHEAD"
          )
        | null;
      /** @description The station where they went on to, and their ticket there */
      next: {
        /** Format: uuid */
        queueId: string;
        queueName: string;
        /** Format: uuid */
        ticketId: string;
      } | null;
      version: number;
      /** @description What happened, to read out */
      message: string;
      secret: string;
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
    Availability: {
      /** Format: uuid */
      resourceId: string;
      timezone: string;
      configurations: {
        /** Format: uuid */
        id: string;
        /**
         * @description A local date, or an instant: as it was asked for
         * @example 2026-03-02
         * @example 2026-03-02T09:00:00.000Z
         */
        validFrom: string;
        validTill: string | null;
        slotMinutes: number;
        tokensPerSlot: number;
        weekly: components["schemas"]["Window"][];
        /** @enum {string} */
        status: "past" | "present" | "future" | "replaced";
        /** Format: date-time */
        createdAt: string;
      }[];
      exceptions: {
        /** Format: uuid */
        id: string;
        available: boolean;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        reason: string | null;
        /** Format: date-time */
        createdAt: string;
      }[];
    };
    AvailabilityCheck: {
      active: boolean;
      /** @description All of it is open */
      open: boolean;
      /** @description All of it is open, and nothing is booked or held */
      free: boolean;
      /** @description How many more can have all of it, the emergency reserve aside */
      left: number;
      /** @description Why not; the first thousand */
      conflicts: {
        /** @enum {string} */
        kind: "outside_hours" | "exception" | "taken" | "reserved";
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        reason: string | null;
        places: number | null;
      }[];
    };
    AvailabilityPreview: {
      slots: components["schemas"]["Slot"][];
      /** @description The first thousand */
      outside: {
        /** @enum {string} */
        kind: "token" | "booking";
        id: string;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        label: string;
      }[];
      outsideTotal: number;
      /** @description With `conflicts`: what would become of each; the first thousand */
      settled?: {
        /** @enum {string} */
        kind: "token" | "booking";
        id: string;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        label: string;
        /** @enum {string} */
        outcome: "kept" | "moved" | "waiting";
        movedTo: string | null;
      }[];
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
    Booking: {
      /** Format: uuid */
      id: string;
      kind: string;
      /** @enum {string} */
      status: "requested" | "approved" | "denied" | "canceled";
      statusMessage: string | null;
      patientId: string | null;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      title: string | null;
      contact: components["schemas"]["BookingContact"] | null;
      /** @description user:…, key:…, or public; staff to holders */
      bookedBy: string;
      seriesId: string | null;
      /** @description The OPD token that it took */
      tokenId: string | null;
      resources: {
        /** Format: uuid */
        resourceId: string;
        name: string;
        /** @enum {string} */
        type: "doctor" | "ot" | "lab" | "consultation_room" | "other";
        role: string | null;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        /**
         * Format: date-time
         * @description With what is needed before
         */
        busyFrom: string;
        /**
         * Format: date-time
         * @description With what is needed after
         */
        busyTill: string;
      }[];
      source: ("emergency" | "paid" | "follow_up" | "walk_in" | "online") | null;
      emergency: boolean;
      /**
       * @description How it goes on the day
       * @enum {string}
       */
      stage: "booked" | "checked_in" | "called" | "in_progress" | "finished" | "no_show";
      checkedInAt: string | null;
      calledAt: string | null;
      startedAt: string | null;
      endedAt: string | null;
      version: number;
      /** Format: date-time */
      createdAt: string;
      decidedAt: string | null;
      decidedBy: string | null;
    };
    BookingCalendar: {
      resources: {
        /** Format: uuid */
        resourceId: string;
        open: {
          /** Format: date-time */
          start: string;
          /** Format: date-time */
          end: string;
        }[];
        /** @description How many can have it at once, by its hours */
        places: number;
        /** @description Of a doctor's slots: places that tokens have, and those kept from bookings, which are the emergency reserve and what limits take away (less than none where they add some) */
        tokens: {
          /** Format: date-time */
          start: string;
          /** Format: date-time */
          end: string;
          taken: number;
          kept: number;
        }[];
      }[];
      bookings: {
        /** Format: uuid */
        id: string;
        kind: string;
        /** @enum {string} */
        status: "requested" | "approved" | "denied" | "canceled";
        statusMessage: string | null;
        patientId: string | null;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        title: string | null;
        contact: components["schemas"]["BookingContact"] | null;
        /** @description user:…, key:…, or public; staff to holders */
        bookedBy: string;
        seriesId: string | null;
        /** @description The OPD token that it took */
        tokenId: string | null;
        resources: {
          /** Format: uuid */
          resourceId: string;
          name: string;
          /** @enum {string} */
          type: "doctor" | "ot" | "lab" | "consultation_room" | "other";
          role: string | null;
          /** Format: date-time */
          start: string;
          /** Format: date-time */
          end: string;
          /**
           * Format: date-time
           * @description With what is needed before
           */
          busyFrom: string;
          /**
           * Format: date-time
           * @description With what is needed after
           */
          busyTill: string;
        }[];
        source: ("emergency" | "paid" | "follow_up" | "walk_in" | "online") | null;
        emergency: boolean;
        /**
         * @description How it goes on the day
         * @enum {string}
         */
        stage: "booked" | "checked_in" | "called" | "in_progress" | "finished" | "no_show";
        checkedInAt: string | null;
        calledAt: string | null;
        startedAt: string | null;
        endedAt: string | null;
        version: number;
        /** Format: date-time */
        createdAt: string;
        decidedAt: string | null;
        decidedBy: string | null;
        /** @description For callers who may see patients */
        patientName: string | null;
        /** @description Not: a request that holds nothing */
        occupies: boolean;
      }[];
      holds: {
        /** Format: uuid */
        id: string;
        /**
         * @description An offer is for somebody who waits
         * @enum {string}
         */
        of: "hold" | "offer";
        /** Format: date-time */
        expiresAt: string;
        resources: {
          /** Format: uuid */
          resourceId: string;
          /** Format: date-time */
          start: string;
          /** Format: date-time */
          end: string;
          /** Format: date-time */
          busyFrom: string;
          /** Format: date-time */
          busyTill: string;
        }[];
      }[];
    };
    BookingCheck: {
      /** @default room */
      kind?: string;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      /** @description Each for its own part of the time; all of it unless said */
      resources: {
        /** Format: uuid */
        resourceId: string;
        /** Format: date-time */
        start?: string;
        /** Format: date-time */
        end?: string;
      }[];
      /** @description A booking or hold that does not stand in the way, because it is the one to be moved */
      except?: string | null;
    };
    BookingConflicts: {
      fits: boolean;
      /** @description Why not */
      code: string | null;
      conflicts: {
        /** Format: uuid */
        resourceId: string;
        name: string;
        /** @enum {string} */
        kind: "inactive" | "outside_hours" | "taken";
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
      }[];
    };
    /** @description Who asked, when that is somebody without an account */
    BookingContact: {
      name: string;
      phone?: string | null;
      email?: string | null;
      note?: string | null;
      /** @description The hospital's number as they typed it; it may be somebody else's */
      externalId?: string | null;
      /** @description The booking page on which it was asked for */
      pageId?: string | null;
    };
    BookingDecision: {
      statusMessage?: string | null;
    } | null;
    BookingKind: {
      kind: string;
      title: string;
      needsPatient: boolean;
      takesToken: boolean;
      minutes: {
        least: number;
        most: number;
      };
      needs: {
        role: string;
        types: ("doctor" | "ot" | "lab" | "consultation_room" | "other")[];
        least: number;
        most: number;
        throughout: boolean;
        whole: boolean;
        beforeMinutes: number;
        afterMinutes: number;
      }[];
      /** @description A request holds its time until it is decided */
      requestsHold: boolean;
      publicRequests: boolean;
      noticeMinutes: number;
      offerMinutes: number;
    };
    BookingPage: {
      /** Format: uuid */
      id: string;
      title: string;
      kind: string;
      minutes: number;
      /** @description Any one of them will do */
      resourceIds: string[];
      /** @description Shown above the times */
      message: string | null;
      daysAhead: number;
      noticeMinutes: number;
      open: boolean;
      /**
       * @description instant: a free time is booked at once, without anybody's decision
       * @enum {string}
       */
      confirmation: "request" | "instant";
      /** @description People may wait for a time when none is free */
      waitlist: boolean;
      /** @description Patients are asked for the number that the hospital knows them by */
      asksExternalId: boolean;
    };
    BookingPagePatch: {
      title?: string;
      kind?: string;
      minutes?: number;
      /** @description Any one of them will do */
      resourceIds?: string[];
      /** @description Shown above the times */
      message?: string | null;
      daysAhead?: number;
      noticeMinutes?: number;
      open?: boolean;
      /**
       * @description instant: a free time is booked at once, without anybody's decision
       * @enum {string}
       */
      confirmation?: "request" | "instant";
      /** @description People may wait for a time when none is free */
      waitlist?: boolean;
      /** @description Patients are asked for the number that the hospital knows them by */
      asksExternalId?: boolean;
    };
    BookingPatch: {
      source?: ("emergency" | "paid" | "follow_up" | "walk_in" | "online") | null;
      emergency?: boolean;
    };
    BoxCounts: {
      waitlisted: number;
      offered: number;
      held: number;
      confirmed: number;
      pickedUp: number;
      notCollected: number;
      lapsed: number;
      cancelled: number;
    };
    /** @description In boxes; takings in minor units */
    BoxDayTotals: {
      date: string;
      quantity: number;
      pickedUp: number;
      notCollected: number;
      lapsed: number;
      cancelled: number;
      takings: number;
    };
    BoxPayment: {
      /** @description Null: nobody has begun to pay */
      id: string | null;
      /** Format: uuid */
      reservationId: string;
      /** @enum {string} */
      status: "NONE" | "OPEN" | "PAID" | "CLOSED" | "REFUND_DUE" | "REFUNDED" | "REFUND_FAILED";
      /** @description In the currency's minor units */
      amount: number | null;
      currency: string;
      /** @description Stripe's page to send the person to, while it can be paid */
      url: string | null;
      createdAt: string | null;
      paidAt: string | null;
    };
    BoxType: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      merchantId: string;
      title: string;
      description: string | null;
      value: number | null;
      quantity: number;
      price: number;
      priceDrops: components["schemas"]["PriceDrops"] | null;
      pickupStart: string;
      pickupEnd: string;
      weekdays: number[];
      publishAt: string;
      active: boolean;
      publishedTo: string | null;
      nextPublicationAt: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    BoxTypePatch: {
      title?: string;
      description?: string | null;
      value?: number | null;
      quantity?: number;
      /** @description In the currency's minor units: 450 is 4.50 EUR */
      price?: number;
      priceDrops?: components["schemas"]["PriceDrops"] | null;
      /** @example 17:00 */
      pickupStart?: string;
      /** @example 17:00 */
      pickupEnd?: string;
      weekdays?: number[];
      /** @example 17:00 */
      publishAt?: string;
      active?: boolean;
    };
    CalendarFeed: {
      /** @description For a calendar program; anybody who has it can read the feed */
      url: string;
      names: boolean;
      /** Format: date-time */
      createdAt: string;
    };
    CallNextBooking: {
      /** Format: date */
      date?: string;
      /** @default false */
      early?: boolean;
    } | null;
    Calling: {
      /** @description Where to go; a venue with one desk needs none */
      desk?: (string | number) | null;
    } | null;
    CanceledSeries: {
      /** Format: uuid */
      id: string;
      bookings: components["schemas"]["Booking"][];
    };
    ChangedException: {
      /** Format: uuid */
      id: string;
      available: boolean;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      reason: string | null;
      /** @description What happened to tokens and bookings that were left outside */
      settled: {
        /** @enum {string} */
        kind: "token" | "booking";
        id: string;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        label: string;
        /** @enum {string} */
        outcome: "kept" | "moved" | "waiting";
        movedTo: string | null;
      }[];
    };
    CheckedBooking: {
      fits: boolean;
      /** @description What booking it would be refused with */
      code: string | null;
      conflicts: {
        /** Format: uuid */
        resourceId: string;
        name: string;
        /** @enum {string} */
        kind: "inactive" | "outside_hours" | "taken";
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
      }[];
    };
    CompletingToken: {
      /** @description A queue that they go on to: they wait there from now on */
      next?: string | null;
    } | null;
    Configured: {
      /** Format: uuid */
      id: string;
      /**
       * @description A local date, or an instant: as it was asked for
       * @example 2026-03-02
       * @example 2026-03-02T09:00:00.000Z
       */
      validFrom: string;
      validTill: string | null;
      slotMinutes: number;
      tokensPerSlot: number;
      weekly: components["schemas"]["Window"][];
      /** @description What happened to tokens and bookings that were left outside */
      settled: {
        /** @enum {string} */
        kind: "token" | "booking";
        id: string;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        label: string;
        /** @enum {string} */
        outcome: "kept" | "moved" | "waiting";
        movedTo: string | null;
      }[];
    };
    DayInventory: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      merchantId: string;
      merchant: {
        name: string;
        address: string | null;
        town: string | null;
        latitude: number | null;
        longitude: number | null;
        /** @enum {string} */
        payment: "at_pickup" | "online" | "either";
        mostPerReservation: number;
      };
      boxTypeId: string | null;
      title: string;
      description: string | null;
      /** @description What the content would cost otherwise */
      value: number | null;
      date: string;
      pickupStart: string;
      pickupEnd: string;
      /** Format: date-time */
      startsAt: string;
      /** Format: date-time */
      endsAt: string;
      timezone: string;
      currency: string;
      /** @enum {string} */
      status: "ACTIVE" | "PAUSED" | "SOLD_OUT" | "CLOSED";
      quantity: number;
      /** @description For somebody who comes now: none while somebody waits */
      remaining: number;
      waiting: number;
      /** @description Now */
      price: number;
      fullPrice: number;
      priceDrops: components["schemas"]["PriceDrops"] | null;
      /** @description Every change that is still to come */
      priceChanges: {
        /** Format: date-time */
        at: string;
        price: number;
      }[];
      paused: boolean;
      boxes: components["schemas"]["BoxCounts"];
      takings: number;
    };
    Delegation: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      resourceId: string;
      /** Format: uuid */
      userId: string;
      name: string;
      email: string;
      permissions: ("manage_availability" | "approve" | "book")[];
      /** @description What of it counts now: never more than its giver has */
      inForce: ("manage_availability" | "approve" | "book")[];
      until: string | null;
      /** @description Nulls: somebody whose role has the right on every resource */
      grantedBy: {
        userId: string | null;
        name: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      revokedAt: string | null;
      /**
       * @description void: its giver has lost what it stems from
       * @enum {string}
       */
      status: "active" | "expired" | "revoked" | "void";
    };
    /** @description What doctors, rooms and other resources belong to */
    Department: {
      /** Format: uuid */
      id: string;
      name: string;
    };
    Doctor: {
      /** Format: uuid */
      id: string;
      name: string;
      timezone: string;
      active: boolean;
      departmentId: string | null;
      /** @description Today */
      room: {
        /** Format: uuid */
        id: string;
        name: string;
      } | null;
      usualRoom: {
        /** Format: uuid */
        id: string;
        name: string;
      } | null;
      /** @description null: has had no day with tokens yet */
      code: string | null;
      capacity: number | null;
      emergencyReserve: number | null;
    };
    DoctorLimits: {
      /**
       * @description null: as many as the hours say
       * @default null
       */
      capacity?: number | null;
      /**
       * @description null: what `usualReserve` says
       * @default null
       */
      emergencyReserve?: number | null;
      /** @description Stands before the doctor's numbers: R in R-12. Without it, it stays */
      code?: string;
    };
    DoctorRoom: {
      date: string;
      /** @description On this date; null: none is known */
      room: {
        /** Format: uuid */
        id: string;
        name: string;
      } | null;
      usualRoom: {
        /** Format: uuid */
        id: string;
        name: string;
      } | null;
    };
    DrawnPositions: {
      seedHash: string;
      seed: string | null;
      items: {
        /** Format: uuid */
        positionId: string;
        value: number;
      }[];
      nextCursor: string | null;
    };
    EndedToken: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: "WAITING" | "ALLOCATED" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED" | "EXPIRED";
      /** @description null until it has had a place; E1, E2 … for emergencies with stable numbering */
      number: (number | string) | null;
      /** @description The doctor's code and the number, as on the slip: R-12. It is what stations call */
      label: string | null;
      /** @description Among those of the slot who are still to be called, or who wait; null when the doctor is away then */
      position: number | null;
      /** Format: uuid */
      patientId: string;
      patientName: string;
      /** Format: uuid */
      doctorId: string;
      date: string;
      /** Format: date-time */
      slotStart: string;
      /** Format: date-time */
      slotEnd: string;
      /** Format: date-time */
      requestedSlotStart: string;
      movedToAlternative: boolean;
      /** @enum {string} */
      source: "emergency" | "paid" | "follow_up" | "walk_in" | "online";
      emergency: boolean;
      priority: number;
      /** Format: date-time */
      createdAt: string;
      allocatedAt: string | null;
      checkedInAt: string | null;
      calledAt: string | null;
      startedAt: string | null;
      endedAt: string | null;
      noShowAt: string | null;
      /** @description Why it expired, or why its place or number is not what was told before */
      reason:
        | (
            | "NO_SHOW"
            | "SLOT_ENDED"
            | "DAY_ENDED"
            | "PUT_BACK"
            | "MOVED"
            | "DOCTOR_AWAY"
            | "PROMOTED"
            | "EMERGENCY_AHEAD"
          )
        | null;
      /** @description The station where they went on to, and their ticket there */
      next: {
        /** Format: uuid */
        queueId: string;
        queueName: string;
        /** Format: uuid */
        ticketId: string;
      } | null;
      version: number;
      /** @description Why staff ended it, in their words */
      note: string | null;
    };
    Erasure: {
      dryRun: boolean;
      /** @description How many of each kind */
      erased: {
        [key: string]: number;
      };
      /** @description What is not over, of a dry run */
      open: {
        kind: string;
        /** Format: uuid */
        id: string;
        status: string;
      }[];
    };
    FamilyMember: {
      /** Format: uuid */
      patientId: string;
    };
    FindPlaces: {
      tokenIds: string[];
      /** @description Whose places, in this order where two are equally near */
      doctorIds: string[];
      /**
       * @description How many days ahead, after the day of the token
       * @default 0
       */
      days?: number;
      /** @description With dryRun: as if this doctor were away then */
      away?: {
        /** Format: uuid */
        doctorId: string;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
      };
      /** @default false */
      dryRun?: boolean;
    };
    FoundPlaces: {
      dryRun: boolean;
      moved: number;
      nowhere: number;
      items: {
        token: components["schemas"]["Token"];
        /** @enum {string} */
        outcome: "moved" | "nowhere" | "unchanged";
        to: {
          /** Format: uuid */
          doctorId: string;
          date: string;
          /** Format: date-time */
          slotStart: string;
          /** Format: date-time */
          slotEnd: string;
        } | null;
      }[];
    };
    FreeTimes: {
      items: {
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        /** Format: uuid */
        resourceId: string;
      }[];
    };
    Heartbeat: {
      /** @description The signed place of an earlier answer; the cookie says the same */
      place?: string;
    } | null;
    Hold: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      expiresAt: string;
      extended: boolean;
      resources: {
        /** Format: uuid */
        resourceId: string;
        name: string;
        /** @enum {string} */
        type: "doctor" | "ot" | "lab" | "consultation_room" | "other";
        role: string | null;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        /**
         * Format: date-time
         * @description With what is needed before
         */
        busyFrom: string;
        /**
         * Format: date-time
         * @description With what is needed after
         */
        busyTill: string;
      }[];
    };
    /** @description The proof of the host name, which is looked for once a day, is gone. A DNS or a site that does not answer is not enough for that */
    HostProofMissing: {
      /** Format: date-time */
      since: string;
      /**
       * Format: date-time
       * @description If it is still gone then, requests for the name are no longer passed on
       */
      servedUntil: string;
      /** @description The same in words, with what to do about it */
      detail: string;
      record: {
        type: string;
        name: string;
        value: string;
      };
      file: {
        url: string;
        content: string;
      };
    };
    ImportPreview: {
      total: number;
      wrongTotal: number;
      /** @description Lines with errors; the first 200 */
      wrong: {
        /** @description In the file */
        line: number;
        name: string;
        /** @enum {string} */
        type: "doctor" | "ot" | "lab" | "consultation_room" | "other";
        timezone: string;
        department: string | null;
        slotMinutes: number | null;
        tokensPerSlot: number | null;
        weekly: components["schemas"]["Window"][];
        errors: string[];
      }[];
      /** @description Lines that are right; the first 200 */
      lines: {
        /** @description In the file */
        line: number;
        name: string;
        /** @enum {string} */
        type: "doctor" | "ot" | "lab" | "consultation_room" | "other";
        timezone: string;
        department: string | null;
        slotMinutes: number | null;
        tokensPerSlot: number | null;
        weekly: components["schemas"]["Window"][];
        errors: string[];
      }[];
      newDepartments: string[];
    };
    ImportedResources: {
      imported: number;
      /** @description Those that were made for them */
      departments: string[];
    };
    Inventory: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      merchantId: string;
      merchant: {
        name: string;
        address: string | null;
        town: string | null;
        latitude: number | null;
        longitude: number | null;
        /** @enum {string} */
        payment: "at_pickup" | "online" | "either";
        mostPerReservation: number;
      };
      boxTypeId: string | null;
      title: string;
      description: string | null;
      /** @description What the content would cost otherwise */
      value: number | null;
      date: string;
      pickupStart: string;
      pickupEnd: string;
      /** Format: date-time */
      startsAt: string;
      /** Format: date-time */
      endsAt: string;
      timezone: string;
      currency: string;
      /** @enum {string} */
      status: "ACTIVE" | "PAUSED" | "SOLD_OUT" | "CLOSED";
      quantity: number;
      /** @description For somebody who comes now: none while somebody waits */
      remaining: number;
      waiting: number;
      /** @description Now */
      price: number;
      fullPrice: number;
      priceDrops: components["schemas"]["PriceDrops"] | null;
      /** @description Every change that is still to come */
      priceChanges: {
        /** Format: date-time */
        at: string;
        price: number;
      }[];
    };
    InventoryPatch: {
      quantity?: number;
      paused?: boolean;
      /** @description In the currency's minor units: 450 is 4.50 EUR */
      price?: number;
      priceDrops?: components["schemas"]["PriceDrops"] | null;
    };
    Invitation: {
      organisation: components["schemas"]["Organisation"];
      email: string;
      name: string | null;
      role: components["schemas"]["Role"];
      /** Format: date-time */
      expiresAt: string;
    };
    InvitedMember: {
      /** Format: uuid */
      id: string;
      /** @description null until the invitation is accepted */
      userId: string | null;
      name: string | null;
      email: string;
      /** @description false: only the person who invited them vouches for the address */
      emailVerified: boolean;
      role: components["schemas"]["Role"];
      /** @enum {string} */
      status: "active" | "invited";
      /** @description For the invited alone; works for 7 days */
      inviteUrl: string;
    };
    JoinedPosition: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      roomId: string;
      /** @enum {string} */
      status: "WAITING" | "ADMITTED" | "ACTIVE" | "COMPLETED" | "EXPIRED";
      /** @description Why it is EXPIRED */
      reason:
        | ("HEARTBEAT_TIMEOUT" | "CANCELLED" | "PASS_NOT_USED" | "SESSION_TIMEOUT" | "TERMINATED")
        | null;
      priority: number;
      /** @description 1 is next; null unless WAITING and drawn */
      position: number | null;
      ahead: number | null;
      queueLength: number;
      estimatedWait: components["schemas"]["RoomWait"] | null;
      opensAt: string | null;
      message: string | null;
      /** Format: date-time */
      joinedAt: string;
      admittedAt: string | null;
      startedAt: string | null;
      endedAt: string | null;
      sessionEndsAt: string | null;
      /** @description While ADMITTED: Ed25519 JWT, to be used once */
      pass: string | null;
      passExpiresAt: string | null;
      redirectUrl: string | null;
      /** @description When to ask again */
      pollSeconds: number;
      /** @description For its holder alone */
      place: string | null;
      /** @description Bearer for this position alone. null, like `place` and `pass`, for somebody unknown who repeats a sessionId of less than 16 characters */
      secret: string | null;
    };
    JoinedTicket: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      queueId: string;
      queueName: string;
      number: string;
      /** @description 0: the number was brought along */
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
      /** @description Where they were sent on from: a doctor with their token, or a queue */
      from: {
        name: string;
        tokenId: string | null;
      } | null;
      /** @description Bearer for this ticket alone */
      secret: string;
    };
    Joining: {
      name: string;
      mobile?: string | null;
      /** @default 1 */
      partySize?: number;
      /** @description Key of a priority; counts only from staff */
      priority?: string;
    };
    /** @description Public keys; the first one signs */
    Jwks: {
      keys: {
        [key: string]: unknown;
      }[];
    };
    KindSettings: {
      /** @description A request holds its time until it is decided */
      requestsHold?: boolean;
      publicRequests?: boolean;
      noticeMinutes?: number;
      offerMinutes?: number;
    };
    /** @description Admits with tokens for Queue-it's KnownUser V3 connectors instead of our passes */
    KnownUser: {
      customerId: string;
      eventId: string;
      secretKey: string;
    } | null;
    ListedPosition: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: "WAITING" | "ADMITTED" | "ACTIVE" | "COMPLETED" | "EXPIRED";
      priority: number;
      drawn: boolean;
      /** Format: date-time */
      joinedAt: string;
      address: string | null;
    };
    ListedWait: {
      /** Format: uuid */
      id: string;
      kind: string;
      /** @enum {string} */
      status: "waiting" | "offered" | "accepted" | "declined" | "lapsed" | "canceled";
      patientId: string | null;
      title: string | null;
      contact: components["schemas"]["BookingContact"] | null;
      resources: {
        /** Format: uuid */
        resourceId: string;
      }[];
      /** Format: date-time */
      earliest: string;
      /** Format: date-time */
      latest: string;
      minutes: number;
      offer: {
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        /** Format: date-time */
        expiresAt: string;
      } | null;
      bookingId: string | null;
      /** @description The booking's own page, once the offer is accepted; for the holder alone */
      bookingUrl: string | null;
      wishedBy: string;
      /** Format: date-time */
      createdAt: string;
      /** @description For callers who may see patients */
      patientName: string | null;
    };
    LiveQueue: {
      date: string;
      /** @description The token that call-next takes; null: nobody is left */
      next: string | null;
      items: (
        | {
            /** @constant */
            type: "token";
            /** @description Start (ms), priority, rank (µs): the lowest comes first */
            readonly score: [number, number, number];
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "WAITING" | "ALLOCATED" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED" | "EXPIRED";
            /** @description null until it has had a place; E1, E2 … for emergencies with stable numbering */
            number: (number | string) | null;
            /** @description The doctor's code and the number, as on the slip: R-12. It is what stations call */
            label: string | null;
            /** @description Among those of the slot who are still to be called, or who wait; null when the doctor is away then */
            position: number | null;
            /** Format: uuid */
            patientId: string;
            patientName: string;
            /** Format: uuid */
            doctorId: string;
            date: string;
            /** Format: date-time */
            slotStart: string;
            /** Format: date-time */
            slotEnd: string;
            /** Format: date-time */
            requestedSlotStart: string;
            movedToAlternative: boolean;
            /** @enum {string} */
            source: "emergency" | "paid" | "follow_up" | "walk_in" | "online";
            emergency: boolean;
            priority: number;
            /** Format: date-time */
            createdAt: string;
            allocatedAt: string | null;
            checkedInAt: string | null;
            calledAt: string | null;
            startedAt: string | null;
            endedAt: string | null;
            noShowAt: string | null;
            /** @description Why it expired, or why its place or number is not what was told before */
            reason:
              | (
                  | "NO_SHOW"
                  | "SLOT_ENDED"
                  | "DAY_ENDED"
                  | "PUT_BACK"
                  | "MOVED"
                  | "DOCTOR_AWAY"
                  | "PROMOTED"
                  | "EMERGENCY_AHEAD"
                )
              | null;
            /** @description The station where they went on to, and their ticket there */
            next: {
              /** Format: uuid */
              queueId: string;
              queueName: string;
              /** Format: uuid */
              ticketId: string;
            } | null;
            version: number;
          }
        | {
            /** @constant */
            type: "booking";
            /** Format: uuid */
            id: string;
            /** @description Start (ms), priority, rank (µs): the lowest comes first */
            readonly score: [number, number, number];
            kind: string;
            title: string | null;
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
            patientId: string | null;
            patientName: string | null;
            source: ("emergency" | "paid" | "follow_up" | "walk_in" | "online") | null;
            emergency: boolean;
            /** @enum {string} */
            stage: "booked" | "checked_in" | "called" | "in_progress" | "finished" | "no_show";
            checkedInAt: string | null;
            calledAt: string | null;
            startedAt: string | null;
            endedAt: string | null;
          }
      )[];
    };
    MadeBooking: {
      /** Format: uuid */
      id: string;
      kind: string;
      /** @enum {string} */
      status: "requested" | "approved" | "denied" | "canceled";
      statusMessage: string | null;
      patientId: string | null;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      title: string | null;
      contact: components["schemas"]["BookingContact"] | null;
      /** @description user:…, key:…, or public; staff to holders */
      bookedBy: string;
      seriesId: string | null;
      /** @description The OPD token that it took */
      tokenId: string | null;
      resources: {
        /** Format: uuid */
        resourceId: string;
        name: string;
        /** @enum {string} */
        type: "doctor" | "ot" | "lab" | "consultation_room" | "other";
        role: string | null;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        /**
         * Format: date-time
         * @description With what is needed before
         */
        busyFrom: string;
        /**
         * Format: date-time
         * @description With what is needed after
         */
        busyTill: string;
      }[];
      source: ("emergency" | "paid" | "follow_up" | "walk_in" | "online") | null;
      emergency: boolean;
      /**
       * @description How it goes on the day
       * @enum {string}
       */
      stage: "booked" | "checked_in" | "called" | "in_progress" | "finished" | "no_show";
      checkedInAt: string | null;
      calledAt: string | null;
      startedAt: string | null;
      endedAt: string | null;
      version: number;
      /** Format: date-time */
      createdAt: string;
      decidedAt: string | null;
      decidedBy: string | null;
      /** @description Its holder can follow and cancel this booking */
      secret: string;
    };
    MadePublicRequest: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: "requested" | "approved" | "denied" | "canceled";
      /** @description Why it is canceled, or a request again; null: nothing more is known */
      why: ("by_you" | "by_organisation" | "no_show" | "slot_ended" | "no_longer_open") | null;
      statusMessage: string | null;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      minutes: number;
      title: string;
      organisation: string;
      timezone: string;
      resources: {
        name: string;
      }[];
      pageId: string | null;
      /** @description Its holder can choose another time now */
      canMove: boolean;
      /** @description The page of its OPD token: the number, the place in the queue, the call */
      visitUrl: string | null;
      secret: string;
      /** @description A page to follow and cancel it */
      followUrl: string;
    };
    MadePublicWait: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: "waiting" | "offered" | "accepted" | "declined" | "lapsed" | "canceled";
      /** Format: date-time */
      earliest: string;
      /** Format: date-time */
      latest: string;
      minutes: number;
      secret: string;
      /** @description A page on which an offer is shown and accepted */
      followUrl: string;
    };
    MadeSeries: {
      /** Format: uuid */
      id: string;
      bookings: components["schemas"]["Booking"][];
      skipped: {
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        fits: boolean;
        /** @description Why it does not fit */
        code: string | null;
        conflicts: {
          /** Format: uuid */
          resourceId: string;
          name: string;
          /** @enum {string} */
          kind: "inactive" | "outside_hours" | "taken";
          /** Format: date-time */
          start: string;
          /** Format: date-time */
          end: string;
        }[];
      }[];
    };
    MadeWait: {
      /** Format: uuid */
      id: string;
      kind: string;
      /** @enum {string} */
      status: "waiting" | "offered" | "accepted" | "declined" | "lapsed" | "canceled";
      patientId: string | null;
      title: string | null;
      contact: components["schemas"]["BookingContact"] | null;
      resources: {
        /** Format: uuid */
        resourceId: string;
      }[];
      /** Format: date-time */
      earliest: string;
      /** Format: date-time */
      latest: string;
      minutes: number;
      offer: {
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        /** Format: date-time */
        expiresAt: string;
      } | null;
      bookingId: string | null;
      /** @description The booking's own page, once the offer is accepted; for the holder alone */
      bookingUrl: string | null;
      wishedBy: string;
      /** Format: date-time */
      createdAt: string;
      secret: string;
    };
    ManyExceptions: {
      items: {
        /** Format: uuid */
        resourceId: string;
        name: string;
        exceptionId: string | null;
        /** @description What happened to tokens and bookings that were left outside */
        settled: {
          /** @enum {string} */
          kind: "token" | "booking";
          id: string;
          /** Format: date-time */
          start: string;
          /** Format: date-time */
          end: string;
          label: string;
          /** @enum {string} */
          outcome: "kept" | "moved" | "waiting";
          movedTo: string | null;
        }[];
        /** @description Why this one was not changed */
        refusal: {
          code: string;
          detail: string;
        } | null;
      }[];
    };
    ManyExceptionsPreview: {
      /** @description The first thousand */
      outside: {
        /** Format: uuid */
        resourceId: string;
        resourceName: string;
        /** @enum {string} */
        kind: "token" | "booking";
        id: string;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        label: string;
      }[];
      outsideTotal: number;
      /** @description How many resources they are with */
      resources: number;
    };
    Me: {
      /** @enum {string} */
      kind: "user" | "key";
      user?: components["schemas"]["SignedInUser"];
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
      /** @description false: only the person who invited them vouches for the address */
      emailVerified: boolean;
      role: components["schemas"]["Role"];
      /** @enum {string} */
      status: "active" | "invited";
    };
    Merchant: {
      /** Format: uuid */
      id: string;
      name: string;
      timezone: string;
      currency: string;
      address: string | null;
      town: string | null;
      latitude: number | null;
      longitude: number | null;
      holdMinutes: number;
      offerMinutes: number;
      cooldownMinutes: number;
      mostPerReservation: number;
      /** @enum {string} */
      payment: "at_pickup" | "online" | "either";
      /** @enum {string} */
      latePayments: "refund" | "honour";
      /** Format: date-time */
      createdAt: string;
    };
    /** @description Zone and currency stay: windows and prices were given in them */
    MerchantPatch: {
      name?: string;
      address?: string | null;
      town?: string | null;
      latitude?: number | null;
      longitude?: number | null;
      holdMinutes?: number;
      offerMinutes?: number;
      cooldownMinutes?: number;
      mostPerReservation?: number;
      /** @enum {string} */
      payment?: "at_pickup" | "online" | "either";
      /** @enum {string} */
      latePayments?: "refund" | "honour";
    };
    MergePatients: {
      /**
       * Format: uuid
       * @description The record that becomes part of this one
       */
      patientId: string;
      /**
       * @description Fields to take from it although this one has something there
       * @default []
       */
      take?: (
        | "name"
        | "phone"
        | "externalId"
        | "birthDate"
        | "sex"
        | "email"
        | "language"
        | "notes"
      )[];
      /** @default false */
      dryRun?: boolean;
    };
    MergedPatients: {
      dryRun: boolean;
      patient: components["schemas"]["Patient"];
      /** @description How many tokens, bookings and waits follow */
      moved: {
        [key: string]: number;
      };
    };
    MovingToken: {
      /** Format: date-time */
      slotStart: string;
      /** Format: uuid */
      doctorId?: string;
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
    NewBooking: {
      kind: string;
      patientId?: string | null;
      title?: string | null;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      /** @description Each for its own part of the time; all of it unless said */
      resources: {
        /** Format: uuid */
        resourceId: string;
        /** Format: date-time */
        start?: string;
        /** Format: date-time */
        end?: string;
      }[];
      /** @description Becomes the booking, without a gap */
      holdId?: string | null;
      contact?: components["schemas"]["BookingContact"] | null;
      statusMessage?: string | null;
      /** @description How it came about, as of a token */
      source?: ("emergency" | "paid" | "follow_up" | "walk_in" | "online") | null;
      /**
       * @description First among those of its time
       * @default false
       */
      emergency?: boolean;
      /**
       * @description Only ask for it, although the caller may book
       * @default false
       */
      request?: boolean;
    };
    NewBookingPage: {
      title: string;
      kind: string;
      minutes: number;
      /** @description Any one of them will do */
      resourceIds: string[];
      /**
       * @description Shown above the times
       * @default null
       */
      message?: string | null;
      /** @default 60 */
      daysAhead?: number;
      /** @default 0 */
      noticeMinutes?: number;
      /** @default true */
      open?: boolean;
      /**
       * @description instant: a free time is booked at once, without anybody's decision
       * @default request
       * @enum {string}
       */
      confirmation?: "request" | "instant";
      /**
       * @description People may wait for a time when none is free
       * @default true
       */
      waitlist?: boolean;
      /**
       * @description Patients are asked for the number that the hospital knows them by
       * @default false
       */
      asksExternalId?: boolean;
    };
    NewBoxType: {
      title: string;
      description?: string | null;
      value?: number | null;
      quantity: number;
      /** @description In the currency's minor units: 450 is 4.50 EUR */
      price: number;
      priceDrops?: components["schemas"]["PriceDrops"] | null;
      /** @example 17:00 */
      pickupStart: string;
      /** @example 17:00 */
      pickupEnd: string;
      /**
       * @description Published by itself on these; 0 = Monday
       * @default []
       */
      weekdays?: number[];
      /**
       * @description When on the day, at the merchant's
       * @default 00:00
       * @example 17:00
       */
      publishAt?: string;
      /** @default true */
      active?: boolean;
    };
    NewCalendarFeed: {
      /**
       * @description With names of patients; only by those who may see them (opd:read)
       * @default false
       */
      names?: boolean;
    } | null;
    NewConfiguration: {
      /**
       * @description An instant, or a local date, which stands for its first moment. In the middle of a day: hours and slots before it stay as they were
       * @example 2026-03-02T09:00:00Z
       * @example 2026-03-02
       */
      validFrom: string;
      /** @description An instant, or a local date, before which it ends; null: until another one starts */
      validTill?: string | null;
      slotMinutes: number;
      /** @description How many at the same time. Left out: 10 for a doctor, 1 for anything else */
      tokensPerSlot?: number;
      weekly: components["schemas"]["Window"][];
      /** @description true: yes, a theatre, room or laboratory takes more than one at the same time (`tokensPerSlot` above 1) */
      confirmSeveral?: boolean;
      /**
       * @description What happens to tokens and bookings that would be left outside: they stay as they are, or get the nearest places. Without it the change is refused with their list
       * @enum {string}
       */
      conflicts?: "keep" | "move";
    };
    NewDelegation: {
      /**
       * Format: uuid
       * @description A member of the organisation
       */
      userId: string;
      permissions: ("manage_availability" | "approve" | "book")[];
      /** @description Without it: until revoked, or for as long as the giver has it */
      until?: string | null;
    };
    NewDepartment: {
      name: string;
    };
    NewDoctorRoom: {
      /** @description A resource that is no doctor; null: none; `usual`: as on other dates */
      roomId: string | null;
      /**
       * Format: date
       * @description Without it: from now on, on every date
       */
      date?: string;
    };
    NewException: {
      /** @description true opens, false closes */
      available: boolean;
      /**
       * @description An instant, or a local date, which stands for its first moment in the resource's zone
       * @example 2026-03-02T09:00:00Z
       * @example 2026-03-02
       */
      start: string;
      /**
       * @description An instant, or a local date, which stands for its first moment in the resource's zone
       * @example 2026-03-02T09:00:00Z
       * @example 2026-03-02
       */
      end: string;
      reason?: string | null;
      /**
       * @description What happens to tokens and bookings that would be left outside: they stay as they are, or get the nearest places. Without it the change is refused with their list
       * @enum {string}
       */
      conflicts?: "keep" | "move";
    };
    NewExceptions: {
      /** @description true opens, false closes */
      available: boolean;
      /**
       * @description An instant, or a local date, which stands for its first moment in the resource's zone
       * @example 2026-03-02T09:00:00Z
       * @example 2026-03-02
       */
      start: string;
      /**
       * @description An instant, or a local date, which stands for its first moment in the resource's zone
       * @example 2026-03-02T09:00:00Z
       * @example 2026-03-02
       */
      end: string;
      reason?: string | null;
      /**
       * @description What happens to tokens and bookings that would be left outside: they stay as they are, or get the nearest places. Without it the change is refused with their list
       * @enum {string}
       */
      conflicts?: "keep" | "move";
      resourceIds: string[];
    };
    NewHold: {
      /** @description With it, what the kind needs before and after is held too */
      kind?: string;
      resources: {
        /** Format: uuid */
        resourceId: string;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
      }[];
      /** @default 60 */
      ttlSeconds?: number;
    };
    NewInventory: {
      /**
       * Format: uuid
       * @description What is not given comes from this template
       */
      boxTypeId?: string;
      /** Format: date */
      date: string;
      title?: string;
      description?: string | null;
      value?: number | null;
      quantity?: number;
      /** @description In the currency's minor units: 450 is 4.50 EUR */
      price?: number;
      priceDrops?: components["schemas"]["PriceDrops"] | null;
      /** @example 17:00 */
      pickupStart?: string;
      /** @example 17:00 */
      pickupEnd?: string;
    };
    NewMerchant: {
      name: string;
      timezone: string;
      currency: string;
      address?: string | null;
      town?: string | null;
      latitude?: number | null;
      longitude?: number | null;
      /** @default 20 */
      holdMinutes?: number;
      /** @default 10 */
      offerMinutes?: number;
      /** @default 30 */
      cooldownMinutes?: number;
      /** @default 5 */
      mostPerReservation?: number;
      /**
       * @default at_pickup
       * @enum {string}
       */
      payment?: "at_pickup" | "online" | "either";
      /**
       * @default refund
       * @enum {string}
       */
      latePayments?: "refund" | "honour";
    };
    NewOrganisation: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description An owner key of it; shown now and never again */
      apiKey: string;
    };
    NewOutsideCalendar: {
      /** @description Shown as the reason why it is closed */
      name: string;
      /** @description https:, http: or webcal:; read again and again */
      url?: string;
      /** @description An iCalendar text, in place of an address */
      ics?: string;
      /**
       * @description What happens to tokens and bookings that a busy time runs into: they stay as they are, or get the nearest places
       * @default keep
       * @enum {string}
       */
      conflicts?: "keep" | "move";
      /** @default 15 */
      refreshMinutes?: number;
    };
    NewPatient: {
      name: string;
      phone?: string | null;
      /** @description The hospital's own number */
      externalId?: string | null;
      birthDate?: string | null;
      sex?: ("female" | "male" | "other") | null;
      email?: string | null;
      language?: string | null;
      notes?: string | null;
      /**
       * @description false: 409 `POSSIBLE_DUPLICATE` names records that may be of the same person
       * @default true
       */
      allowDuplicate?: boolean;
    };
    NewPublicWait: {
      /** Format: date-time */
      earliest: string;
      /**
       * Format: date-time
       * @description When it has to be over
       */
      latest: string;
      /**
       * Format: uuid
       * @description Needed on a page with several
       */
      resourceId?: string;
      name: string;
      /** @description Needed where the booking is for a patient */
      phone?: string | null;
      email?: string | null;
      /** @description The number that the hospital knows a patient by */
      externalId?: string | null;
      note?: string | null;
    };
    NewQueue: {
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
    NewReservation: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      inventoryId: string;
      /** Format: uuid */
      merchantId: string;
      merchantName: string;
      title: string;
      userId: string;
      name: string | null;
      /** @enum {string} */
      status: "WAITLISTED" | "OFFERED" | "ACTIVE" | "PICKED_UP" | "CANCELLED" | "EXPIRED";
      quantity: number;
      /** @description On the waitlist */
      position: number | null;
      /** @description With a box only */
      pickupCode: string | null;
      /** @description When the hold, the offer, or once confirmed the window ends */
      expiresAt: string | null;
      unitPrice: number | null;
      /** @description Fixed when the box is held or offered */
      amount: number | null;
      currency: string;
      /** @enum {string} */
      paymentStatus: "PENDING" | "PAID" | "REFUND_DUE" | "REFUNDED";
      /** @description Before pickup: nothing is to be paid there */
      paidOnline: boolean;
      /** Format: date-time */
      pickupStartsAt: string;
      /** Format: date-time */
      pickupEndsAt: string;
      timezone: string;
      /** Format: date-time */
      reservedAt: string;
      offeredAt: string | null;
      confirmedAt: string | null;
      endedAt: string | null;
      /** @description Why it ended */
      reason:
        | (
            | "HOLD_LAPSED"
            | "OFFER_LAPSED"
            | "NOT_COLLECTED"
            | "WINDOW_CLOSED"
            | "SOLD_OUT"
            | "DECLINED"
            | "BY_MERCHANT"
          )
        | null;
      version: number;
      secret: string;
    };
    NewResource: {
      /** @enum {string} */
      type: "doctor" | "ot" | "lab" | "consultation_room" | "other";
      name: string;
      timezone: string;
      /** @description What it stands for in your own system; one resource per type and object */
      objectId?: string | null;
      /** @description null: in no department */
      departmentId?: string | null;
    };
    NewRoom: {
      name: string;
      /** @description The site behind the room */
      targetUrl: string;
      /** @description Most with a pass or a session, together, at any moment */
      maxActive: number;
      /** @description Fractions too: 0.5 is one every two seconds */
      admitPerSecond: number;
      /** @default null */
      maxWaiting?: number | null;
      /**
       * @description strict: by priority, then arrival. skip-ahead: priority 1 skips 10 % of the queue, 2 skips 50 %, 3 goes to the front
       * @default strict
       * @enum {string}
       */
      policy?: "strict" | "skip-ahead";
      /**
       * @description Somebody who has waited this long is no longer overtaken
       * @default null
       */
      ageingSeconds?: number | null;
      /**
       * @description A visitor who sends no heartbeat for that long is removed
       * @default 120
       */
      heartbeatSeconds?: number;
      /**
       * @description How long a session lasts, from its start
       * @default 10
       */
      sessionMinutes?: number;
      /**
       * @description paused: nobody is admitted. closed: nobody new may join; those who wait go on
       * @default open
       * @enum {string}
       */
      state?: "open" | "paused" | "closed";
      /** @description Visitors who come before are put in random order at that moment */
      opensAt?: string | null;
      /**
       * @description Shown to those who wait
       * @default null
       */
      message?: string | null;
      /** @default 100 */
      joinsPerAddressPerMinute?: number;
      /**
       * @description Work before joining: 18 is about a second on a phone. 0 asks for none
       * @default 0
       */
      challengeBits?: number;
      /**
       * @description The proxy's: requests for this name are passed on to the target, with a session. It has to be shown that the name is yours: HOST_UNPROVEN names the DNS record or the file that does so
       * @default null
       */
      hostName?: string | null;
      /**
       * @description What the proxy passes on without a session, by how the path starts
       * @default []
       */
      openPaths?: string[];
      /** @default null */
      knownUser?: components["schemas"]["KnownUser"];
      /**
       * @default {
       *       "logo": null,
       *       "accent": null,
       *       "background": null,
       *       "languages": [
       *         "en"
       *       ],
       *       "texts": {}
       *     }
       */
      page?: components["schemas"]["RoomPage"];
    };
    NewSeries: {
      kind: string;
      patientId?: string | null;
      title?: string | null;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      /** @description Each for its own part of the time; all of it unless said */
      resources: {
        /** Format: uuid */
        resourceId: string;
        /** Format: date-time */
        start?: string;
        /** Format: date-time */
        end?: string;
      }[];
      rule: components["schemas"]["Recurrence"];
      /** @description IANA; the first resource's unless said */
      timezone?: string;
      /**
       * @description All of them or none; or those that fit
       * @default all
       * @enum {string}
       */
      take?: "all" | "fitting";
    };
    NewWait: {
      /** @default room */
      kind?: string;
      patientId?: string | null;
      title?: string | null;
      contact?: components["schemas"]["BookingContact"] | null;
      resources: {
        /** Format: uuid */
        resourceId: string;
      }[];
      /** Format: date-time */
      earliest: string;
      /**
       * Format: date-time
       * @description When it has to be over
       */
      latest: string;
      minutes: number;
    };
    OpdBoard: {
      doctors: components["schemas"]["OpdBoardPart"][];
    };
    /** @description Numbers, never names */
    OpdBoardPart: {
      doctor: {
        /** Format: uuid */
        id: string;
        name: string;
        timezone: string;
        /** @description Where to go on this date */
        room: string | null;
      };
      date: string;
      now: {
        number: (number | string) | null;
        label: string | null;
        status: string;
        calledAt: string | null;
        /** Format: date-time */
        slotStart: string;
      }[];
      next: (number | string)[];
      /** @description The same with their slots, which tell equal numbers apart */
      upcoming: {
        number: number | string;
        label: string;
        /** Format: date-time */
        slotStart: string;
      }[];
      waiting: number;
    };
    OpdRules: {
      /**
       * @description stable: a number never changes, emergencies are E1, E2 …; shifting: an emergency takes the first one
       * @enum {string}
       */
      numbering: "stable" | "shifting";
      /**
       * @description Whether a number is given once in a doctor's day, or once in each slot. Shifting numbers count in each slot
       * @enum {string}
       */
      numbersPer: "day" | "slot";
      /** @enum {string} */
      duplicates: "per_date" | "per_doctor";
      graceMinutes: number;
      bufferReleaseMinutes: number;
      /**
       * @description What a slot keeps for emergencies unless set. two: the first two places are for everybody, the next two are kept; fifth: a fifth of the places, at most two
       * @enum {string}
       */
      usualReserve: "two" | "fifth";
    };
    OpdRulesPatch: {
      /**
       * @description stable: a number never changes, emergencies are E1, E2 …; shifting: an emergency takes the first one
       * @enum {string}
       */
      numbering?: "stable" | "shifting";
      /**
       * @description Whether a number is given once in a doctor's day, or once in each slot. Shifting numbers count in each slot
       * @enum {string}
       */
      numbersPer?: "day" | "slot";
      /** @enum {string} */
      duplicates?: "per_date" | "per_doctor";
      graceMinutes?: number;
      bufferReleaseMinutes?: number;
      /**
       * @description What a slot keeps for emergencies unless set. two: the first two places are for everybody, the next two are kept; fifth: a fifth of the places, at most two
       * @enum {string}
       */
      usualReserve?: "two" | "fifth";
    };
    OpdSlot: {
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      capacity: number;
      emergencyReserve: number;
      taken: number;
      open: number;
      openToEmergencies: number;
      /** @enum {string} */
      state: "AVAILABLE" | "FULL_REGULAR" | "FULL";
      /** @description No longer in the doctor's hours, but somebody is in it still */
      closed: boolean;
      allocated: components["schemas"]["Token"][];
      waiting: components["schemas"]["Token"][];
    };
    OpdSlotLimits: {
      /** Format: uuid */
      doctorId: string;
      /** Format: date-time */
      slotStart: string;
      capacity: number;
      /** @description Without it the doctor's, or what `usualReserve` says */
      emergencyReserve?: number | null;
    };
    OpenInventory: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      merchantId: string;
      merchant: {
        name: string;
        address: string | null;
        town: string | null;
        latitude: number | null;
        longitude: number | null;
        /** @enum {string} */
        payment: "at_pickup" | "online" | "either";
        mostPerReservation: number;
      };
      boxTypeId: string | null;
      title: string;
      description: string | null;
      /** @description What the content would cost otherwise */
      value: number | null;
      date: string;
      pickupStart: string;
      pickupEnd: string;
      /** Format: date-time */
      startsAt: string;
      /** Format: date-time */
      endsAt: string;
      timezone: string;
      currency: string;
      /** @enum {string} */
      status: "ACTIVE" | "PAUSED" | "SOLD_OUT" | "CLOSED";
      quantity: number;
      /** @description For somebody who comes now: none while somebody waits */
      remaining: number;
      waiting: number;
      /** @description Now */
      price: number;
      fullPrice: number;
      priceDrops: components["schemas"]["PriceDrops"] | null;
      /** @description Every change that is still to come */
      priceChanges: {
        /** Format: date-time */
        at: string;
        price: number;
      }[];
      distanceKm: number | null;
    };
    Opening: {
      /** @enum {string} */
      state: "open" | "paused" | "closed";
    };
    Organisation: {
      /** Format: uuid */
      id: string;
      name: string;
    };
    OrganisationWithUsage: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description What it has made, and how much the operator allows */
      usage: {
        queues: {
          used: number;
          most: number;
        };
        rooms: {
          used: number;
          most: number;
        };
        resources: {
          used: number;
          most: number;
        };
        merchants: {
          used: number;
          most: number;
        };
        boxTypes: {
          used: number;
          most: number;
        };
        calendars: {
          used: number;
          most: number;
        };
        bookingPages: {
          used: number;
          most: number;
        };
        /** @description Invitations that are still open count, too */
        members: {
          used: number;
          most: number;
        };
        apiKeys: {
          used: number;
          most: number;
        };
      };
    };
    OutsideCalendar: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      kind: "upload" | "subscription";
      url: string | null;
      /**
       * @description failing: what was read last still counts; pending: not read yet
       * @enum {string}
       */
      state: "pending" | "ok" | "failing";
      error: string | null;
      lastTriedAt: string | null;
      lastReadAt: string | null;
      /** Format: date-time */
      nextReadAt: string;
      /** @description Busy times in the next 400 days */
      busyCount: number;
      /** @description Tokens and bookings that the last change of it ran into */
      leftOutside: number;
      /** @enum {string} */
      conflicts: "keep" | "move";
      refreshMinutes: number;
      /** Format: date-time */
      createdAt: string;
    };
    Passkey: {
      /** Format: uuid */
      id: string;
      name: string;
      /** Format: date-time */
      createdAt: string;
      lastUsedAt: string | null;
    };
    PasskeyCreation: {
      challenge: string;
      rp: {
        id: string;
        name: string;
      };
      user: {
        id: string;
        name: string;
        displayName: string;
      };
      pubKeyCredParams: {
        alg: number;
        /** @constant */
        type: "public-key";
      }[];
      timeout: number;
      /** @constant */
      attestation: "none";
      excludeCredentials: {
        id: string;
        /** @constant */
        type: "public-key";
      }[];
      authenticatorSelection: {
        /** @constant */
        residentKey: "required";
        /** @constant */
        requireResidentKey: true;
        /** @constant */
        userVerification: "required";
      };
    };
    PasskeyRequest: {
      challenge: string;
      rpId: string;
      timeout: number;
      /** @constant */
      userVerification: "required";
    };
    Patient: {
      /** Format: uuid */
      id: string;
      name: string;
      phone: string | null;
      externalId: string | null;
      birthDate: string | null;
      sex: ("female" | "male" | "other") | null;
      email: string | null;
      language: string | null;
      notes: string | null;
    };
    PatientPatch: {
      name?: string;
      phone?: string | null;
      /** @description The hospital's own number */
      externalId?: string | null;
      birthDate?: string | null;
      sex?: ("female" | "male" | "other") | null;
      email?: string | null;
      language?: string | null;
      notes?: string | null;
    };
    /** @description A token, with what is needed to show its time */
    PatientVisit: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: "WAITING" | "ALLOCATED" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED" | "EXPIRED";
      /** @description null until it has had a place; E1, E2 … for emergencies with stable numbering */
      number: (number | string) | null;
      /** @description The doctor's code and the number, as on the slip: R-12. It is what stations call */
      label: string | null;
      /** @description Among those of the slot who are still to be called, or who wait; null when the doctor is away then */
      position: number | null;
      /** Format: uuid */
      patientId: string;
      patientName: string;
      /** Format: uuid */
      doctorId: string;
      date: string;
      /** Format: date-time */
      slotStart: string;
      /** Format: date-time */
      slotEnd: string;
      /** Format: date-time */
      requestedSlotStart: string;
      movedToAlternative: boolean;
      /** @enum {string} */
      source: "emergency" | "paid" | "follow_up" | "walk_in" | "online";
      emergency: boolean;
      priority: number;
      /** Format: date-time */
      createdAt: string;
      allocatedAt: string | null;
      checkedInAt: string | null;
      calledAt: string | null;
      startedAt: string | null;
      endedAt: string | null;
      noShowAt: string | null;
      /** @description Why it expired, or why its place or number is not what was told before */
      reason:
        | (
            | "NO_SHOW"
            | "SLOT_ENDED"
            | "DAY_ENDED"
            | "PUT_BACK"
            | "MOVED"
            | "DOCTOR_AWAY"
            | "PROMOTED"
            | "EMERGENCY_AHEAD"
          )
        | null;
      /** @description The station where they went on to, and their ticket there */
      next: {
        /** Format: uuid */
        queueId: string;
        queueName: string;
        /** Format: uuid */
        ticketId: string;
      } | null;
      version: number;
      /** @description For the holder of a token that went on: the page of the ticket at the station, with its secret */
      onward?: string;
      doctorName: string;
      timezone: string;
    };
    Patients: {
      items: components["schemas"]["Patient"][];
    };
    /** @description What is held of the person, by kind */
    PersonalData: {
      [key: string]: {
        [key: string]: unknown;
      }[];
    };
    PickingUp: {
      /** @description As spoken, typed or scanned: spaces do not matter */
      code: string;
    };
    Position: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      roomId: string;
      /** @enum {string} */
      status: "WAITING" | "ADMITTED" | "ACTIVE" | "COMPLETED" | "EXPIRED";
      /** @description Why it is EXPIRED */
      reason:
        | ("HEARTBEAT_TIMEOUT" | "CANCELLED" | "PASS_NOT_USED" | "SESSION_TIMEOUT" | "TERMINATED")
        | null;
      priority: number;
      /** @description 1 is next; null unless WAITING and drawn */
      position: number | null;
      ahead: number | null;
      queueLength: number;
      estimatedWait: components["schemas"]["RoomWait"] | null;
      opensAt: string | null;
      message: string | null;
      /** Format: date-time */
      joinedAt: string;
      admittedAt: string | null;
      startedAt: string | null;
      endedAt: string | null;
      sessionEndsAt: string | null;
      /** @description While ADMITTED: Ed25519 JWT, to be used once */
      pass: string | null;
      passExpiresAt: string | null;
      redirectUrl: string | null;
      /** @description When to ask again */
      pollSeconds: number;
      /** @description For its holder alone */
      place: string | null;
      /** @description For staff */
      metadata?: unknown;
    };
    PreviewedSeries: {
      occurrences: {
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        fits: boolean;
        /** @description Why it does not fit */
        code: string | null;
        conflicts: {
          /** Format: uuid */
          resourceId: string;
          name: string;
          /** @enum {string} */
          kind: "inactive" | "outside_hours" | "taken";
          /** Format: date-time */
          start: string;
          /** Format: date-time */
          end: string;
        }[];
      }[];
      fitting: number;
    };
    /** @description How the price falls towards the window's end */
    PriceDrops:
      | {
          /** @constant */
          kind: "steps";
          steps: {
            minutesBeforeEnd: number;
            /** @description In the currency's minor units: 450 is 4.50 EUR */
            price: number;
          }[];
        }
      | {
          /** @constant */
          kind: "line";
          fromMinutesBeforeEnd: number;
          /** @description In the currency's minor units: 450 is 4.50 EUR */
          floor: number;
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
    PublicBooking: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: "requested" | "approved" | "denied" | "canceled";
      /** @description Why it is canceled, or a request again; null: nothing more is known */
      why: ("by_you" | "by_organisation" | "no_show" | "slot_ended" | "no_longer_open") | null;
      statusMessage: string | null;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      minutes: number;
      title: string;
      organisation: string;
      timezone: string;
      resources: {
        name: string;
      }[];
      pageId: string | null;
      /** @description Its holder can choose another time now */
      canMove: boolean;
      /** @description The page of its OPD token: the number, the place in the queue, the call */
      visitUrl: string | null;
    };
    PublicBookingPage: {
      /** Format: uuid */
      id: string;
      title: string;
      organisation: string;
      kind: string;
      minutes: number;
      timezone: string;
      open: boolean;
      message: string | null;
      daysAhead: number;
      /** @enum {string} */
      confirmation: "request" | "instant";
      waitlist: boolean;
      /** @description A phone number is needed */
      forPatients: boolean;
      asksExternalId: boolean;
      resources: {
        /** Format: uuid */
        id: string;
        name: string;
      }[];
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
    PublicRequest: {
      /**
       * Format: date-time
       * @description One of the free times
       */
      start: string;
      /**
       * Format: uuid
       * @description Without it: whichever is free
       */
      resourceId?: string;
      name: string;
      /** @description Needed where the booking is for a patient */
      phone?: string | null;
      email?: string | null;
      /** @description The number that the hospital knows a patient by */
      externalId?: string | null;
      note?: string | null;
    };
    PublicRescheduling: {
      /**
       * Format: date-time
       * @description One of the free times
       */
      start: string;
      /**
       * Format: uuid
       * @description Without it: the same one if it is free
       */
      resourceId?: string;
    };
    PublicRoom: {
      /** Format: uuid */
      id: string;
      name: string;
      /**
       * @description paused: nobody is admitted. closed: nobody new may join; those who wait go on
       * @enum {string}
       */
      state: "open" | "paused" | "closed";
      opensAt: string | null;
      waiting: number;
      estimatedWait: components["schemas"]["RoomWait"] | null;
      message: string | null;
      page: {
        logo: string | null;
        accent: string | null;
        background: string | null;
        languages: string[];
        texts: {
          [key: string]: {
            title?: string;
            intro?: string;
          };
        };
      };
      draw: components["schemas"]["RoomDraw"];
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
    QueueStats: {
      waiting: number;
      calledToday: number;
      servedToday: number;
      noShowsToday: number;
      cancelledToday: number;
      averageWaitSeconds: number | null;
      averageServiceSeconds: number | null;
    };
    /** @description Wall-clock time stays the same when the clocks change */
    Recurrence: {
      /** @enum {string} */
      every: "day" | "week" | "month";
      /**
       * @description 2: every second one
       * @default 1
       */
      interval?: number;
      /** @description With every week: which days, 0 = Monday; the day of the start unless said */
      days?: number[];
      count?: number;
      /** Format: date-time */
      until?: string;
    };
    Redeeming: {
      pass: string;
    };
    Renewing: {
      session: string;
    };
    Requeueing: {
      /**
       * @default back
       * @enum {string}
       */
      to?: "front" | "back";
    } | null;
    Rescheduling: {
      /** Format: date-time */
      start?: string;
      /** Format: date-time */
      end?: string;
      /** @description Other resources or parts; without it all parts move along with the booking */
      resources?: {
        /** Format: uuid */
        resourceId: string;
        /** Format: date-time */
        start?: string;
        /** Format: date-time */
        end?: string;
      }[];
      holdId?: string | null;
      statusMessage?: string | null;
    };
    Reservation: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      inventoryId: string;
      /** Format: uuid */
      merchantId: string;
      merchantName: string;
      title: string;
      userId: string;
      name: string | null;
      /** @enum {string} */
      status: "WAITLISTED" | "OFFERED" | "ACTIVE" | "PICKED_UP" | "CANCELLED" | "EXPIRED";
      quantity: number;
      /** @description On the waitlist */
      position: number | null;
      /** @description With a box only */
      pickupCode: string | null;
      /** @description When the hold, the offer, or once confirmed the window ends */
      expiresAt: string | null;
      unitPrice: number | null;
      /** @description Fixed when the box is held or offered */
      amount: number | null;
      currency: string;
      /** @enum {string} */
      paymentStatus: "PENDING" | "PAID" | "REFUND_DUE" | "REFUNDED";
      /** @description Before pickup: nothing is to be paid there */
      paidOnline: boolean;
      /** Format: date-time */
      pickupStartsAt: string;
      /** Format: date-time */
      pickupEndsAt: string;
      timezone: string;
      /** Format: date-time */
      reservedAt: string;
      offeredAt: string | null;
      confirmedAt: string | null;
      endedAt: string | null;
      /** @description Why it ended */
      reason:
        | (
            | "HOLD_LAPSED"
            | "OFFER_LAPSED"
            | "NOT_COLLECTED"
            | "WINDOW_CLOSED"
            | "SOLD_OUT"
            | "DECLINED"
            | "BY_MERCHANT"
          )
        | null;
      version: number;
    };
    ReservationAttempt: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      at: string;
      /** Format: uuid */
      inventoryId: string;
      actor: string;
      userId: string;
      quantity: number;
      /**
       * @description ACTIVE, WAITLISTED, REPLAYED, or the code of the refusal
       * @example INSUFFICIENT_INVENTORY
       */
      outcome: string;
      requestId: string;
      durationMs: number;
    };
    Reserving: {
      /** @description Without an account: an id that the shopper's device keeps */
      userId: string;
      /** @default 1 */
      quantity?: number;
      /** @description How long it is held unless confirmed; the merchant's own, mostly 20 */
      ttlMinutes?: number;
      /**
       * @description Wait in line when sold out
       * @default false
       */
      waitlist?: boolean;
      name?: string | null;
      /** @description Of one box, as it was shown: refused when it is higher by now */
      price?: number;
    };
    Resource: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: "doctor" | "ot" | "lab" | "consultation_room" | "other";
      name: string;
      timezone: string;
      objectId: string | null;
      /** @description null: in no department */
      departmentId: string | null;
      /** @description One that is not active has no open slots */
      active: boolean;
      /** Format: date-time */
      createdAt: string;
    };
    ResourceImport: {
      /** @description A table with a first line that names its columns: name, type, department, timezone, hours, slot minutes, places. Separated by comma, semicolon or tab; at most 2,000 lines below the first */
      csv: string;
      /** @description For lines that name none */
      timezone: string;
    };
    ResourcePatch: {
      name?: string;
      active?: boolean;
      /** @description null: in no department */
      departmentId?: string | null;
    };
    ResourceQueue: {
      date: string;
      /** @description Who is called next: the booking, or of a doctor the token; null: nobody is left */
      next: string | null;
      items: (
        | {
            /** @constant */
            type: "booking";
            /** Format: uuid */
            id: string;
            /** @description Start (ms), priority, rank (µs): the lowest comes first */
            readonly score: [number, number, number];
            kind: string;
            title: string | null;
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
            patientId: string | null;
            patientName: string | null;
            source: ("emergency" | "paid" | "follow_up" | "walk_in" | "online") | null;
            emergency: boolean;
            /**
             * @description How it goes on the day
             * @enum {string}
             */
            stage: "booked" | "checked_in" | "called" | "in_progress" | "finished" | "no_show";
            checkedInAt: string | null;
            calledAt: string | null;
            startedAt: string | null;
            endedAt: string | null;
          }
        | ({
            /** @constant */
            type: "token";
            /** Format: uuid */
            id: string;
            /** @description Start (ms), priority, rank (µs): the lowest comes first */
            readonly score: [number, number, number];
          } & {
            [key: string]: unknown;
          })
      )[];
      /** @description Bookings that are done, or were missed */
      over: {
        /** @constant */
        type: "booking";
        /** Format: uuid */
        id: string;
        /** @description Start (ms), priority, rank (µs): the lowest comes first */
        readonly score: [number, number, number];
        kind: string;
        title: string | null;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        patientId: string | null;
        patientName: string | null;
        source: ("emergency" | "paid" | "follow_up" | "walk_in" | "online") | null;
        emergency: boolean;
        /**
         * @description How it goes on the day
         * @enum {string}
         */
        stage: "booked" | "checked_in" | "called" | "in_progress" | "finished" | "no_show";
        checkedInAt: string | null;
        calledAt: string | null;
        startedAt: string | null;
        endedAt: string | null;
      }[];
    };
    ResourceRights: {
      owner: {
        /** Format: uuid */
        userId: string;
        name: string;
        email: string;
      } | null;
      /** @description Those that have ended last */
      items: components["schemas"]["Delegation"][];
      nextCursor: null;
      /** @description What the caller may do for this resource */
      mine: ("manage_availability" | "approve" | "book")[];
      /** @description What the caller may pass on */
      mayDelegate: ("manage_availability" | "approve" | "book")[];
    };
    Retention: {
      days: components["schemas"]["RetentionDays"];
      /** @description A legal hold: nothing is deleted or erased */
      hold: {
        reason: string;
        /** Format: date-time */
        since: string;
        by: string;
      } | null;
    };
    /** @description How many days each class of data is kept */
    RetentionDays: {
      /** @description Of walk-in tickets that are over, and their events; null: for ever */
      tickets: number | null;
      /** @description Of OPD tokens of days that are over, and their events; null: for ever */
      tokens: number | null;
      /** @description Of bookings and entries of waitlists that are over, and their events; null: for ever */
      bookings: number | null;
      /** @description Of reservations of boxes, their payments and their events, once the pickup is over; null: for ever */
      reservations: number | null;
      /** @description Of who was in a waiting room, and their events; null: for ever */
      visits: number | null;
      /** @description Of attempts to reserve a box; null: for ever */
      attempts: number | null;
      /** @description Of answers kept for a repeated Idempotency-Key; null: for ever */
      answers: number | null;
      /** @description Of the audit trail and changes of settings; null: for ever */
      audit: number | null;
    };
    RetentionPatch: {
      /** @description Of walk-in tickets that are over, and their events; null: for ever */
      tickets?: number | null;
      /** @description Of OPD tokens of days that are over, and their events; null: for ever */
      tokens?: number | null;
      /** @description Of bookings and entries of waitlists that are over, and their events; null: for ever */
      bookings?: number | null;
      /** @description Of reservations of boxes, their payments and their events, once the pickup is over; null: for ever */
      reservations?: number | null;
      /** @description Of who was in a waiting room, and their events; null: for ever */
      visits?: number | null;
      /** @description Of attempts to reserve a box; null: for ever */
      attempts?: number | null;
      /** @description Of answers kept for a repeated Idempotency-Key; null: for ever */
      answers?: number | null;
      /** @description Of the audit trail and changes of settings; null: for ever */
      audit?: number | null;
    };
    RetentionPreview: {
      /** @description Nothing goes while there is a legal hold */
      hold: boolean;
      items: {
        /** @enum {string} */
        class:
          | "tickets"
          | "tokens"
          | "bookings"
          | "reservations"
          | "visits"
          | "attempts"
          | "answers"
          | "audit";
        days: number | null;
        /** @description What ended before then goes */
        before: string | null;
        rows: number;
        events: number;
        oldest: string | null;
      }[];
    };
    RevokedAddress: {
      terminated: number;
    };
    RevokingAddress: {
      address: string;
    };
    /**
     * @description From the least to the most; each may do what those before it may
     * @enum {string}
     */
    Role: "viewer" | "staff" | "admin" | "owner";
    Room: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description The site behind the room */
      targetUrl: string;
      /** @description Most with a pass or a session, together, at any moment */
      maxActive: number;
      /** @description Fractions too: 0.5 is one every two seconds */
      admitPerSecond: number;
      maxWaiting: number | null;
      /**
       * @description strict: by priority, then arrival. skip-ahead: priority 1 skips 10 % of the queue, 2 skips 50 %, 3 goes to the front
       * @enum {string}
       */
      policy: "strict" | "skip-ahead";
      /** @description Somebody who has waited this long is no longer overtaken */
      ageingSeconds: number | null;
      /** @description A visitor who sends no heartbeat for that long is removed */
      heartbeatSeconds: number;
      /** @description How long a session lasts, from its start */
      sessionMinutes: number;
      /**
       * @description paused: nobody is admitted. closed: nobody new may join; those who wait go on
       * @enum {string}
       */
      state: "open" | "paused" | "closed";
      opensAt: string | null;
      /** @description Shown to those who wait */
      message: string | null;
      joinsPerAddressPerMinute: number;
      /** @description Work before joining: 18 is about a second on a phone. 0 asks for none */
      challengeBits: number;
      /** @description The proxy's: requests for this name are passed on to the target, with a session. It has to be shown that the name is yours: HOST_UNPROVEN names the DNS record or the file that does so */
      hostName: string | null;
      /** @description What the proxy passes on without a session, by how the path starts */
      openPaths: string[];
      knownUser: components["schemas"]["KnownUser"];
      page: {
        logo: string | null;
        accent: string | null;
        background: string | null;
        languages: string[];
        texts: {
          [key: string]: {
            title?: string;
            intro?: string;
          };
        };
      };
      /** @description Whether requests for the host name are passed on now */
      hostServed: boolean;
      hostProofMissing: components["schemas"]["HostProofMissing"] | null;
      draw: components["schemas"]["RoomDraw"];
      jwksUrl: string;
      /** Format: date-time */
      createdAt: string;
    };
    RoomAddresses: {
      items: {
        address: string;
        positions: number;
      }[];
    };
    RoomChallenge: {
      /** @description Of this room and the caller's address; good for 5 minutes */
      seed: string;
      /** @description Find a `nonce` so that the SHA-256 of `<seed>.<nonce>` begins with that many zero bits */
      bits: number;
    };
    RoomClaimKey: {
      secret: string;
    };
    RoomDraw: {
      /** @description SHA-256 of the seed, hex; known before the draw */
      seedHash: string;
      /** @description Shown from the opening on */
      seed: string | null;
    };
    RoomHistory: {
      items: {
        /** Format: date-time */
        minute: string;
        joined: number;
        admitted: number;
        started: number;
        completed: number;
        expired: number;
        averageWaitSeconds: number | null;
      }[];
    };
    RoomJoining: {
      /** @description One place per session; without it the cookie, else a new one. Whoever repeats one of 16 characters or more gets its place again: make it random */
      sessionId?: string;
      /** @description 3 is the most urgent. Counts from staff, or with a signed claim */
      priority?: number;
      /** @description JWT (HS256, the room's claim secret) with `aud` the room, `sub` the session, `priority` */
      claim?: string;
      metadata?: {
        [key: string]: string | number | boolean | null;
      };
      /** @description Where to go once admitted; a page of the target's site, else the target */
      returnTo?: string;
      /** @description Tied to the pass as its claim `bnd` */
      bind?: string;
      /** @description The signed place of an earlier answer; the cookie says the same */
      place?: string;
      /** @description The work that a room with `challengeBits` asks for */
      challenge?: {
        seed: string;
        nonce: string;
      };
    } | null;
    /** @description How the room's page looks and speaks */
    RoomPage: {
      /**
       * @description `data:image/svg+xml;base64,…` or `data:image/png;base64,…`
       * @default null
       */
      logo?: string | null;
      /** @default null */
      accent?: string | null;
      /** @default null */
      background?: string | null;
      /**
       * @description Offered ones, the first for everybody else: en, de, fr, es, ar
       * @default [
       *       "en"
       *     ]
       */
      languages?: string[];
      /**
       * @description By language: a heading and a text of the room's own
       * @default {}
       */
      texts?: {
        [key: string]: {
          title?: string;
          intro?: string;
        };
      };
    };
    RoomPatch: {
      name?: string;
      /** @description The site behind the room */
      targetUrl?: string;
      /** @description Most with a pass or a session, together, at any moment */
      maxActive?: number;
      /** @description Fractions too: 0.5 is one every two seconds */
      admitPerSecond?: number;
      maxWaiting?: number | null;
      /**
       * @description strict: by priority, then arrival. skip-ahead: priority 1 skips 10 % of the queue, 2 skips 50 %, 3 goes to the front
       * @enum {string}
       */
      policy?: "strict" | "skip-ahead";
      /** @description Somebody who has waited this long is no longer overtaken */
      ageingSeconds?: number | null;
      /** @description A visitor who sends no heartbeat for that long is removed */
      heartbeatSeconds?: number;
      /** @description How long a session lasts, from its start */
      sessionMinutes?: number;
      /**
       * @description paused: nobody is admitted. closed: nobody new may join; those who wait go on
       * @enum {string}
       */
      state?: "open" | "paused" | "closed";
      /** @description Visitors who come before are put in random order at that moment */
      opensAt?: string | null;
      /** @description Shown to those who wait */
      message?: string | null;
      joinsPerAddressPerMinute?: number;
      /** @description Work before joining: 18 is about a second on a phone. 0 asks for none */
      challengeBits?: number;
      /** @description The proxy's: requests for this name are passed on to the target, with a session. It has to be shown that the name is yours: HOST_UNPROVEN names the DNS record or the file that does so */
      hostName?: string | null;
      /** @description What the proxy passes on without a session, by how the path starts */
      openPaths?: string[];
      knownUser?: components["schemas"]["KnownUser"];
      page?: components["schemas"]["RoomPage"];
    };
    RoomSession: {
      /** Format: uuid */
      positionId: string;
      /** @description For the site's cookie tk_session_<room> */
      session: string;
      /**
       * Format: date-time
       * @description Renew before; at most a minute
       */
      sessionExpiresAt: string;
      /** Format: date-time */
      sessionEndsAt: string;
    };
    RoomStats: {
      waiting: number;
      /** @description With a pass that is not used yet */
      admitted: number;
      active: number;
      expired: number;
      completed: number;
      joined: number;
      admittedTotal: number;
      maxActive: number;
      lastAdmissionAt: string | null;
      averageWaitSeconds: number | null;
      averageSessionSeconds: number | null;
      admissionsPerSecond: number;
      arrivalsPerSecond: number;
      /** @description Share of those waiting who leave */
      abandonedPerMinute: number;
      /** @description After a loss of Redis: nobody new is admitted until then */
      quarantineUntil: string | null;
    };
    /** @description From measured admissions and abandonment */
    RoomWait: {
      fromSeconds: number;
      toSeconds: number;
    };
    RotatedKey: {
      kid: string;
    };
    RotatingKey: {
      /** @description How long what the old key signed is still believed; an hour unless given */
      overlapSeconds?: number;
    } | null;
    /** @enum {string} */
    Scope:
      | "org:read"
      | "org:manage"
      | "org:own"
      | "counter:read"
      | "counter:operate"
      | "counter:manage"
      | "opd:read"
      | "opd:operate"
      | "opd:manage"
      | "bookings:read"
      | "bookings:request"
      | "bookings:operate"
      | "bookings:approve"
      | "bookings:manage"
      | "availability:read"
      | "availability:manage"
      | "boxes:read"
      | "boxes:operate"
      | "boxes:manage"
      | "waitroom:read"
      | "waitroom:operate"
      | "waitroom:manage";
    SecondFactor: {
      /** @description otpauth://…, for the QR code that an app reads */
      uri: string;
      /** @description Each signs in once; shown this once */
      backupCodes: string[];
    };
    SeriesPreview: {
      kind: string;
      patientId?: string | null;
      title?: string | null;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      /** @description Each for its own part of the time; all of it unless said */
      resources: {
        /** Format: uuid */
        resourceId: string;
        /** Format: date-time */
        start?: string;
        /** Format: date-time */
        end?: string;
      }[];
      rule: components["schemas"]["Recurrence"];
      /** @description IANA; the first resource's unless said */
      timezone?: string;
    };
    SignedInUser: {
      /** Format: uuid */
      id: string;
      name: string;
      email: string;
      /** @description Signing in takes a code */
      secondFactor: boolean;
    };
    Slot: {
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      /** @description By the limits in force, where a doctor has some */
      capacity: number;
      taken: number;
      /** @description Places that are for emergencies alone */
      reserve: number;
      /** @description For how many more, emergencies aside */
      left: number;
      /** @description Somebody more can have a place in it */
      open: boolean;
    };
    Starting: {
      pass?: string;
      /** @description The signed place of an earlier answer; the cookie says the same */
      place?: string;
    } | null;
    Ticket: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      queueId: string;
      queueName: string;
      number: string;
      /** @description 0: the number was brought along */
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
      /** @description Where they were sent on from: a doctor with their token, or a queue */
      from: {
        name: string;
        tokenId: string | null;
      } | null;
    };
    TicketPatch: {
      name?: string;
      partySize?: number;
    };
    Token: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: "WAITING" | "ALLOCATED" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED" | "EXPIRED";
      /** @description null until it has had a place; E1, E2 … for emergencies with stable numbering */
      number: (number | string) | null;
      /** @description The doctor's code and the number, as on the slip: R-12. It is what stations call */
      label: string | null;
      /** @description Among those of the slot who are still to be called, or who wait; null when the doctor is away then */
      position: number | null;
      /** Format: uuid */
      patientId: string;
      patientName: string;
      /** Format: uuid */
      doctorId: string;
      date: string;
      /** Format: date-time */
      slotStart: string;
      /** Format: date-time */
      slotEnd: string;
      /** Format: date-time */
      requestedSlotStart: string;
      movedToAlternative: boolean;
      /** @enum {string} */
      source: "emergency" | "paid" | "follow_up" | "walk_in" | "online";
      emergency: boolean;
      priority: number;
      /** Format: date-time */
      createdAt: string;
      allocatedAt: string | null;
      checkedInAt: string | null;
      calledAt: string | null;
      startedAt: string | null;
      endedAt: string | null;
      noShowAt: string | null;
      /** @description Why it expired, or why its place or number is not what was told before */
      reason:
        | (
            | "NO_SHOW"
            | "SLOT_ENDED"
            | "DAY_ENDED"
            | "PUT_BACK"
            | "MOVED"
            | "DOCTOR_AWAY"
            | "PROMOTED"
            | "EMERGENCY_AHEAD"
          )
        | null;
      /** @description The station where they went on to, and their ticket there */
      next: {
        /** Format: uuid */
        queueId: string;
        queueName: string;
        /** Format: uuid */
        ticketId: string;
      } | null;
      version: number;
      /** @description For the holder of a token that went on: the page of the ticket at the station, with its secret */
      onward?: string;
    };
    TokenChanges: {
      items: {
        /** Format: date-time */
        at: string;
        /** @enum {string} */
        kind: "RENUMBERED" | "MOVED" | "PROMOTED";
        /** @description EMERGENCY, DOCTOR_AWAY, MOVED by the reception, or PLACE_FREE */
        reason: string;
        before: {
          /** @description null while it waited */
          number: string | null;
          /** @description As on the slip */
          label: string | null;
          /** Format: date-time */
          slotStart: string;
        };
        after: {
          /** @description null while it waited */
          number: string | null;
          /** @description As on the slip */
          label: string | null;
          /** Format: date-time */
          slotStart: string;
        };
      }[];
    };
    TokenSecret: {
      secret: string;
    };
    TokenWish: {
      /** Format: uuid */
      patientId: string;
      /** Format: uuid */
      doctorId: string;
      /** Format: date-time */
      slotStart: string;
      /** @enum {string} */
      source: "emergency" | "paid" | "follow_up" | "walk_in" | "online";
      /**
       * @description Makes any source an emergency
       * @default false
       */
      emergency?: boolean;
      /** @default true */
      allowAlternative?: boolean;
    };
    Transferring: {
      /** Format: uuid */
      queueId: string;
      /**
       * @default arrival
       * @enum {string}
       */
      place?: "arrival" | "end";
    };
    User: {
      /** Format: uuid */
      id: string;
      name: string;
      email: string;
    };
    Wait: {
      /** Format: uuid */
      id: string;
      kind: string;
      /** @enum {string} */
      status: "waiting" | "offered" | "accepted" | "declined" | "lapsed" | "canceled";
      patientId: string | null;
      title: string | null;
      contact: components["schemas"]["BookingContact"] | null;
      resources: {
        /** Format: uuid */
        resourceId: string;
      }[];
      /** Format: date-time */
      earliest: string;
      /** Format: date-time */
      latest: string;
      minutes: number;
      offer: {
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        /** Format: date-time */
        expiresAt: string;
      } | null;
      bookingId: string | null;
      /** @description The booking's own page, once the offer is accepted; for the holder alone */
      bookingUrl: string | null;
      wishedBy: string;
      /** Format: date-time */
      createdAt: string;
    };
    /** @description Measured from recent calls */
    WaitRange: {
      fromSeconds: number;
      toSeconds: number;
    };
    /** @description Wall-clock time in the resource's zone */
    Window: {
      /** @description 0 = Monday */
      day: number;
      start: string;
      /** @description 24:00 at the latest */
      end: string;
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
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "TOO_SLOW"
  | "BODY_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "INVALID"
  | "IDEMPOTENCY_KEY_REUSED"
  | "IDEMPOTENCY_KEY_TOO_SHORT"
  | "HEADERS_TOO_LARGE"
  | "RATE_LIMITED"
  | "TOO_MANY_STREAMS"
  | "INTERNAL"
  | "DATABASE_AWAY"
  | "BUSY"
  | "SHUTTING_DOWN"
  | "LEGAL_HOLD"
  | "WRONG_STATE"
  | "NOBODY_DUE"
  | "NOT_DUE"
  | "LINE_FULL"
  | "NOTHING_TO_UNDO"
  | "TOO_LATE_TO_UNDO"
  | "HOLD_EXPIRED"
  | "INVALID_SLOT"
  | "WAITLIST_FULL"
  | "CAPACITY_BELOW_TAKEN"
  | "ALREADY_SET_UP"
  | "ORGANISATIONS_RESTRICTED"
  | "SECOND_FACTOR_EXISTS"
  | "TOO_MANY_PASSKEYS"
  | "LAST_OWNER"
  | "LIMIT_REACHED"
  | "DELEGATIONS_FULL"
  | "INVITATION_NOT_YOURS"
  | "EMAIL_TAKEN"
  | "BAD_CREDENTIALS"
  | "SECOND_FACTOR_NEEDED"
  | "SECOND_FACTOR_WRONG"
  | "SECOND_FACTOR_USED"
  | "PASSKEY_WRONG"
  | "PERSON_ACTIVE"
  | "PERSON_NOT_ONE"
  | "QUEUE_CLOSED"
  | "QUEUE_PAUSED"
  | "QUEUE_FULL"
  | "SAME_QUEUE"
  | "NUMBER_IN_USE"
  | "PRIORITY_IN_USE"
  | "DOCTOR_INACTIVE"
  | "SLOT_ENDED"
  | "NO_SHOW_TOO_EARLY"
  | "SLOT_FULL"
  | "SAME_SLOT"
  | "DUPLICATE_TOKEN"
  | "NO_PLACE_FOR_EMERGENCY"
  | "POSSIBLE_DUPLICATE"
  | "BOTH_HAVE_TOKENS"
  | "FAMILY_TOO_LARGE"
  | "CODE_TAKEN"
  | "EXTERNAL_ID_TAKEN"
  | "TAKEN"
  | "OUTSIDE_HOURS"
  | "RESOURCE_INACTIVE"
  | "TIME_PASSED"
  | "NOTICE_TOO_SHORT"
  | "HOLD_EXTENDED"
  | "NOT_OFFERED"
  | "OFFER_EXPIRED"
  | "HAS_TOKEN"
  | "PAGE_CLOSED"
  | "NO_WAITLIST"
  | "NOT_MOVABLE"
  | "SERIES_CONFLICTS"
  | "CLAIMS_OUTSIDE"
  | "DEPARTMENT_EXISTS"
  | "DEPARTMENTS_FULL"
  | "DEPARTMENT_IN_USE"
  | "OBJECT_TAKEN"
  | "SEVERAL_NOT_CONFIRMED"
  | "SCHEDULE_FULL"
  | "CALENDARS_FULL"
  | "BOX_NOT_FOUND"
  | "BOX_UNAVAILABLE"
  | "PICKUP_WINDOW_CLOSED"
  | "ACTIVE_RESERVATION_EXISTS"
  | "INSUFFICIENT_INVENTORY"
  | "LOCK_ACQUISITION_FAILED"
  | "COOLING_DOWN"
  | "PRICE_CHANGED"
  | "PAYMENT_REQUIRED"
  | "PICKUP_CODE_UNKNOWN"
  | "ALREADY_PUBLISHED"
  | "TOO_MANY_INVENTORIES"
  | "PAYMENTS_OFF"
  | "ALREADY_PAID"
  | "PAYMENT_UNAVAILABLE"
  | "WEBHOOK_NOT_GENUINE"
  | "TOO_MANY_HOLDS"
  | "ROOM_CLOSED"
  | "ROOM_FULL"
  | "CHALLENGE_NEEDED"
  | "HOST_TAKEN"
  | "HOST_UNPROVEN"
  | "PROXY_OFF"
  | "TARGET_NOT_PUBLIC"
  | "SITE_UNREACHABLE"
  | "PASS_NEEDED"
  | "PASS_INVALID"
  | "PASS_USED"
  | "SESSION_ENDED";
