// Signing in and out of the console, and who one is. better-auth checks passwords, keeps the sessions
// and signs the cookie; a caller's organisation and role are read anew for every request.

import { APIError } from "better-auth/api";
import type pg from "pg";
import { auditedWrite } from "../engine/audited-write.ts";
import type { Role, Scope, StaffCaller } from "../http/access.ts";
import { Refusal } from "../kernel/refusal.ts";
import { refuse } from "./refusals.ts";
import { findAccount } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import { withDatabaseFailures } from "./ambient.ts";
import { writeOn } from "./platform.ts";
import type { Attempt, Platform } from "./platform.ts";
import { tokenHash } from "./session-hashes.ts";
import type { Try } from "./sign-in-guard.ts";
import { takeCode } from "./totp.ts";

export interface Me {
  kind: "user" | "key";
  user?: Account & { secondFactor: boolean };
  organisation: { id: string; name: string };
  role: Role;
  scopes: Scope[];
  organisations: { id: string; name: string; role: Role }[];
}

/** Somebody at the other end, before it is known who that is. */
export interface Visitor {
  ip: string;
  /** What their browser was given when somebody signed in with it. */
  device: string | undefined;
  /** Why they have to wait before the next try. */
  mustWait(seconds: number): Refusal;
}

export interface SignedIn {
  userId: string;
  orgId: string;
  token: string;
  /** Set-Cookie headers. */
  cookies: string[];
  /** For the cookie by which this browser is known from now on. */
  device: string;
}

/**
 * The same answer for an unknown address and a wrong password, in the same time (better-auth hashes
 * the password either way). Only failures count in the end: a whole office signs in at nine.
 */
export async function signIn(
  platform: Platform,
  visitor: Visitor,
  { email, password, code }: Credentials,
  orgId?: string,
): Promise<SignedIn> {
  const trial = await beginTry(platform, visitor, await triedOf(platform, email));
  try {
    const first = await withDatabaseFailures(() =>
      platform.auth.api.signInEmail({ body: { email, password }, returnHeaders: true }),
    );
    const needsCode = "twoFactorRedirect" in first.response;
    if (needsCode && code === undefined) {
      // Neither right nor wrong: somebody who knows the password must not get more guesses at the code by it.
      await trial.takeBack();
      throw refuse("SECOND_FACTOR_NEEDED");
    }
    const { headers, response } = needsCode
      ? await withCode(platform, first.headers, trial.userId!, code!)
      : first;
    const entered = await enter(platform.pool, response.token, orgId);
    await trial.succeeded();
    return {
      userId: response.user.id,
      orgId: entered,
      token: response.token,
      cookies: headers.getSetCookie(),
      device: platform.guard.rememberDevice(visitor.device, response.user.id),
    };
  } catch (error) {
    const wrongCode = error instanceof Refusal && wrongCodes.has(error.code);
    if (!wrongCode && !isWrong(error)) throw error;
    trial.failed();
    throw wrongCode ? error : refuse("BAD_CREDENTIALS");
  }
}

const wrongCodes = new Set(["SECOND_FACTOR_WRONG", "SECOND_FACTOR_USED"]);

export interface Credentials {
  email: string;
  password: string;
  /** Of the second factor, or one of its backup codes. */
  code?: string | undefined;
}

interface SignedInWith {
  headers: Headers;
  response: { token: string; user: { id: string } };
}

/** better-auth remembers in a cookie that the password was right; it need not go to the browser. */
async function withCode(
  platform: Platform,
  headers: Headers,
  userId: string,
  code: string,
): Promise<SignedInWith> {
  const isTimed = /^\d{6}$/.test(code);
  if (isTimed && !(await takeCode(platform, platform.pool, userId, code))) {
    throw refuse("SECOND_FACTOR_WRONG");
  }
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
  const request = { headers: cookieHeaders(cookie), returnHeaders: true } as const;
  const { api } = platform.auth;
  return withDatabaseFailures<unknown>(() =>
    isTimed
      ? api.verifyTOTP({ ...request, body: { code } })
      : api.verifyBackupCode({ ...request, body: { code } }),
  ).catch((error: unknown) => {
    throw isWrong(error) ? refuse("SECOND_FACTOR_WRONG") : error;
  }) as Promise<SignedInWith>;
}

