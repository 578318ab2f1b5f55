// README.md explains how all of this works together.
//
// One lane: a mailbox, a connection, one batch after another. What the processor can decide from the cache is sent
// behind the batch that PostgreSQL still writes: two of them are on their way then, and neither side
// waits for the other. A line that somebody keeps locked sends its orders to the blocked lane,
// another connection that waits for the lock, in turn with other processes: one that only tried again
// and again would never get it.

import type { Clock } from "../infra/clock.ts";
import type { Connections } from "../infra/connections.ts";
import { DatabaseAway } from "../infra/database-errors.ts";
import type { Logger } from "../infra/log.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Verdict } from "./batch-protocol.ts";
import type { BatchProcessor, Decided, LaneOrder } from "./batch-processor.ts";
import { NotSent, type LaneConnection } from "./connection.ts";
import { realEnvironment, type Environment } from "./environment.ts";
import { InFlight } from "./in-flight.ts";
import { settleLost, type Seal } from "./lost.ts";
import { Mailbox, WaitingByLine, type PendingOrder } from "./mailbox.ts";
import type { Outcome } from "./order.ts";
import { statements as ours, type Statements } from "./statements.ts";
import {
  isDuplicate,
  isLockedByOthers,
  isRefusedByServer,
  isTakenByOthers,
  isTransient,
} from "./transaction.ts";

export interface LaneOptions<O extends LaneOrder> {
  connections: Connections;
  clock: Clock;
  log: Logger;
  maxInBatch: number;
  maxInMailbox: number;
  /** How long an order may wait for a line that somebody keeps locked. */
  patienceMs?: number;
  statements?: Statements;
  environment?: Environment;
  processor: () => BatchProcessor<O>;
}

const lockTimeoutMs = 250;
const patienceMs = 8_000;
const maxTries = 8;
/** An order on its own that the database rejects so often as a duplicate is one. */
const maxConflicts = 4;

export class Lane<O extends LaneOrder> {
  readonly #options: LaneOptions<O>;
  readonly #environment: Environment;
  readonly #processor: BatchProcessor<O>;
  readonly #mailbox = new Mailbox<O>();
  readonly #inFlight = new InFlight();
  #posted = 0;
  #connection: LaneConnection | null = null;
  #running: Promise<void> | null = null;
  /** Lines that kept a batch waiting: the next one takes them only if they are free. */
  readonly #contended = new Set<string>();
  /** Where orders wait whose line somebody keeps locked, so that the others need not. */
  readonly #blockedLane: Lane<O> | null;
  /** Those who wait in here; counted in a blocked lane only. */
  readonly #waiting = new WaitingByLine();

  constructor(options: LaneOptions<O>, kind: "fast" | "patient" = "fast") {
    this.#options = options;
    this.#environment = options.environment ?? realEnvironment;
    this.#processor = options.processor();
    this.#blockedLane = kind === "fast" ? new Lane(options, "patient") : null;
  }

  get backlog(): number {
    return this.#mailbox.size + (this.#blockedLane?.backlog ?? 0);
  }

