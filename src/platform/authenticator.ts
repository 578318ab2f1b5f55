// Who is calling: an API key as a bearer, or the console's session cookie. Ticket secrets are read
// before this is asked.

import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Authenticator, Caller } from "../http/access.ts";
import { refuse } from "../kernel/refusal.ts";
import { withDatabaseFailures } from "./ambient.ts";
import type { Verified } from "./key-cache.ts";
import { rightsOf } from "./keys.ts";
import type { Platform } from "./platform.ts";
import { scopesOfRights } from "./roles.ts";
import { checkSameOrigin, isWrite } from "./same-origin.ts";
import { cookieHeaders, membershipOf } from "./sessions.ts";

const bearer = /^Bearer +(\S+) *$/i;
const longestKey = 512;

export function makeAuthenticator(platform: Platform): Authenticator {
  return {
    async authenticate(request) {
      const { authorization, cookie } = request.headers;
      if (authorization !== undefined) return callerByKey(platform, authorization);
      if (cookie?.includes("turnkeeper.session_token=")) {
        return callerBySession(platform, request, cookie);
      }
      return { kind: "anonymous" };
    },
  };
}

async function callerByKey(platform: Platform, authorization: string): Promise<Caller> {
  const key = bearer.exec(authorization)?.[1];
  if (!key || key.length > longestKey) throw refuse("UNAUTHENTICATED");
  const caller = await platform.keyCache.find(hash("sha256", key, "base64url"), () =>
    verifyKey(platform, key),
  );
  if (!caller) throw refuse("UNAUTHENTICATED", "This key is unknown, revoked or expired");
  return caller;
}

async function verifyKey(platform: Platform, key: string): Promise<Verified | null> {
  const { valid, key: found } = await withDatabaseFailures(() =>
    platform.auth.api.verifyApiKey({ body: { key } }),
  );
  if (!valid || !found) return null;
  const rights = rightsOf(found.permissions);
  return {
    caller: {
      kind: "key",
      keyId: found.id,
      orgId: found.referenceId,
      role: rights.role,
      scopes: scopesOfRights(platform.scopes, rights),
    },
    expiresAt: found.expiresAt ? new Date(found.expiresAt) : null,
  };
}

/** A session that has ended makes its browser anonymous: public pages go on working. */
async function callerBySession(
  platform: Platform,
  request: FastifyRequest,
  cookie: string,
): Promise<Caller> {
  if (isWrite(request)) checkSameOrigin(request, platform.publicUrl);
  const found = await withDatabaseFailures(() =>
    platform.auth.api.getSession({
      headers: cookieHeaders(cookie),
      query: { disableRefresh: true },
    }),
  );
  const orgId = found?.session.activeOrganizationId;
  if (!orgId) return { kind: "anonymous" };
  // Read for every request, so that who is removed or demoted notices at once, on every instance.
  const member = await membershipOf(platform, found.user.id, orgId);
  if (!member) return { kind: "anonymous" };
  return { kind: "user", userId: found.user.id, orgId, ...member };
}
