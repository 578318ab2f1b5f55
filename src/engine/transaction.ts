// A transaction on the pool, done again from the start when PostgreSQL asks for it; and one that only
// looks. This is the only place that begins and commits on a connection of the pool.

import type pg from "pg";
import { refuse } from "../kernel/refusal.ts";

const mostTries = 3;

/**
 * The connection ended while COMMIT was under way: the work is done, or it is not, and only what it
 * wrote can tell. Whoever asks is told to ask again with the same Idempotency-Key.
 */
export class CommitUnknown extends Error {
  override name = "CommitUnknown";

  constructor(cause: unknown) {
    super("the answer to COMMIT was lost", { cause });
  }
}

/** PostgreSQL refused a statement: nothing of the transaction stays, and the connection is fine. */
export function isRefusedByServer(error: unknown): boolean {
  return (error as { severity?: string }).severity === "ERROR";
}

/** Serialization failures and deadlocks: the next try reads what was won by others. */
function isConflict(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "40001" || code === "40P01";
}

/**
 * `again` says which other errors are worth another try. The work must bear being done anew: it writes
 * through `tx` alone, and never asks the pool for a second connection.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
  again: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await once(pool, work);
    } catch (error) {
      if ((isConflict(error) || again(error)) && tries < mostTries) continue;
      if (error instanceof CommitUnknown) throw notKnown(error);
      throw error;
    }
  }
}

async function once<T>(pool: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  const run = (verb: string) =>
    tx.query(verb).catch((error: Error) => {
      if (!isRefusedByServer(error)) broken = error;
      throw error;
    });
  try {
    await run("begin");
    let result: T;
    try {
      result = await work(tx);
    } catch (error) {
      await run("rollback").catch(() => undefined);
      throw error;
    }
    await run("commit").catch((error: unknown) => {
      throw isRefusedByServer(error) ? error : new CommitUnknown(error);
    });
    return result;
  } finally {
    // A connection that did not answer is thrown away: nobody gets it with something left unread.
    tx.release(broken);
  }
}

function notKnown(cause: CommitUnknown): Error {
  const detail = "The database went away while this was being written; ask again with the same key";
  const refusal = refuse("BUSY", detail, { retryAfterSeconds: 1 });
  refusal.cause = cause;
  return refusal;
}

/** Whatever `work` reads was so at one moment. */
export async function atOneMoment<T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  try {
    await tx.query("begin isolation level repeatable read read only");
    return await work(tx);
  } finally {
    await tx.query("rollback").catch((lost: Error) => (broken = lost));
    tx.release(broken);
  }
}
