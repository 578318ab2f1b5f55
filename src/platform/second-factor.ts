// A second factor: six digits from an app on one's phone, on top of the password, with backup codes for the
// day the phone is gone. better-auth keeps the secrets, encrypted, and checks the codes. It takes the
// password to add or to remove one: a console left open must not be enough.

import { auditedWrite } from "../engine/audited-write.ts";
import type { StaffCaller } from "../http/access.ts";
import { refuse } from "./refusals.ts";
import { onTransaction, withDatabaseFailures } from "./ambient.ts";
import { checkOwnPassword } from "./passwords.ts";
import { writeBy } from "./platform.ts";
import type { Platform } from "./platform.ts";
import { cookieHeaders, enter, isWrong } from "./sessions.ts";
import { takeCode } from "./totp.ts";
import type { Visitor } from "./sessions.ts";

export interface Person {
  caller: StaffCaller;
  cookie: string | undefined;
}

/** What an app on a phone is set up with. It counts once a code of it was shown. */
export async function beginSecondFactor(
  platform: Platform,
  visitor: Visitor,
  { caller, cookie }: Person,
  password: string,
): Promise<{ uri: string; backupCodes: string[] }> {
  const userId = personIn(caller);
  if (await hasSecondFactor(platform, userId)) throw refuse("SECOND_FACTOR_EXISTS");
  await checkOwnPassword(platform, visitor, userId, password, "password");
  const made = await withDatabaseFailures(() =>
    platform.auth.api.enableTwoFactor({
      body: { password, method: "totp" },
      headers: cookieHeaders(cookie),
    }),
  );
  if (made.method !== "totp") throw new Error("another second factor was made than asked for");
  return { uri: made.totpURI, backupCodes: made.backupCodes };
}

/** From now on it is asked for. Returns the cookies of the session, which is another one from here on. */
export async function confirmSecondFactor(
  platform: Platform,
  { caller, cookie }: Person,
  code: string,
): Promise<string[]> {
  const userId = personIn(caller);
  if (await hasSecondFactor(platform, userId)) throw refuse("SECOND_FACTOR_EXISTS");
  const cookies: string[] = [];
  await auditedWrite(platform.pool, writeBy(caller, "confirmSecondFactor"), async (tx) => {
    if (!(await takeCode(platform, tx, userId, code))) throw wrongCode();
    const { headers, response } = await onTransaction(tx, () =>
      platform.auth.api.verifyTOTP({
        body: { code },
        headers: cookieHeaders(cookie),
        returnHeaders: true,
      }),
    ).catch((error: unknown) => {
      throw isWrong(error) ? wrongCode() : error;
    });
    cookies.splice(0, cookies.length, ...headers.getSetCookie());
    await enter(tx, tokenIn(cookies) ?? response.token, caller.orgId);
    return { type: "organisation.second_factor_added", after: { userId }, answer: null };
  });
  return cookies;
}

export async function removeSecondFactor(
  platform: Platform,
  visitor: Visitor,
  { caller }: Pick<Person, "caller">,
  password: string,
): Promise<void> {
  const userId = personIn(caller);
  await checkOwnPassword(platform, visitor, userId, password, "password");
  await auditedWrite(platform.pool, writeBy(caller, "removeSecondFactor"), async (tx) => {
    const { rowCount } = await tx.query(`delete from two_factor where user_id = $1`, [userId]);
    if (rowCount === 0) throw refuse("NOT_FOUND", "There is no second factor");
    await tx.query(`update user_account set two_factor_enabled = false where id = $1`, [userId]);
    return { type: "organisation.second_factor_removed", after: { userId }, answer: null };
  });
}

async function hasSecondFactor({ pool }: Platform, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from user_account where id = $1 and two_factor_enabled`,
    [userId],
  );
  return rowCount === 1;
}

export function personIn(caller: StaffCaller): string {
  if (caller.kind === "user") return caller.userId;
  throw refuse("FORBIDDEN", "A key has neither a second factor nor passkeys");
}

function wrongCode() {
  const errors = [{ field: "code", message: "This is not the code your app shows" }];
  return refuse("INVALID", "The code is wrong", { errors });
}

/** The token in the session's cookie, before its signature. */
function tokenIn(cookies: readonly string[]): string | undefined {
  const session = cookies.find((each) => /session_token=[^;]/.test(each));
  const value = session && /session_token=([^;]*)/.exec(session)?.[1];
  return value && decodeURIComponent(value).split(".")[0];
}