  post(order: O): Promise<Outcome> {
    if (this.backlog >= this.#options.maxInMailbox) {
      return Promise.reject(refuse("BUSY", undefined, { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      const n = (this.#posted += 1);
      const fresh = { tries: 0, alone: false, lost: null };
      const entry = { order, n, sentAt: this.#environment.elapsedMs(), ...fresh, resolve, reject };
      // Behind those who wait for the same line already: nobody is overtaken.
      const blocked = this.#blockedLane;
      const isAwaited = blocked && blocked.#waiting.hasAny(order.lineIds);
      (isAwaited ? blocked : this).#take([entry]);
    });
  }

  #take(pending: PendingOrder<O>[]): void {
    if (!this.#blockedLane) for (const { order } of pending) this.#waiting.add(order.lineIds);
    this.#mailbox.add(pending);
    this.#inFlight.mailboxGrew(this.#mailbox.size);
    this.#running ??= this.#run();
  }

  #countOut({ order }: PendingOrder<O>): void {
    if (!this.#blockedLane) this.#waiting.remove(order.lineIds);
  }

  async close(): Promise<void> {
    while (this.#running) await this.#running;
    await this.#blockedLane?.close();
    await this.#connection?.close();
  }

  async #run(): Promise<void> {
    while (this.#mailbox.size > 0 || this.#inFlight.count > 0) {
      await this.#environment.nextTurn();
      if (this.#sendFromCache()) continue;
      if (this.#inFlight.count > 0) await this.#inFlight.waitForOne(this.#mailbox.size);
      else if (this.#mailbox.size > 0) await this.#decideSafely(this.#nextBatch());
    }
    // In the same turn as the last look into the mailbox: an order posted later starts a new run.
    this.#running = null;
  }

  /** Whatever breaks, the lane goes on, and nobody waits for an answer that cannot come. */
  async #decideSafely(pending: PendingOrder<O>[]): Promise<void> {
    try {
      await this.#decideBatch(pending);
    } catch (error) {
      this.#options.log.error({ err: error }, "engine.failed");
      this.#connection?.abandon();
      for (const entry of pending) this.#reject(entry, error as Error);
    }
  }

  /** In the blocked lane one line after another: a line that stays locked must not take others along. */
  #nextBatch(): PendingOrder<O>[] {
    const { maxInBatch } = this.#options;
    return this.#blockedLane
      ? this.#mailbox.takeBatch(maxInBatch)
      : this.#mailbox.takeBatchOfLine(maxInBatch);
  }

  /** Sends what can be decided from the cache. */
  #sendFromCache(): boolean {
    const { decideFromCache } = this.#processor;
    const connection = this.#connection;
    const size = this.#inFlight.sizeOfNext(this.#mailbox.together, this.#options.maxInBatch);
    if (!decideFromCache || !this.#blockedLane || !connection || connection.broken || size === 0)
      return false;
    const pending = this.#mailbox.first(size);
    if (pending.some((entry) => entry.lost)) return false;
    const orders = pending.map((entry) => entry.order);
    let decided: Decided | null;
    try {
      decided = decideFromCache(connection, orders, this.#options.clock.fixed());
    } catch {
      // Whatever is wrong shows again when it is read first, where it can be told whose fault it is.
      this.#processor.invalidate?.(orders, "not written");
      return false;
    }
    if (!decided) return false;
    this.#mailbox.take(size);
    const before = this.#inFlight.lastSettled;
    this.#inFlight.add(size, this.#settleFromCache(pending, decided, connection, before));
    return true;
  }

  async #settleFromCache(
    pending: PendingOrder<O>[],
    { verdicts, commit, seal }: Decided,
    connection: LaneConnection,
    before: Promise<boolean>,
  ): Promise<boolean> {
    try {
      if (commit) await commit();
      else if (!(await before)) throw new Error("decided on what was not written");
      this.#answer(pending, verdicts);
      return true;
    } catch (error) {
      // What was cached did not hold, or nobody knows. Next time it is read.
      const orders = pending.map((entry) => entry.order);
      this.#processor.invalidate?.(orders, isDuplicate(error) ? "key used before" : "not written");
      if (commit && !wasNotWritten(error)) {
        connection.abandon();
        if (seal) this.#remember(pending, verdicts, seal, true);
      }
      if (!connection.broken) await connection.control("rollback").catch(() => undefined);
      this.#mailbox.putBack(pending);
      return false;
    }
  }

  /** Reads, decides and sends one batch. Everybody in it is answered, on the way, or back in the mailbox. */
  async #decideBatch(pending: PendingOrder<O>[]): Promise<void> {
    let waiting = this.#dropHopeless(pending);
    if (waiting.length === 0) return;
    let connection: LaneConnection | null = null;
    try {
      connection = await this.#connect();
      waiting = await this.#settleLost(connection, waiting);
      if (waiting.length === 0) return;
      const orders = waiting.map((entry) => entry.order);
      const prepared = await this.#processor.prepare(connection, orders, {
        fixedNow: this.#options.clock.fixed(),
        contended: this.#contended,
      });
      for (const id of prepared.locked) this.#contended.delete(id);
      const decided = prepared.decide();
      if (decided.commit) {
        const settled = this.#settle(waiting, decided, decided.commit(), connection);
        this.#inFlight.add(waiting.length, settled);
        return;
      }
      await connection.control("rollback");
      this.#answer(waiting, decided.verdicts);
    } catch (error) {
      await this.#fail(waiting, connection, error as Error);
      await this.#recover(waiting, connection, error as Error);
    }
  }

  async #settle(
    pending: PendingOrder<O>[],
    { verdicts, seal }: Decided,
    committed: Promise<void>,
    connection: LaneConnection,
  ): Promise<boolean> {
    try {
      await committed;
      this.#answer(pending, verdicts);
      return true;
    } catch (error) {
      await this.#fail(pending, connection, error as Error);
      if (wasNotWritten(error)) {
        await this.#recover(pending, connection, error as Error);
      } else if (seal) {
        this.#remember(pending, verdicts, seal, false);
        this.#mailbox.putBack(pending);
      } else {
        for (const entry of pending) this.#reject(entry, busy());
      }
      return false;
    }
  }

  /** Leaves the connection without a transaction, or leaves the connection. */
  async #fail(
    pending: PendingOrder<O>[],
    connection: LaneConnection | null,
    error: Error,
  ): Promise<void> {
    const orders = pending.map((entry) => entry.order);
    this.#processor.invalidate?.(orders, "not written");
    if (!wasNotWritten(error)) connection?.abandon();
    if (connection && !connection.broken) {
      await connection.control("rollback").catch(() => undefined);
    }
  }

