// The server's side of a connection. It takes packet after packet and executes statement by statement;
// others come in between. When one fails it skips the rest of the packet.

import type { Rows } from "../../src/engine/connection.ts";
import type { SimulatedPostgres } from "./postgres.ts";
import { ServerError, type Blocked, type Running, type Transaction, type Wait } from "./rows.ts";
import { inserts, statements, type Context, type Statement } from "./statements.ts";

export type Sent =
  | { kind: "control"; verb: "begin" | "commit" | "rollback" }
  | { kind: "statement"; name: string; values: unknown[]; run?: Statement }
  | { kind: "insert"; table: string; rows: object[] };

export type Packet = readonly Sent[];

/** To one packet; or, without an answer to one, that the connection is over. */
export interface Reply {
  /** Of those statements that were executed. */
  readonly results: readonly Rows[];
  readonly error: Error | null;
}

const statementTimeoutMs = 10_000;
const idleInTransactionMs = 5_000;
const deadlockTimeoutMs = 1_000;

export class Session {
  readonly name: string;
  readonly #postgres: SimulatedPostgres;
  readonly #lockTimeoutMs: number;
  readonly #reply: (reply: Reply) => void;
  readonly #inbox: (Packet | "close")[] = [];
  #tx: Transaction | null = null;
  /** `begin` was sent: it lasts beyond the packet. */
  #isExplicit = false;
  #isFailed = false;
  #isBusy = false;
  #isOver = false;
  #wait: (Wait & { isOver: boolean }) | null = null;
  /** Goes up whenever there is something to do: a timer of an earlier idleness means nothing then. */
  #activity = 0;

  constructor(
    postgres: SimulatedPostgres,
    name: string,
    lockTimeoutMs: number,
    reply: (reply: Reply) => void,
  ) {
    this.#postgres = postgres;
    this.name = name;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#reply = reply;
  }

