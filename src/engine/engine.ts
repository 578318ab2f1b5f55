// Orders go into a lane's mailbox. While one batch commits, the next one gathers; there is no timer,
// so a lonely order has no added delay. One lane sends one transaction at a time: batches grow with
// the load, and that is what makes the engine fast.

import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/log.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import { decideAll, load, write, type Verdict } from "./batch.ts";
import { Connection } from "./connection.ts";
import type { Order, Outcome } from "./order.ts";
import { statements as ours, type Statements } from "./statements.ts";

export interface EngineOptions {
  url: string;
  clock: Clock;
  log: Logger;
  lanes?: number;
  mostInBatch: number;
  mostInMailbox: number;
  /** How long an order may wait for a line that somebody keeps locked. */
  patienceMs?: number;
  statements?: Statements;
}

interface Letter {
  order: Order;
  sentAt: number;
  tries: number;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

const lockTimeoutMs = 250;
const patienceMs = 5_000;
const mostTries = 8;

export class Engine {
  readonly #lanes: Lane[];
  #closing = false;

  constructor(options: EngineOptions) {
    const count = options.lanes ?? 1;
    this.#lanes = Array.from({ length: count }, () => new Lane(options));
  }

  /** Decides and commits one order, together with whatever else is there. */
  submit<Settings>(order: Order<Settings>): Promise<Outcome> {
    if (this.#closing) return Promise.reject(refuse("SHUTTING_DOWN"));
    const lane = this.#lanes[laneOf(order.lineIds[0], this.#lanes.length)]!;
    return lane.post(order as Order);
  }

  /** How many orders wait to be decided. */
  get backlog(): number {
    return this.#lanes.reduce((sum, lane) => sum + lane.backlog, 0);
  }

  /** Finishes what is in the mailboxes, takes nothing more. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }
}

/** Lines keep to one lane, so that a batch of one lane never waits for another lane's. */
function laneOf(lineId: string, lanes: number): number {
  return Number.parseInt(lineId.slice(-6), 16) % lanes;
}

class Lane {
  readonly #options: EngineOptions;
  #mailbox: Letter[] = [];
  #connection: Connection | null = null;
  #running: Promise<void> | null = null;
  readonly #suspects = new Set<string>();

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  get backlog(): number {
    return this.#mailbox.length;
  }

  post(order: Order): Promise<Outcome> {
    if (this.#mailbox.length >= this.#options.mostInMailbox) {
      return Promise.reject(refuse("BUSY", undefined, { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#mailbox.push({ order, sentAt: Date.now(), tries: 0, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async close(): Promise<void> {
    while (this.#running) await this.#running;
    await this.#connection?.close();
  }

  async #run(): Promise<void> {
    while (this.#mailbox.length > 0) {
      await nextTurn();
      const letters = this.#mailbox.splice(0, this.#options.mostInBatch);
      await this.#deliver(letters);
    }
    // In the same turn as the last look into the mailbox: a letter posted later starts a new run.
    this.#running = null;
  }

  /** Runs one batch to its end: everybody in it is answered or back in the mailbox. */
  async #deliver(letters: Letter[]): Promise<void> {
    const waiting = this.#dropHopeless(letters);
    if (waiting.length === 0) return;
    const orders = waiting.map((letter) => letter.order);
    let verdicts: Verdict[] | null = null;
    let sealed: string | null = null;
    let connection: Connection | null = null;
    try {
      connection = await this.#connect();
      const loaded = await load(connection, orders, {
        fixedNow: this.#options.clock.fixed(),
        suspects: this.#suspects,
      });
      for (const id of loaded.lines.keys()) this.#suspects.delete(id);
      const decided = decideAll(orders, loaded);
      verdicts = decided.verdicts;
      if (decided.writes.isEmpty) {
        await connection.control("rollback");
      } else {
        sealed = loaded.xid;
        await write(connection, decided.writes);
      }
      await this.#answer(waiting, verdicts);
    } catch (error) {
      // Only an ERROR leaves the connection usable; anything else is the connection's own end.
      if ((error as { severity?: string }).severity !== "ERROR") connection?.abandon();
      if (connection && !connection.broken) {
        await connection.control("rollback").catch(() => undefined);
      }
      await this.#recover(
        waiting,
        verdicts,
        sealed,
        connection,
        error as Error & { code?: string },
      );
    }
  }

  async #answer(letters: Letter[], verdicts: Verdict[]): Promise<void> {
    const again: Letter[] = [];
    for (const [i, letter] of letters.entries()) {
      const verdict = verdicts[i]!;
      switch (verdict.kind) {
        case "done":
          letter.resolve(verdict.outcome);
          break;
        case "refused":
          letter.reject(verdict.refusal);
          break;
        case "failed":
          letter.reject(verdict.error);
          break;
        case "ticket moved": {
          // Somebody transferred it meanwhile: the same order again, on the line it is in now.
          const [, ...others] = letter.order.lineIds;
          again.push({
            ...letter,
            tries: letter.tries + 1,
            order: { ...letter.order, lineIds: [verdict.lineId, ...others] },
          });
          break;
        }
        case "line is locked":
          for (const id of letter.order.lineIds) this.#suspects.add(id);
          again.push(letter);
      }
    }
    if (again.length === 0) return;
    this.#mailbox.unshift(...again);
    if (again.length === letters.length) await pause(20);
  }

  async #recover(
    letters: Letter[],
    verdicts: Verdict[] | null,
    sealed: string | null,
    connection: Connection | null,
    error: Error & { code?: string },
  ): Promise<void> {
    // A lost answer to COMMIT is no reason to do it again: ask what became of the transaction.
    if (connection?.broken && sealed && verdicts) {
      const fate = await this.#fateOf(sealed);
      if (fate === "committed") return this.#answer(letters, verdicts);
      if (fate === "unknown") {
        for (const letter of letters) letter.reject(busy());
        return undefined;
      }
    }
    if (error.code === "55P03") {
      // A line is locked by somebody slow. From now on it is taken only when free; the rest go on.
      for (const letter of letters) for (const id of letter.order.lineIds) this.#suspects.add(id);
      this.#mailbox.unshift(...letters);
      return;
    }
    if (isTransient(error) || !connection || connection.broken) {
      this.#options.log.warn({ code: error.code, reason: error.message }, "engine.retry");
      for (const letter of letters) letter.tries += 1;
      this.#mailbox.unshift(...letters);
      await pause(10 + Math.random() * 40);
      return;
    }
    if (letters.length === 1) {
      this.#options.log.error({ code: error.code, err: error }, "engine.failed");
      letters[0]!.reject(error);
      return;
    }
    // One bad order must not fail its neighbours: one by one from here.
    for (const letter of letters) await this.#deliver([letter]);
  }

  #dropHopeless(letters: Letter[]): Letter[] {
    const now = Date.now();
    return letters.filter((letter) => {
      if (now - letter.sentAt < (this.#options.patienceMs ?? patienceMs) && letter.tries < mostTries) return true;
      letter.reject(busy());
      return false;
    });
  }

  async #connect(): Promise<Connection> {
    if (this.#connection?.broken) this.#connection = null;
    const { url, statements = ours } = this.#options;
    this.#connection ??= await Connection.open(url, statements, lockTimeoutMs);
    return this.#connection;
  }

  async #fateOf(xid: string): Promise<"committed" | "aborted" | "unknown"> {
    for (let tries = 0; tries < 50; tries++) {
      try {
        const connection = await this.#connect();
        const [row] = await connection.sendText(
          "xact status",
          `select pg_xact_status($1::text::xid8) as status`,
          [xid],
        );
        if (row?.status !== "in progress") return row?.status as "committed" | "aborted";
      } catch (error) {
        this.#options.log.warn({ reason: (error as Error).message }, "engine.reconnect");
      }
      await pause(100);
    }
    return "unknown";
  }
}

function busy(): Refusal {
  return refuse("BUSY", "The decision could not be made in time; try again", {
    retryAfterSeconds: 1,
  });
}

/** Serialization failures, deadlocks and unique conflicts: the next try reads what was won by others. */
function isTransient(error: { code?: string }): boolean {
  return ["40001", "40P01", "23505", "57P01", "57P02", "57P03", "53300"].includes(error.code ?? "");
}
