// better-auth, set up: passwords, sessions, and the tables of users, organisations, members,
// invitations and API keys. Its own HTTP handler is not mounted. Our few routes call it, so that
// every route is in our OpenAPI document and under our access rules, and every change in the audit
// trail. Its rules about who may do what are not used either: they only know signed-in users, and
// here an API key may act as well.

import { apiKey } from "@better-auth/api-key";
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import type { BetterAuthOptions } from "better-auth";
import { organization } from "better-auth/plugins/organization";
import { twoFactor } from "better-auth/plugins/two-factor";
import type pg from "pg";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/log.ts";
import type { Secrets } from "../infra/secrets.ts";
import { ambientPool, type AmbientPool } from "./ambient.ts";
import { databaseWithHashes } from "./session-hashes.ts";

export const passwordLength = { min: 10, max: 128 };
const sessionDays = 30;
const daySeconds = 86_400;

export interface AuthDeps {
  pool: pg.Pool;
  secrets: Pick<Secrets, "derive">;
  publicUrl: string;
  clock: Clock;
  log: Logger;
  /** How passwords are kept; better-auth's way, scrypt, unless a test has many people sign in. */
  passwords?: Passwords | undefined;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(known: { hash: string; password: string }): Promise<boolean>;
}

/** Apart from `makeAuth` so that a test can ask better-auth whether our migration has drifted. */
export function authOptions({ pool, secrets, publicUrl, clock, log, passwords }: AuthDeps) {
  const ambient = ambientPool(pool);
  return {
    appName: "Turnkeeper",
    baseURL: publicUrl,
    secret: secrets.derive("better-auth", "session"),
    database: databaseWithHashes(ambient, clock),
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // limits.ts: shared between instances, exact
    logger: {
      // It logs addresses of people who fail to sign in; only its own faults are worth a line.
      log: (level, message) => {
        if (level === "error") log.debug({ message }, "auth.note");
      },
    },
    advanced: {
      cookiePrefix: "turnkeeper",
      useSecureCookies: publicUrl.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { disableIpTracking: true },
      // A test compares the schema instead, so that no start pays for it.
      database: { generateId: "uuid", validateSchema: false },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      ...(passwords && { password: passwords }),
    },
    user: {
      modelName: "user_account",
      fields: snake("emailVerified", "createdAt", "updatedAt"),
    },
    session: {
      modelName: "session",
      fields: snake("userId", "expiresAt", "createdAt", "updatedAt", "ipAddress", "userAgent"),
      expiresIn: sessionDays * daySeconds,
      updateAge: daySeconds,
      freshAge: 0, // what needs a fresh session asks for the password here
    },
    account: {
      modelName: "credential",
      fields: snake(
        "userId",
        "accountId",
        "providerId",
        "accessToken",
        "refreshToken",
        "idToken",
        "accessTokenExpiresAt",
        "refreshTokenExpiresAt",
        "createdAt",
        "updatedAt",
      ),
    },
    verification: {
      modelName: "verification",
      fields: snake("expiresAt", "createdAt", "updatedAt"),
    },
    databaseHooks: {
      session: {
        create: {
          // A session starts in the organisation its user joined first.
          before: async (session) => ({
            data: {
              ...session,
              activeOrganizationId: await firstOrganisation(ambient, session.userId),
            },
          }),
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: new URL(publicUrl).hostname,
        // Wrong codes count as wrong passwords do: sign-in-guard.ts.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: snake("twoFactorEnabled") },
          twoFactor: {
            modelName: "two_factor",
            fields: snake("backupCodes", "userId", "failedVerificationCount", "lockedUntil"),
          },
        },
      }),
      passkey({
        ...passkeySite(publicUrl),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        registration: {
          afterVerification: ({ verification }) =>
            checkVerified(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: ({ verification }) =>
            checkVerified(verification.authenticationInfo.userVerified),
        },
        schema: {
          passkey: {
            fields: {
              credentialID: "credential_id",
              ...snake("publicKey", "userId", "deviceType", "backedUp", "createdAt"),
            },
          },
        },
      }),
      organization({
        schema: {
          session: { fields: { activeOrganizationId: "active_org_id" } },
          organization: { modelName: "organisation", fields: snake("createdAt") },
          member: { fields: { organizationId: "org_id", ...snake("userId", "createdAt") } },
          invitation: {
            fields: { organizationId: "org_id", ...snake("inviterId", "expiresAt", "createdAt") },
            additionalFields: { name: { type: "string", required: false } },
          },
        },
      }),
      apiKey({
        references: "organization",
        enableMetadata: true,
        rateLimit: { enabled: false },
        schema: {
          apikey: {
            modelName: "api_key",
            fields: {
              referenceId: "org_id",
              ...snake(
                "configId",
                "refillInterval",
                "refillAmount",
                "lastRefillAt",
                "rateLimitEnabled",
                "rateLimitTimeWindow",
                "rateLimitMax",
                "requestCount",
                "lastRequest",
                "expiresAt",
                "createdAt",
                "updatedAt",
              ),
            },
          },
        },
      }),
    ],
  } satisfies BetterAuthOptions;
}

export function makeAuth(deps: AuthDeps) {
  return betterAuth(authOptions(deps));
}

export type Auth = ReturnType<typeof makeAuth>;

/** Browsers know passkeys by a name, never by an address in numbers: this machine is "localhost". */
function passkeySite(publicUrl: string): { rpID: string; origin: string[] } {
  const url = new URL(publicUrl);
  if (loopback.has(url.hostname)) url.hostname = "localhost";
  return { rpID: url.hostname, origin: [url.origin] };
}

const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** The holder of the device must have shown who they are: a passkey stands for two factors. */
function checkVerified(verified: boolean | undefined): Promise<void> {
  if (verified) return Promise.resolve();
  throw new APIError("UNAUTHORIZED", { message: "the device did not ask who is there" });
}

/** On the transaction that the session is made in, if there is one: nobody holds two connections. */
async function firstOrganisation(ambient: AmbientPool, userId: string): Promise<string | null> {
  const connection = await ambient.connect();
  try {
    const { rows } = await connection.query(
      `select org_id as id from member where user_id = $1 order by created_at, id limit 1`,
      [userId],
    );
    return (rows as { id: string }[])[0]?.id ?? null;
  } finally {
    connection.release();
  }
}

/** Columns are written in snake_case, as everywhere else in the database. */
function snake<Name extends string>(...fields: Name[]): Record<Name, string> {
  return Object.fromEntries(
    fields.map((field) => [field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  ) as Record<Name, string>;
}
