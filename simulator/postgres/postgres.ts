// One PostgreSQL in memory: tables, transactions, locks that are waited for, sessions, its clock.

import type { EventRow } from "../../src/engine/tables.ts";
import type { Guards } from "../guards.ts";
import type { World } from "../world.ts";
import { ServerError, Transaction, type Row, type Wait } from "./rows.ts";
import { Session, type Reply } from "./session.ts";
import { Tables } from "./tables.ts";

/** What one transaction has written. */
export interface Commit {
  readonly n: number;
  readonly atMs: number;
  /** In the order in which they were written. */
  readonly events: readonly EventRow[];
  /** Ids of lines of which something was written. */
  readonly lines: ReadonlySet<string>;
}

/** Its clock shows this when a history begins. */
const beginsAt = Date.UTC(2026, 0, 5, 9);

export class SimulatedPostgres {
  readonly world: World;
  readonly guards: Guards;
  readonly tables = new Tables();
  readonly commits: Commit[] = [];
  readonly sessions = new Set<Session>();
  readonly open = new Set<Transaction>();
  isDown = false;
  /** How far its clock was set forward. */
  clockSetMs = 0;
  /** How many began to wait for somebody who waits for them. */
  circles = 0;
  #transactions = 0;
  readonly #committed: (commit: Commit) => void;

  constructor(world: World, guards: Guards, committed: (commit: Commit) => void) {
    this.world = world;
    this.guards = guards;
    this.#committed = committed;
  }

  readonly clock = (): number => beginsAt + this.clockSetMs + this.world.now;

  connect(name: string, lockTimeoutMs: number, reply: (reply: Reply) => void): Session {
    const session = new Session(this, name, lockTimeoutMs, reply);
    this.sessions.add(session);
    return session;
  }

  /** It ends at once and starts again: what was not committed is gone. */
  crash(): void {
    for (const session of this.sessions) session.vanish();
  }

  begin(): Transaction {
    const tx = new Transaction((this.#transactions += 1));
    this.open.add(tx);
    return tx;
  }

  end(tx: Transaction, isCommitted: boolean): void {
    if (tx.isOver) return;
    tx.isOver = true;
    this.open.delete(tx);
    const commit = isCommitted ? this.#commitOf(tx) : null;
    const waited: Row<unknown>[] = [];
    for (const row of tx.held) {
      row.table.settle(row, isCommitted);
      if (row.waiters.length > 0) waited.push(row);
    }
    if (commit) {
      this.commits.push(commit);
      this.#committed(commit);
    }
    // The first who waited has it next.
    for (const row of waited) {
      const next = row.waiters.shift()!;
      row.holder = next.tx;
      next.tx.held.add(row);
      next.wake();
    }
    for (const wait of tx.endWaiters.splice(0)) wait.wake();
  }

  #commitOf(tx: Transaction): Commit | null {
    const events: EventRow[] = [];
    const lines = new Set<string>();
    for (const { table, pending, key } of tx.held) {
      if (pending === undefined) continue;
      if (table === (this.tables.event as unknown)) events.push(pending as EventRow);
      if (table === (this.tables.line as unknown)) lines.add(key);
    }
    if (events.length + lines.size === 0) return null;
    return { n: this.commits.length, atMs: this.world.now, events, lines };
  }

  /** Whether somebody waits, over others, for themselves. */
  isDeadlocked(wait: Wait): boolean {
    const seen = new Set<Transaction>();
    for (let at = wait.blocker(); at && !seen.has(at); at = at.waitsFor?.blocker() ?? null) {
      if (at === wait.tx) return true;
      seen.add(at);
    }
    return false;
  }
}

export const terminated = () =>
  new ServerError(
    "57P01",
    "terminating connection due to administrator command",
    undefined,
    "FATAL",
  );
