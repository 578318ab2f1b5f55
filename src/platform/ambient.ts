// better-auth writes through this stand-in for the pool. Inside `onTransaction` everything it does
// lands on our transaction, so that an account, its audit event and its Idempotency-Key commit
// together; its own begin and commit become savepoints. Outside it is the plain pool.

import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

interface Scope {
  tx: pg.PoolClient | null;
  failure: unknown;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` with all of better-auth's statements on `tx`. */
export function onTransaction<T>(tx: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  return scopes.run({ tx, failure: null }, () => surfaced(work));
}

/**
 * better-auth answers "invalid key" and "no session" also when the database failed. A server without
 * its database must not tell callers that their keys are wrong, so a failed statement is thrown here.
 */
export function withDatabaseFailures<T>(work: () => Promise<T>): Promise<T> {
  const tx = scopes.getStore()?.tx ?? null;
  return scopes.run({ tx, failure: null }, () => surfaced(work));
}

async function surfaced<T>(work: () => Promise<T>): Promise<T> {
  const scope = scopes.getStore()!;
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    throw scope.failure ?? error;
  }
  if (scope.failure) throw scope.failure;
  return answer;
}

interface Connection {
  query(sql: string, parameters?: readonly unknown[]): Promise<pg.QueryResult>;
  release(): void;
}

export interface AmbientPool {
  connect(): Promise<Connection>;
  end(): Promise<void>;
  options: pg.PoolOptions;
}

export function ambientPool(pool: pg.Pool): AmbientPool {
  return {
    options: pool.options,
    // The pool belongs to its opener.
    end: () => Promise.resolve(),
    async connect() {
      const scope = scopes.getStore();
      const client = scope?.tx ?? (await noting(scope, () => pool.connect()));
      const run = (sql: string, parameters?: readonly unknown[]) =>
        noting(scope, () => client.query(sql, parameters as unknown[]));
      return scope?.tx
        ? { query: withSavepoints(run), release: () => undefined }
        : { query: run, release: () => client.release() };
    },
  };
}

let savepoints = 0;

function withSavepoints(run: Connection["query"]): Connection["query"] {
  const name = `better_auth_${(savepoints = (savepoints + 1) % 1_000_000)}`;
  return (sql, parameters) => {
    if (sql === "begin") return run(`savepoint ${name}`);
    if (sql === "commit") return run(`release savepoint ${name}`);
    if (sql === "rollback") return run(`rollback to savepoint ${name}`);
    return run(sql, parameters);
  };
}

async function noting<T>(scope: Scope | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (scope) scope.failure ??= error;
    throw error;
  }
}
