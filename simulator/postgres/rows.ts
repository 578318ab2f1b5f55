// Rows with versions and locks, as far as read committed needs them: what is committed, and what the
// one transaction that has the row locked has made of it.

export class ServerError extends Error {
  readonly severity: string;
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(code: string, message: string, constraint?: string, severity = "ERROR") {
    super(message);
    this.code = code;
    this.constraint = constraint;
    this.severity = severity;
  }
}

export interface Row<T> {
  readonly key: string;
  committed: T | null;
  /** By the transaction that has it locked; undefined: as it was. */
  pending: T | null | undefined;
  holder: Transaction | null;
  readonly waiters: Wait[];
  readonly table: Table<T>;
}

/** Somebody who cannot go on. */
export interface Wait {
  readonly tx: Transaction;
  /** The row that is wanted; null: only the end of the other transaction. */
  readonly row: Row<unknown> | null;
  readonly blocker: () => Transaction | null;
  wake(): void;
}

export class Transaction {
  readonly n: number;
  readonly held = new Set<Row<unknown>>();
  readonly endWaiters: Wait[] = [];
  /** What it waits for now. */
  waitsFor: Wait | null = null;
  isOver = false;

  constructor(n: number) {
    this.n = n;
  }
}

/** What a statement says when it has to wait. */
export type Blocked = { row: Row<unknown> } | { end: Transaction };
export type Running<T> = Generator<Blocked, T, void>;

interface Index<T> {
  name: string;
  keyOf(value: T): string | null;
  rows: Map<string, Set<Row<T>>>;
}

export class Table<T> {
  readonly name: string;
  readonly #rows = new Map<string, Row<T>>();
  readonly #indexes: Index<T>[];

  constructor(name: string, unique: Record<string, (value: T) => string | null> = {}) {
    this.name = name;
    this.#indexes = Object.entries(unique).map(([index, keyOf]) => ({
      name: index,
      keyOf,
      rows: new Map(),
    }));
  }

  get(key: string): Row<T> | undefined {
    return this.#rows.get(key);
  }

  /** What a transaction sees, in the order in which rows were made. */
  *seen(tx: Transaction | null): Generator<T> {
    for (const row of this.#rows.values()) {
      const value = valueFor(row, tx);
      if (value !== null) yield value;
    }
  }

  seenAt(key: string, tx: Transaction | null): T | null {
    const row = this.#rows.get(key);
    return row ? valueFor(row, tx) : null;
  }

  /** By a unique index. */
  seenBy(index: string, key: string, tx: Transaction | null): T | null {
    const { rows, keyOf } = this.#indexes.find(({ name }) => name === index)!;
    for (const row of rows.get(key) ?? []) {
      const value = valueFor(row, tx);
      if (value !== null && keyOf(value) === key) return value;
    }
    return null;
  }

  *insert(key: string, value: T, tx: Transaction, isUnique = true): Running<void> {
    for (;;) {
      const there = this.#rows.get(key);
      if (!there) break;
      if (there.holder && there.holder !== tx && there.pending !== undefined) {
        yield { end: there.holder };
        continue;
      }
      if (valueFor(there, tx) === null) break;
      throw duplicate(`${this.name}_pkey`);
    }
    if (isUnique) yield* this.#checkUnique(null, value, tx);
    let row = this.#rows.get(key);
    if (!row) {
      row = { key, committed: null, pending: value, holder: tx, waiters: [], table: this };
      this.#rows.set(key, row);
    }
    row.holder = tx;
    row.pending = value;
    tx.held.add(row);
    this.#enter(row, value);
  }

  /** The row has to be locked. */
  *update(row: Row<T>, value: T | null, tx: Transaction, isUnique = true): Running<void> {
    if (value !== null && isUnique) yield* this.#checkUnique(row, value, tx);
    row.pending = value;
    if (value !== null) this.#enter(row, value);
  }

  *#checkUnique(own: Row<T> | null, value: T, tx: Transaction): Running<void> {
    for (const index of this.#indexes) {
      const key = index.keyOf(value);
      if (key === null) continue;
      for (let isClear = false; !isClear;) {
        isClear = true;
        for (const row of index.rows.get(key) ?? []) {
          if (row === own) continue;
          const mine = row.holder === tx;
          const isPending = row.holder !== null && row.pending !== undefined && !mine;
          const keys = [row.committed, row.pending ?? null].map((v) => v && index.keyOf(v));
          if (isPending && keys.includes(key)) {
            // The one that changes it may still take it back, or let go of the key.
            yield { end: row.holder! };
            isClear = false;
            break;
          }
          const seen = valueFor(row, tx);
          if (seen !== null && index.keyOf(seen) === key) throw duplicate(index.name);
        }
      }
    }
  }

  #enter(row: Row<T>, value: T): void {
    for (const { keyOf, rows } of this.#indexes) {
      const key = keyOf(value);
      if (key === null) continue;
      const known = rows.get(key);
      if (known) known.add(row);
      else rows.set(key, new Set([row]));
    }
  }

  /** As it was before anybody did anything. */
  load(key: string, value: T): void {
    const row = {
      key,
      committed: value,
      pending: undefined,
      holder: null,
      waiters: [],
      table: this,
    };
    this.#rows.set(key, row);
    this.#enter(row, value);
  }

  /** A transaction has ended: what is committed of a row that it had. */
  settle(row: Row<T>, isCommitted: boolean): void {
    if (row.pending !== undefined && isCommitted) row.committed = row.pending;
    row.pending = undefined;
    row.holder = null;
    if (row.committed === null && row.waiters.length === 0) this.#rows.delete(row.key);
  }
}

export function valueFor<T>(row: Row<T>, tx: Transaction | null): T | null {
  return tx && row.holder === tx && row.pending !== undefined ? row.pending : row.committed;
}

function duplicate(constraint: string): ServerError {
  return new ServerError("23505", `duplicate key: ${constraint}`, constraint);
}
