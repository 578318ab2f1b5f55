// Money and boxes are decided in one commit: the rows of a payment, and the reservation under the lock of
// its inventory.

import type pg from "pg";
import { inTransaction } from "../../engine/transaction.ts";
import { decideInTransaction } from "../../engine/decide-in-transaction.ts";
import type { Clock } from "../../infra/clock.ts";
import type { BoxOrder } from "../core/orders.ts";

export interface SettlingDeps {
  pool: pg.Pool;
  clock: Clock;
}

export function settle<T>(
  { pool, clock }: SettlingDeps,
  work: (tx: pg.PoolClient, now: Date) => Promise<T>,
): Promise<T> {
  const settling = async (tx: pg.PoolClient) => {
    await tx.query(`set local lock_timeout = '5s'`);
    const { rows } = await tx.query<{ now: Date }>(`select now() as now`);
    return work(tx, clock.fixed() ?? rows[0]!.now);
  };
  return inTransaction(pool, settling, isClaimConflict);
}

/** A refusal is an answer too: the caller looks at how the reservation is afterwards. */
export async function decideOn(tx: pg.ClientBase, clock: Clock, order: BoxOrder): Promise<void> {
  const [verdict] = await decideInTransaction(tx, clock, [order]);
  if (verdict!.kind === "failed") throw verdict!.error;
}

export const byStripe = (orgId: string) => ({ orgId, actor: "stripe" });

const firstPauseMs = 5_000;
const longestPauseMs = 3_600_000;

/** How long to wait after so many tries in vain. */
export function pauseAfter(tries: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries, 20));
}

/** Somebody else has just taken the uniqueKey that a late payment wanted back: look again. */
function isClaimConflict(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && constraint === "ticket_claim";
}