  receive(message: Packet | "close"): void {
    if (this.#isOver) return;
    this.#inbox.push(message);
    if (!this.#isBusy) this.#next();
  }

  /** The server ends it, and says so. */
  terminate(error: ServerError): void {
    if (this.#isOver) return;
    this.vanish();
    this.#reply({ results: [], error });
  }

  /** Without a word. */
  vanish(): void {
    this.#isOver = true;
    if (this.#wait) this.#unpark(this.#wait);
    if (this.#tx) this.#postgres.end(this.#tx, false);
    this.#postgres.sessions.delete(this);
  }

  #note(text: () => string): void {
    this.#postgres.world.note(this.name, text);
  }

  #next(): void {
    this.#activity += 1;
    const message = this.#inbox.shift();
    if (message === undefined) return this.#idle();
    if (message === "close") {
      if (!this.#postgres.guards.closedSessions) return;
      this.#note(() => (this.#tx ? "closed, rolled back" : "closed"));
      return this.vanish();
    }
    this.#isBusy = true;
    this.#execute(message, 0, []);
  }

  #idle(): void {
    this.#isBusy = false;
    if (!this.#isExplicit) return;
    const at = this.#activity;
    this.#postgres.world.after(idleInTransactionMs, () => {
      if (this.#isOver || this.#activity !== at) return;
      this.#note(() => "idle in transaction for too long");
      this.terminate(new ServerError("25P03", "idle in transaction", undefined, "FATAL"));
    });
  }

  #execute(packet: Packet, i: number, results: Rows[]): void {
    const { world } = this.#postgres;
    if (i === packet.length) return this.#endPacket(results, null);
    world.after(world.between(0.01, 0.2), () => {
      if (this.#isOver) return;
      const startedAt = world.now;
      const sent = packet[i]!;
      let running: Rows | Running<Rows>;
      try {
        running = this.#start(sent);
      } catch (error) {
        return this.#endPacket(results, error as ServerError);
      }
      const done = (rows: Rows, error: ServerError | null) => {
        if (error) return this.#endPacket(results, error);
        results.push(rows);
        this.#note(() => `  ${textOf(sent)}${rows.length > 0 ? ` → ${rows.length}` : ""}`);
        this.#execute(packet, i + 1, results);
      };
      if (Array.isArray(running)) done(running, null);
      else this.#drive(running, startedAt, done);
    });
  }

  #start(sent: Sent): Rows | Running<Rows> {
    if (sent.kind === "control") return this.#control(sent.verb);
    if (this.#isFailed) throw new ServerError("25P02", "current transaction is aborted");
    this.#tx ??= this.#postgres.begin();
    const { tables, guards, clock } = this.#postgres;
    const context: Context = { tables, tx: this.#tx, guards, clock };
    if (sent.kind === "insert") return copied(inserts[sent.table]!(context, sent.rows as never[]));
    const run = sent.run ?? (statements as Record<string, Statement>)[sent.name];
    if (!run) throw new Error(`${sent.name} is not simulated`);
    return run(context, sent.values);
  }

  #control(verb: "begin" | "commit" | "rollback"): Rows {
    if (verb === "begin") {
      if (this.#isFailed) throw new ServerError("25P02", "current transaction is aborted");
      this.#tx ??= this.#postgres.begin();
      this.#isExplicit = true;
    } else {
      this.#endTransaction(verb === "commit" && !this.#isFailed);
    }
    return [];
  }

  #endTransaction(isCommitted: boolean): void {
    const tx = this.#tx;
    this.#tx = null;
    this.#isExplicit = false;
    this.#isFailed = false;
    if (tx) this.#postgres.end(tx, isCommitted);
  }

  #endPacket(results: Rows[], error: ServerError | null): void {
    if (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#note(() => `  failed: ${error.code} ${error.message}`);
      const isExplicit = this.#isExplicit;
      this.#endTransaction(false);
      // Its locks are free; what is sent until it is rolled back is refused.
      this.#isExplicit = isExplicit;
      this.#isFailed = isExplicit;
    } else if (!this.#isExplicit) {
      this.#endTransaction(true);
    }
    this.#reply({ results, error });
    if (!this.#isOver) this.#next();
  }

  #drive(
    running: Running<Rows>,
    startedAt: number,
    done: (rows: Rows, error: ServerError | null) => void,
  ): void {
    let step: IteratorResult<Blocked, Rows>;
    try {
      step = running.next();
    } catch (error) {
      return done([], error as ServerError);
    }
    if (step.done) return done(step.value, null);
    const goOn = (error: ServerError | null) =>
      error ? done([], error) : this.#drive(running, startedAt, done);
    this.#park(step.value, startedAt, goOn);
  }

  #park(blocked: Blocked, startedAt: number, goOn: (error: ServerError | null) => void): void {
    const { world } = this.#postgres;
    const tx = this.#tx!;
    const wait = {
      tx,
      row: "row" in blocked ? blocked.row : null,
      blocker: () => ("row" in blocked ? blocked.row.holder : blocked.end),
      isOver: false,
      wake: () => {
        this.#unpark(wait);
        // The lock is had at this moment; going on takes one more.
        world.after(world.between(0.01, 0.1), () => {
          if (!this.#isOver) goOn(null);
        });
      },
    };
    const giveUp = (error: ServerError) => {
      if (wait.isOver) return;
      this.#unpark(wait);
      goOn(error);
    };
    this.#wait = wait;
    tx.waitsFor = wait;
    ("row" in blocked ? blocked.row.waiters : blocked.end.endWaiters).push(wait);
    this.#note(() => `  waits for ${"row" in blocked ? `a lock` : "the end of another"}`);
    const lockMs = this.#lockTimeoutMs;
    world.after(lockMs, () => giveUp(new ServerError("55P03", "lock timeout")));
    const statementMs = startedAt + statementTimeoutMs - world.now;
    world.after(statementMs, () => giveUp(new ServerError("57014", "statement timeout")));
    if (this.#postgres.isDeadlocked(wait)) this.#postgres.circles += 1;
    if (lockMs <= deadlockTimeoutMs) return;
    world.after(deadlockTimeoutMs, () => {
      if (wait.isOver || !this.#postgres.isDeadlocked(wait)) return;
      giveUp(new ServerError("40P01", "deadlock detected"));
    });
  }

  #unpark(wait: Wait & { isOver: boolean }): void {
    wait.isOver = true;
    wait.tx.waitsFor = null;
    this.#wait = null;
    const blocker = wait.row ? null : wait.blocker();
    for (const list of [wait.row?.waiters, blocker?.endWaiters]) {
      const i = list?.indexOf(wait) ?? -1;
      if (i !== -1) list!.splice(i, 1);
    }
  }
}

function* copied(running: Running<void>): Running<Rows> {
  yield* running;
  return [];
}

export function textOf(sent: Sent): string {
  if (sent.kind === "control") return sent.verb;
  return sent.kind === "insert" ? `copy ${sent.table} × ${sent.rows.length}` : sent.name;
}
