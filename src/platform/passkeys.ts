// Passkeys: a key pair on one's own device, which a fingerprint, a face or a PIN unlocks. One signs in with it
// instead of password and code: that the device asked who is there is required, so it counts as both.
// better-auth makes the challenges and checks the signatures. It takes the password to add or to remove one:
// a console left open must not be enough.

import type { z } from "zod";
import { auditedWrite } from "../engine/audited-write.ts";
import { refuse } from "./refusals.ts";
import { onTransaction, withDatabaseFailures } from "./ambient.ts";
import { checkOwnPassword } from "./passwords.ts";
import { writeBy } from "./platform.ts";
import type { Platform } from "./platform.ts";
import type { passkeyCreation, passkeyRequest } from "./schemas.ts";
import { personIn } from "./second-factor.ts";
import type { Person } from "./second-factor.ts";
import { beginTry, cookieHeaders, enter, isWrong } from "./sessions.ts";
import type { SignedIn, Visitor } from "./sessions.ts";

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** What the browser made; everything in base64url. */
export interface NewCredential {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
}

export interface Assertion {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}

const maxPerPerson = 20;
const challengeMs = 60_000;

export async function listPasskeys(platform: Platform, { caller }: Person): Promise<Passkey[]> {
  const { rows } = await platform.pool.query<Stored>(
    `select id, name, created_at, last_used_at from passkey
      where user_id = $1 order by created_at, id limit ${maxPerPerson}`,
    [personIn(caller)],
  );
  return rows.map(shown);
}

/** What the browser is asked for, in WebAuthn's own words. */
type CreationOptions = z.infer<typeof passkeyCreation>;
type RequestOptions = z.infer<typeof passkeyRequest>;

interface Begun<Options> {
  options: Options;
  /** They carry which challenge it was. */
  cookies: string[];
}