/** The sign-in itself is what is written: the trail of the organisation shows it, once per key. */
export async function recordSignIn(
  platform: Platform,
  { orgId, userId, token }: SignedIn,
  attempt: Attempt,
): Promise<{ replayed: boolean }> {
  const write = writeOn(orgId, `user:${userId}`, "signIn", attempt);
  try {
    return await auditedWrite(platform.pool, write, () =>
      Promise.resolve({ type: "organisation.signed_in", after: { userId }, answer: null }),
    );
  } catch (error) {
    await platform.pool.query(`delete from session where token = $1`, [tokenHash(token)]);
    throw error;
  }
}

export async function signOut(platform: Platform, cookie: string | undefined): Promise<string[]> {
  const { headers } = await withDatabaseFailures(() =>
    platform.auth.api.signOut({ headers: cookieHeaders(cookie), returnHeaders: true }),
  );
  return headers.getSetCookie();
}

/** Prolongs a session that is in use, once a day; returns the cookies to set, if any. */
export async function renewSession(
  platform: Platform,
  cookie: string | undefined,
): Promise<string[]> {
  const { headers } = await withDatabaseFailures(() =>
    platform.auth.api.getSession({ headers: cookieHeaders(cookie), returnHeaders: true }),
  );
  return headers.getSetCookie();
}

export async function switchOrganisation(
  platform: Platform,
  caller: StaffCaller,
  cookie: string | undefined,
  orgId: string,
): Promise<Extract<StaffCaller, { kind: "user" }>> {
  const session = await withDatabaseFailures(() =>
    platform.auth.api.getSession({
      headers: cookieHeaders(cookie),
      query: { disableRefresh: true },
    }),
  );
  if (caller.kind !== "user" || !session) {
    throw refuse("FORBIDDEN", "Only someone who is signed in can change organisation");
  }
  const member = await membershipOf(platform, caller.userId, orgId);
  if (!member) throw refuse("NOT_FOUND");
  await enter(platform.pool, session.session.token, orgId);
  return { kind: "user", userId: caller.userId, orgId, ...member };
}

export async function describe(platform: Platform, caller: StaffCaller): Promise<Me> {
  const { rows } = await platform.pool.query<{ id: string; name: string; role: Role }>(
    caller.kind === "user"
      ? `select organisation.id, name, role
         from member join organisation on organisation.id = org_id
         where user_id = $1 order by member.created_at, organisation.id`
      : `select id, name, $2 as role from organisation where id = $1`,
    caller.kind === "user" ? [caller.userId] : [caller.orgId, caller.role],
  );
  const here = rows.find(({ id }) => id === caller.orgId);
  if (!here) throw refuse("UNAUTHENTICATED");
  const me: Me = {
    kind: caller.kind,
    organisation: { id: here.id, name: here.name },
    role: caller.role,
    scopes: [...caller.scopes],
    organisations: rows,
  };
  if (caller.kind === "user") {
    const { rows: people } = await platform.pool.query<Account & { secondFactor: boolean }>(
      `select id, name, email, coalesce(two_factor_enabled, false) as "secondFactor"
         from user_account where id = $1`,
      [caller.userId],
    );
    if (people[0]) me.user = people[0];
  }
  return me;
}

/** Throws unless this is the account's password; for those who accept a second invitation. */
export async function checkPassword(
  platform: Platform,
  visitor: Visitor,
  email: string,
  password: string,
): Promise<void> {
  const trial = await beginTry(platform, visitor, await triedOf(platform, email));
  const { internalAdapter, password: passwords } = await platform.auth.$context;
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const hash = found?.accounts.find((account) => account.providerId === "credential")?.password;
  if (!hash || !(await passwords.verify({ hash, password }))) {
    trial.failed();
    throw refuse("BAD_CREDENTIALS");
  }
  await trial.succeeded();
}

