// How often one mobile number may join in an hour. A join is counted before it is made, so that two
// at once cannot both be the third, and taken back if it was refused or was the repetition of one.

import type { CommandContext } from "../engine/command-context.ts";
import type pg from "pg";
import { wasDone } from "../events/stored-events.ts";
import type { Limiter } from "../http/public-writes.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { Refusal, refuse } from "../kernel/refusal.ts";
import type { Reports } from "./reports.ts";

export interface MobileLimitDeps {
  pool: pg.Pool;
  limiter: Limiter;
  joinsPerMobilePerHour: number;
  reports: Reports;
}

const windowSeconds = 3_600;

export async function withinMobileLimit<T extends { replayed: boolean }>(
  { pool, limiter, joinsPerMobilePerHour, reports }: MobileLimitDeps,
  by: CommandContext,
  mobile: string,
  join: () => Promise<T>,
): Promise<T> {
  const subject = `${by.orgId} ${digitsOf(mobile)}`;
  const taken = await limiter.take(
    "joins per mobile",
    subject,
    joinsPerMobilePerHour,
    windowSeconds * 1000,
  );
  // A repeated request is no new join: the engine answers it as before.
  if (!taken.allowed && !(by.idem && (await wasDone(pool, by.orgId, by.idem)))) {
    reports.limited(by, "mobile");
    const { limit, remaining, resetSeconds } = taken;
    const rateLimit: RateLimit = { limit, remaining, resetSeconds, windowSeconds };
    const detail = `At most ${limit} tickets an hour for one mobile number`;
    throw refuse("RATE_LIMITED", detail, { retryAfterSeconds: resetSeconds, rateLimit });
  }
  try {
    const result = await join();
    if (result.replayed) await taken.giveBack();
    return result;
  } catch (error) {
    if (error instanceof Refusal) await taken.giveBack();
    throw error;
  }
}

/** However it is written: +49 170 1234, 0049 170-1234 and 491701234 are one number. */
function digitsOf(mobile: string): string {
  return mobile.replaceAll(/\D/g, "").replace(/^00/, "");
}