export async function beginPasskey(
  platform: Platform,
  visitor: Visitor,
  { caller, cookie }: Person,
  password: string,
): Promise<Begun<CreationOptions>> {
  const userId = personIn(caller);
  await checkOwnPassword(platform, visitor, userId, password, "password");
  await checkRoom(platform.pool, userId);
  const { headers, response } = await withDatabaseFailures(() =>
    platform.auth.api.generatePasskeyRegistrationOptions({
      headers: cookieHeaders(cookie),
      returnHeaders: true,
    }),
  );
  const {
    challenge,
    user,
    pubKeyCredParams,
    timeout = challengeMs,
    excludeCredentials = [],
  } = response;
  const options: CreationOptions = {
    challenge,
    rp: { id: response.rp.id!, name: response.rp.name },
    user,
    pubKeyCredParams,
    timeout,
    attestation: "none",
    excludeCredentials: excludeCredentials.map(({ id }) => ({ id, type: "public-key" })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  };
  return { options, cookies: headers.getSetCookie() };
}

export async function addPasskey(
  platform: Platform,
  { caller, cookie }: Person,
  name: string,
  { id, transports, ...made }: NewCredential,
): Promise<Passkey> {
  const userId = personIn(caller);
  const { answer } = await auditedWrite(
    platform.pool,
    writeBy(caller, "addPasskey"),
    async (tx, now) => {
      await tx.query(`select 1 from user_account where id = $1 for update`, [userId]);
      await checkRoom(tx, userId);
      const passkey = await onTransaction(tx, () =>
        platform.auth.api.verifyPasskeyRegistration({
          body: { name, response: { ...credential(id), response: { ...made, transports } } },
          headers: cookieHeaders(cookie),
        }),
      ).catch((error: unknown) => {
        throw isWrong(error) || isUnreadable(error) ? notThis() : error;
      });
      await tx.query(`update passkey set created_at = $2 where id = $1`, [passkey.id, now]);
      return {
        type: "organisation.passkey_added",
        after: { userId, passkeyId: passkey.id },
        answer: { id: passkey.id, name, createdAt: now.toISOString(), lastUsedAt: null },
      };
    },
  );
  return answer;
}

export async function removePasskey(
  platform: Platform,
  visitor: Visitor,
  { caller }: Pick<Person, "caller">,
  passkeyId: string,
  password: string,
): Promise<void> {
  const userId = personIn(caller);
  await checkOwnPassword(platform, visitor, userId, password, "password");
  await auditedWrite(platform.pool, writeBy(caller, "removePasskey"), async (tx) => {
    const { rowCount } = await tx.query(`delete from passkey where id = $1 and user_id = $2`, [
      passkeyId,
      userId,
    ]);
    if (rowCount === 0) throw refuse("NOT_FOUND");
    return { type: "organisation.passkey_removed", after: { userId, passkeyId }, answer: null };
  });
}

/** The same for everybody: who it is, the passkey tells. */
export async function beginPasskeySignIn(platform: Platform): Promise<Begun<RequestOptions>> {
  const { headers, response } = await withDatabaseFailures(() =>
    platform.auth.api.generatePasskeyAuthenticationOptions({ returnHeaders: true }),
  );
  const { challenge, rpId, timeout = challengeMs } = response;
  const options: RequestOptions = { challenge, rpId: rpId!, timeout, userVerification: "required" };
  return { options, cookies: headers.getSetCookie() };
}

export async function signInWithPasskey(
  platform: Platform,
  visitor: Visitor,
  cookie: string | undefined,
  { id, ...signed }: Assertion,
): Promise<SignedIn> {
  // Index: passkey_by_credential.
  const { rows } = await platform.pool.query<{ userId: string; email: string }>(
    `select user_id as "userId", email
       from passkey join user_account on user_account.id = user_id where credential_id = $1`,
    [id],
  );
  const { email = `passkey ${id}`, userId = null } = rows[0] ?? {};
  const trial = await beginTry(platform, visitor, { email, userId });
  try {
    const { headers, response } = await withDatabaseFailures(() =>
      platform.auth.api.verifyPasskeyAuthentication({
        body: { response: { ...credential(id), response: signed } },
        headers: cookieHeaders(cookie),
        returnHeaders: true,
      }),
    );
    const { token } = response.session;
    const orgId = await enter(platform.pool, token);
    await platform.pool.query(`update passkey set last_used_at = now() where credential_id = $1`, [
      id,
    ]);
    await trial.succeeded();
    return {
      userId: response.user.id,
      orgId,
      token,
      cookies: headers.getSetCookie(),
      device: platform.guard.rememberDevice(visitor.device, response.user.id),
    };
  } catch (error) {
    if (!isWrong(error)) throw error;
    trial.failed();
    throw refuse("PASSKEY_WRONG");
  }
}

interface Stored {
  id: string;
  name: string | null;
  created_at: Date;
  last_used_at: Date | null;
}

function shown({ id, name, created_at: createdAt, last_used_at: lastUsedAt }: Stored): Passkey {
  return {
    id,
    name: name ?? "",
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

async function checkRoom(db: Pick<Platform["pool"], "query">, userId: string): Promise<void> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from passkey where user_id = $1`,
    [userId],
  );
  if (rows[0]!.count >= maxPerPerson) throw refuse("TOO_MANY_PASSKEYS");
}

const credential = (id: string) => ({
  id,
  rawId: id,
  type: "public-key" as const,
  clientExtensionResults: {},
});

/** better-auth answers 500 to what its reader of attestations cannot read; a second one is the index's word. */
function isUnreadable(error: unknown): boolean {
  const { body, code } = error as { body?: { code?: string }; code?: string };
  return body?.code === "FAILED_TO_VERIFY_REGISTRATION" || code === "23505";
}

/** Not 401: who is signed in stays signed in. */
function notThis() {
  return refuse("INVALID", "This passkey was not started here a moment ago; start again");
}