  /** The answer to their commit was lost. Before anything else is done about them, that is settled. */
  #remember(pending: PendingOrder<O>[], verdicts: Verdict[], seal: Seal, unlocked: boolean): void {
    this.#options.log.warn({ batch: seal.batch, orders: pending.length }, "engine.commit_lost");
    for (const [i, entry] of pending.entries()) {
      entry.lost = { seal, unlocked, verdict: verdicts[i]! };
    }
  }

  /** Answers those who were in a commit that took place after all; the others are decided anew. */
  async #settleLost(
    connection: LaneConnection,
    pending: PendingOrder<O>[],
  ): Promise<PendingOrder<O>[]> {
    const lost = pending.filter((entry) => entry.lost);
    if (lost.length === 0) return pending;
    const commits = lost.map(({ order, lost }) => ({ ...lost!, lineIds: order.lineIds }));
    let written: Set<string>;
    try {
      written = await settleLost(connection, commits);
    } catch (error) {
      if (!isLockedByOthers(error) || !this.#blockedLane) throw error;
      await connection.control("rollback");
      this.#blockedLane.#take(lost);
      return pending.filter((entry) => !lost.includes(entry));
    }
    const done = lost.filter((entry) => written.has(entry.lost!.seal.batch));
    this.#answer(
      done,
      done.map((entry) => entry.lost!.verdict),
    );
    for (const entry of lost) entry.lost = null;
    return pending.filter((entry) => !done.includes(entry));
  }

  #answer(pending: PendingOrder<O>[], verdicts: Verdict[]): void {
    const again: PendingOrder<O>[] = [];
    const locked: PendingOrder<O>[] = [];
    for (const [i, entry] of pending.entries()) {
      const verdict = verdicts[i]!;
      switch (verdict.kind) {
        case "done":
          this.#countOut(entry);
          entry.resolve(verdict.outcome);
          break;
        case "refused":
          this.#reject(entry, verdict.refusal);
          break;
        case "failed":
          this.#reject(entry, verdict.error);
          break;
        case "ticket moved": {
          // Somebody transferred it meanwhile: the same order again, on the line it is in now.
          const [, ...others] = entry.order.lineIds;
          this.#countOut(entry);
          const order: O = { ...entry.order, lineIds: [verdict.lineId, ...others] };
          again.push({ ...entry, tries: entry.tries + 1, order });
          break;
        }
        case "line is locked":
          this.#countOut(entry);
          locked.push(entry);
      }
    }
    this.#take(again);
    if (locked.length > 0) this.#blockedLane!.#take(locked);
  }

  /** Nothing was written: another try, together or one by one, or a refusal. */
  async #recover(
    pending: PendingOrder<O>[],
    connection: LaneConnection | null,
    error: Error & { code?: string },
  ): Promise<void> {
    if (error instanceof DatabaseAway) {
      // Nobody is kept waiting for it, except those whose commit may have taken place.
      for (const entry of pending) if (!entry.lost) this.#reject(entry, error);
      const unsettled = pending.filter((entry) => entry.lost);
      this.#mailbox.putBack(unsettled);
      if (unsettled.length > 0) await this.#pause(100, 300);
      return;
    }
    if (isLockedByOthers(error) && !this.#blockedLane) {
      for (const entry of pending) this.#reject(entry, busy());
      return;
    }
    if (isLockedByOthers(error)) {
      // A line is locked by somebody slow. Which one shows when all are taken only if free: the rest
      // go on, and who wants that line waits for it in the blocked lane.
      for (const entry of pending) for (const id of entry.order.lineIds) this.#contended.add(id);
      this.#mailbox.putBack(pending);
      return;
    }
    if (this.#isWorthAnother(pending, error) || !connection || connection.broken) {
      this.#options.log.warn({ code: error.code, reason: error }, "engine.retry");
      for (const entry of pending) entry.tries += 1;
      this.#mailbox.putBack(pending);
      const pauseMs = pending.some((entry) => entry.tries > maxTries) ? 200 : 10;
      await this.#pause(pauseMs, 5 * pauseMs);
      return;
    }
    if (pending.length === 1) {
      this.#options.log.error({ code: error.code, err: error }, "engine.failed");
      this.#reject(pending[0]!, error);
      return;
    }
    // One bad order must not fail its neighbours: one by one from here.
    for (const entry of pending) entry.alone = true;
    this.#mailbox.putBack(pending);
  }

  /** A duplicate is worth one more try for all, which reads what was won by others, and then some alone. */
  #isWorthAnother(pending: PendingOrder<O>[], error: Error): boolean {
    if (!isTakenByOthers(error)) return isTransient(error);
    const most = pending.length === 1 ? maxConflicts : 1;
    return pending.every((entry) => entry.tries < most);
  }

  #reject(entry: PendingOrder<O>, error: Error): void {
    this.#countOut(entry);
    entry.reject(error);
  }

  #dropHopeless(pending: PendingOrder<O>[]): PendingOrder<O>[] {
    const since = this.#environment.elapsedMs() - this.#patienceMs;
    return pending.filter((entry) => {
      // One whose commit may have taken place is not sent away for want of tries alone.
      const isTired = entry.tries >= maxTries && !entry.lost;
      if (entry.sentAt > since && !isTired) return true;
      this.#reject(entry, busy());
      return false;
    });
  }

  /** Not all at the same time. */
  #pause(minMs: number, maxMs: number): Promise<unknown> {
    return this.#environment.pause(minMs + this.#environment.random() * (maxMs - minMs));
  }

  get #patienceMs(): number {
    return this.#options.patienceMs ?? patienceMs;
  }

  async #connect(): Promise<LaneConnection> {
    if (this.#connection?.broken) this.#connection = null;
    const { connections, statements = ours } = this.#options;
    const lockMs = this.#blockedLane ? lockTimeoutMs : this.#patienceMs;
    this.#connection ??= await this.#environment.connect(connections, statements, lockMs);
    return this.#connection;
  }
}

function busy(): Refusal {
  return refuse("BUSY", "The decision could not be made in time; try again", {
    retryAfterSeconds: 1,
  });
}

/** PostgreSQL said no, or was never asked. Anything else is the connection's own end, and nobody knows. */
function wasNotWritten(error: unknown): boolean {
  return isRefusedByServer(error) || error instanceof NotSent;
}
