// Changing one's own password. It takes the old one: a console left open must not be enough. Wherever
// else one is signed in, one is signed out.

import { fingerprintOf, idemOf, auditedWrite } from "../engine/audited-write.ts";
import { wasDone } from "../events/stored-events.ts";
import type { StaffCaller } from "../http/access.ts";
import { Refusal } from "../kernel/refusal.ts";
import { refuse } from "./refusals.ts";
import { hashPassword } from "./accounts.ts";
import { withDatabaseFailures } from "./ambient.ts";
import { writeBy } from "./platform.ts";
import type { Platform } from "./platform.ts";
import { tokenHash } from "./session-hashes.ts";
import { checkPassword, cookieHeaders } from "./sessions.ts";
import type { Visitor } from "./sessions.ts";

const operation = "changePassword";

export async function changePassword(
  platform: Platform,
  visitor: Visitor,
  { caller, cookie }: { caller: StaffCaller; cookie: string | undefined },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  key: string | undefined,
): Promise<{ replayed: boolean }> {
  if (caller.kind !== "user") throw refuse("FORBIDDEN", "A key has no password");
  const { userId, orgId } = caller;
  // After a lost answer the old password is no longer right, and the retry must not be told so.
  const again = key !== undefined && (await wasDone(platform.pool, orgId, idemOf(operation, key)));
  if (!again) await checkOwnPassword(platform, visitor, userId, currentPassword, "currentPassword");
  const session = await withDatabaseFailures(() =>
    platform.auth.api.getSession({
      headers: cookieHeaders(cookie),
      query: { disableRefresh: true },
    }),
  );
  const hash = await hashPassword(platform.auth, newPassword);
  // Tells another new password under the same key apart, without a hash that could be guessed from.
  const fingerprint = fingerprintOf(platform.secrets.derive("new password", newPassword));
  const write = writeBy(caller, operation, { key, fingerprint });
  return auditedWrite(platform.pool, write, async (tx, now) => {
    await tx.query(
      `update credential set password = $2, updated_at = $3
        where user_id = $1 and provider_id = 'credential'`,
      [userId, hash, now],
    );
    await tx.query(`delete from session where user_id = $1 and token <> $2`, [
      userId,
      tokenHash(session?.session.token ?? ""),
    ]);
    return { type: "organisation.password_changed", after: { userId }, answer: null };
  });
}

export async function checkOwnPassword(
  platform: Platform,
  visitor: Visitor,
  userId: string,
  password: string,
  field: string,
): Promise<void> {
  const { rows } = await platform.pool.query<{ email: string }>(
    `select email from user_account where id = $1`,
    [userId],
  );
  try {
    await checkPassword(platform, visitor, rows[0]!.email, password);
  } catch (error) {
    // Not 401: who is signed in stays signed in.
    if (!(error instanceof Refusal && error.code === "BAD_CREDENTIALS")) throw error;
    const errors = [{ field, message: "This is not your password" }];
    throw refuse("INVALID", "The current password is wrong", { errors });
  }
}
