// A code of an app counts once. better-auth accepts the code of this half minute and of those beside it, as
// often as it comes: somebody who looks over a shoulder could use it as well. So the half minute of the last
// accepted code is kept, and only later ones count.

import { createHmac } from "node:crypto";
import { symmetricDecrypt } from "better-auth/crypto";
import type pg from "pg";
import { refuse } from "./refusals.ts";
import type { Platform } from "./platform.ts";

const periodMs = 30_000;

/** Uses the code up. False when it is no code of this time; throws when it was used before. */
export async function takeCode(
  platform: Pick<Platform, "auth">,
  db: pg.Pool | pg.PoolClient,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rows } = await db.query<{ secret: string }>(
    `select secret from two_factor where user_id = $1`,
    [userId],
  );
  if (!rows[0]) return false;
  const { secretConfig } = await platform.auth.$context;
  const secret = await symmetricDecrypt({ key: secretConfig, data: rows[0].secret });
  // better-auth goes by the same clock: the two must agree about which codes count.
  const now = Math.floor(Date.now() / periodMs);
  const step = [now - 1, now, now + 1].find((each) => codeOf(secret, each) === code);
  if (step === undefined) return false;
  const { rowCount } = await db.query(
    `update two_factor set last_step = $2
      where user_id = $1 and (last_step is null or last_step < $2)`,
    [userId, step],
  );
  if (rowCount === 0) throw refuse("SECOND_FACTOR_USED");
  return true;
}

/** RFC 6238. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}