/** Deletes sessions that have run out; those who come back find their own ended anyway. */
export async function sweepSessions(platform: Pick<Platform, "pool">): Promise<number> {
  // Challenges that nobody came back with.
  await platform.pool.query(
    `delete from verification where id in (
       select id from verification where expires_at < now() limit 1000 for update skip locked
     )`,
  );
  const { rowCount } = await platform.pool.query(
    `delete from session where id in (
       select id from session where expires_at < now() limit 1000 for update skip locked
     )`,
  );
  return rowCount ?? 0;
}

export async function membershipOf(
  { pool, scopes }: Pick<Platform, "pool" | "scopes">,
  userId: string,
  orgId: string,
): Promise<{ role: Role; scopes: readonly Scope[] } | null> {
  // Index: unique (org_id, user_id).
  const { rows } = await pool.query<{ role: Role }>(
    `select role from member where org_id = $1 and user_id = $2`,
    [orgId, userId],
  );
  return rows[0] ? { role: rows[0].role, scopes: scopes.of(rows[0].role) } : null;
}

/** better-auth reads the cookie and nothing else: no address and no user agent are kept. */
export function cookieHeaders(cookie: string | undefined): Headers {
  return new Headers(cookie === undefined ? {} : { cookie });
}

export async function enter(
  db: pg.Pool | pg.PoolClient,
  token: string,
  orgId?: string,
): Promise<string> {
  const { rows } = await db.query<{ active_org_id: string | null }>(
    `update session set active_org_id = coalesce($2, active_org_id) where token = $1
     returning active_org_id`,
    [tokenHash(token), orgId ?? null],
  );
  const entered = rows[0]?.active_org_id;
  // Removed from the last organisation while signing in: the account is about to be gone.
  if (!entered) throw refuse("BAD_CREDENTIALS");
  return entered;
}

interface Tried {
  email: string;
  /** null: nobody has this address. */
  userId: string | null;
}

async function triedOf(platform: Platform, email: string): Promise<Tried> {
  const account = await findAccount(platform.pool, email.toLowerCase());
  return { email, userId: account?.id ?? null };
}

/** Throws while they have to wait. */
export async function beginTry(
  platform: Platform,
  visitor: Visitor,
  { email, userId }: Tried,
): Promise<Pick<Try, "succeeded" | "takeBack"> & { failed(): void; userId: string | null }> {
  const { ip, device } = visitor;
  const trial = await platform.guard.begin({ email, userId, ip, device });
  if (trial.waitSeconds > 0) throw visitor.mustWait(trial.waitSeconds);
  const failed = () => {
    platform.log.warn({ known: userId !== null, failures: trial.failures }, "sign_in.failed");
    if (!userId) return;
    // Not waited for: how long an answer takes must not tell whether there is such an account.
    recordFailure(platform, userId, trial.failures).catch((error: Error) => {
      platform.log.warn({ reason: error }, "sign_in.not_recorded");
    });
  };
  return { succeeded: trial.succeeded, takeBack: trial.takeBack, failed, userId };
}

/** Every organisation of theirs is told. */
async function recordFailure(platform: Platform, userId: string, failures: number): Promise<void> {
  const { rows } = await platform.pool.query<{ org_id: string }>(
    `select org_id from member where user_id = $1 order by created_at, id limit 20`,
    [userId],
  );
  for (const { org_id: orgId } of rows) {
    await auditedWrite(platform.pool, writeOn(orgId, "public", "signInFailed"), () =>
      Promise.resolve({
        type: "organisation.sign_in_failed",
        after: { userId, failures },
        answer: null,
      }),
    );
  }
}

export function isWrong(error: unknown): boolean {
  return error instanceof APIError && error.statusCode >= 400 && error.statusCode < 500;
}
