// A transaction on the pool, done again from the start when PostgreSQL asks for it; and those that only
// look. This is the only place that begins and commits on a connection of the pool.

import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { refuse } from "../kernel/refusal.ts";

const maxTries = 5;

/**
 * The connection ended while COMMIT was under way: the work is done, or it is not, and only what it
 * wrote can tell. The caller is told to ask again with the same Idempotency-Key.
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
  return codeIn(error, ["40001", "40P01"]);
}

/** A conflict; or a server that stops, starts or has no connection to spare. */
export function isTransient(error: unknown): boolean {
  return isConflict(error) || codeIn(error, ["57P01", "57P02", "57P03", "53300"]);
}

/** What only a key tells. */
export function isDuplicate(error: unknown): boolean {
  return codeIn(error, ["23505"]);
}

/** What only a key or a constraint tells: unique and exclusion violations. */
export function isTakenByOthers(error: unknown): boolean {
  return isDuplicate(error) || codeIn(error, ["23P01"]);
}

/** Somebody kept a lock for longer than we wait for it. */
export function isLockedByOthers(error: unknown): boolean {
  return codeIn(error, ["55P03"]);
}

function codeIn(error: unknown, codes: readonly string[]): boolean {
  return codes.includes((error as { code?: string }).code ?? "");
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
      if ((isConflict(error) || again(error)) && tries < maxTries) continue;
      if (error instanceof CommitUnknown) throw notKnown(error);
      throw error;
    }
  }
}

/** What `work` does is taken back: somebody only wants to see what would come of it. */
export function dryRun<T>(pool: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  return once(pool, work, "begin", "rollback");
}

/** Whatever `work` reads was so at one moment. */
export function atOneMoment<T>(pool: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  return once(pool, work, "begin isolation level repeatable read read only", "rollback");
}

const holding = new AsyncLocalStorage<{ held: boolean }>();

/**
 * A caller that has a connection of the pool must not ask for a second one: as many who do so as there are
 * connections wait for each other. In tests the pool refuses it.
 */
export function holdsConnection(): boolean {
  return holding.getStore()?.held ?? false;
}

async function once<T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
  begin = "begin",
  end: "commit" | "rollback" = "commit",
): Promise<T> {
  const tx = await pool.connect();
  const scope = { held: true };
  let broken: Error | undefined;
  const run = (verb: string) =>
    tx.query(verb).catch((error: Error) => {
      if (!isRefusedByServer(error)) broken = error;
      throw error;
    });
  try {
    await run(begin);
    let result: T;
    try {
      result = await holding.run(scope, () => work(tx));
    } catch (error) {
      await run("rollback").catch(() => undefined);
      throw error;
    }
    await run(end).catch((error: unknown) => {
      if (end === "rollback") return;
      throw isRefusedByServer(error) ? error : new CommitUnknown(error);
    });
    return result;
  } finally {
    scope.held = false;
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
