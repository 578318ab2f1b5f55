// One lane: a mailbox, a connection, one batch after another. What the clerk can decide by heart is sent
// behind the batch that PostgreSQL still writes: two of them are on their way then, and neither side
// waits for the other. A line that somebody keeps locked sends its orders to the lane's waiting room,
// another connection that waits for the lock, in turn with other processes: whoever only tried again
// and again would never have it.

import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../infra/clock.ts";
import type { Connections } from "../infra/connections.ts";
import { DatabaseAway } from "../infra/database-errors.ts";
import type { Logger } from "../infra/log.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Verdict } from "./batch.ts";
import type { Clerk, Decided, Posted } from "./batch-processor.ts";
import { Connection, NotSent } from "./connection.ts";
import { settleLost, type Seal } from "./lost.ts";
import type { Outcome } from "./order.ts";
import { statements as ours, type Statements } from "./statements.ts";
import {
  isDuplicate,
  isLockedByOthers,
  isRefusedByServer,
  isTakenByOthers,
  isTransient,
} from "./transaction.ts";

export interface LaneOptions<O extends Posted> {
  connections: Connections;
  clock: Clock;
  log: Logger;
  mostInBatch: number;
  mostInMailbox: number;
  /** How long an order may wait for a line that somebody keeps locked. */
  patienceMs?: number;
  statements?: Statements;
  clerk: () => Clerk<O>;
}

interface Letter<O extends Posted> {
  order: O;
  /** In which order they came. */
  n: number;
  sentAt: number;
  tries: number;
  /** In a batch of its own, since one like it failed. */
  alone: boolean;
  /** A commit that may have taken place, and what it decided about this one. */
  lost: Lost | null;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

interface Lost {
  seal: Seal;
  unlocked: boolean;
  verdict: Verdict;
}

/** A batch on its way; true when it was written as it was decided. */
interface Flying {
  readonly size: number;
  readonly landed: Promise<boolean>;
}

const mostFlying = 2;
const lockTimeoutMs = 250;
const patienceMs = 8_000;
const mostTries = 8;
/** An order on its own that the database rejects so often as a duplicate is one. */
const mostConflicts = 4;
/** Fewer than this are not worth a flight of their own. */
const fewest = 8;

export class Lane<O extends Posted> {
  readonly #options: LaneOptions<O>;
  readonly #clerk: Clerk<O>;
  #mailbox: Letter<O>[] = [];
  #posted = 0;
  #connection: Connection | null = null;
  #running: Promise<void> | null = null;
  #flying: Flying[] = [];
  /** Called when so many are in the mailbox. */
  #alarm: { at: number; ring(): void } | null = null;
  /** Lines that kept a batch waiting: the next one takes them only if they are free. */
  readonly #suspects = new Set<string>();
  /** Where orders wait whose line somebody keeps locked, so that the others need not. */
  readonly #waitingRoom: Lane<O> | null;
  /** How many orders wait in here, by line; counted in a waiting room only. */
  readonly #present = new Map<string, number>();

  constructor(options: LaneOptions<O>, kind: "fast" | "patient" = "fast") {
    this.#options = options;
    this.#clerk = options.clerk();
    this.#waitingRoom = kind === "fast" ? new Lane(options, "patient") : null;
  }

  get backlog(): number {
    return this.#mailbox.length + (this.#waitingRoom?.backlog ?? 0);
  }

  post(order: O): Promise<Outcome> {
    if (this.backlog >= this.#options.mostInMailbox) {
      return Promise.reject(refuse("BUSY", undefined, { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      const n = (this.#posted += 1);
      const fresh = { tries: 0, alone: false, lost: null };
      const letter = { order, n, sentAt: performance.now(), ...fresh, resolve, reject };
      // Behind those who wait for the same line already: nobody is overtaken.
      const room = this.#waitingRoom;
      const isAwaited =
        room && room.#present.size > 0 && order.lineIds.some((id) => room.#present.has(id));
      (isAwaited ? room : this).#take([letter]);
    });
  }

  #take(letters: Letter<O>[]): void {
    if (!this.#waitingRoom) for (const letter of letters) this.#enter(letter);
    this.#mailbox.push(...letters);
    if (this.#alarm && this.#mailbox.length >= this.#alarm.at) this.#alarm.ring();
    this.#running ??= this.#run();
  }

  /** For another try, before those who came later. */
  #putBack(letters: readonly Letter<O>[]): void {
    this.#mailbox = [...letters, ...this.#mailbox].toSorted((a, b) => a.n - b.n);
  }

  #enter(letter: Letter<O>): void {
    for (const id of letter.order.lineIds) {
      this.#present.set(id, (this.#present.get(id) ?? 0) + 1);
    }
  }

  #leave(letter: Letter<O>): void {
    if (this.#waitingRoom) return;
    for (const id of letter.order.lineIds) {
      const left = (this.#present.get(id) ?? 0) - 1;
      if (left > 0) this.#present.set(id, left);
      else this.#present.delete(id);
    }
  }

  async close(): Promise<void> {
    while (this.#running) await this.#running;
    await this.#waitingRoom?.close();
    await this.#connection?.close();
  }

  async #run(): Promise<void> {
    while (this.#mailbox.length > 0 || this.#flying.length > 0) {
      await nextTurn();
      if (this.#goAhead()) continue;
      if (this.#flying.length > 0) await this.#landing();
      else if (this.#mailbox.length > 0) await this.#departSafely(this.#nextBatch());
    }
    // In the same turn as the last look into the mailbox: a letter posted later starts a new run.
    this.#running = null;
  }

  /** Whatever breaks, the lane goes on, and nobody waits for an answer that cannot come. */
  async #departSafely(letters: Letter<O>[]): Promise<void> {
    try {
      await this.#depart(letters);
    } catch (error) {
      this.#options.log.error({ err: error }, "engine.failed");
      this.#connection?.abandon();
      for (const letter of letters) this.#reject(letter, error as Error);
    }
  }

  /** In the waiting room one line after another: a line that stays locked must not take others along. */
  #nextBatch(): Letter<O>[] {
    if (this.#mailbox[0]!.alone) return this.#mailbox.splice(0, 1);
    if (this.#waitingRoom) {
      return this.#mailbox.splice(0, Math.min(this.#together, this.#options.mostInBatch));
    }
    const [lineId] = this.#mailbox[0]!.order.lineIds;
    const same = this.#mailbox.filter((letter) => letter.order.lineIds[0] === lineId);
    const batch = new Set(same.slice(0, this.#options.mostInBatch));
    this.#mailbox = this.#mailbox.filter((letter) => !batch.has(letter));
    return [...batch];
  }

  /** Sends what can be decided by heart. */
  #goAhead(): boolean {
    const { decideAhead } = this.#clerk;
    const connection = this.#connection;
    const size = this.#sizeAhead;
    if (!decideAhead || !this.#waitingRoom || !connection || connection.broken || size === 0)
      return false;
    const letters = this.#mailbox.slice(0, size);
    if (letters.some((letter) => letter.lost)) return false;
    const orders = letters.map((letter) => letter.order);
    let decided: Decided | null;
    try {
      decided = decideAhead(connection, orders, this.#options.clock.fixed());
    } catch {
      // Whatever is wrong shows again when it is read first, where it can be told whose fault it is.
      this.#clerk.forget?.(orders, "not written");
      return false;
    }
    if (!decided) return false;
    this.#mailbox.splice(0, size);
    const before = this.#flying.at(-1)?.landed ?? Promise.resolve(true);
    this.#watch(size, this.#landAhead(letters, decided, connection, before));
    return true;
  }

  /** How many of the mailbox may be in one batch, if it had no end. */
  get #together(): number {
    const alone = this.#mailbox.findIndex((letter) => letter.alone);
    return alone === -1 ? this.#mailbox.length : alone;
  }

  /**
   * How many of them go ahead. Half of those who come at once, so that the other half follows closely;
   * and not a few behind many, since then the many who come next would have nothing to follow.
   */
  get #sizeAhead(): number {
    const [size, most] = [this.#together, this.#options.mostInBatch];
    const last = this.#flying.at(-1);
    if (!last) return Math.min(most, size < 2 * fewest ? size : Math.ceil(size / 2));
    return this.#flying.length < mostFlying && size * 2 >= last.size ? Math.min(most, size) : 0;
  }

  /** Waits until a batch has landed, or until there are enough to send another one behind it. */
  async #landing(): Promise<void> {
    const { promise, resolve: ring } = Promise.withResolvers<void>();
    const [first] = this.#flying;
    if (this.#flying.length < mostFlying && this.#mailbox.length < first!.size / 2) {
      this.#alarm = { at: first!.size / 2, ring };
    }
    await Promise.race([promise, first!.landed]);
    this.#alarm = null;
  }

  #watch(size: number, landed: Promise<boolean>): void {
    const flying = { size, landed };
    this.#flying.push(flying);
    void landed.then(() => this.#flying.splice(this.#flying.indexOf(flying), 1));
  }

  async #landAhead(
    letters: Letter<O>[],
    { verdicts, commit, seal }: Decided,
    connection: Connection,
    before: Promise<boolean>,
  ): Promise<boolean> {
    try {
      if (commit) await commit();
      else if (!(await before)) throw new Error("decided on what was not written");
      this.#answer(letters, verdicts);
      return true;
    } catch (error) {
      // What was remembered did not hold, or nobody knows. Next time it is read.
      const orders = letters.map((letter) => letter.order);
      this.#clerk.forget?.(orders, isDuplicate(error) ? "key used before" : "not written");
      if (commit && !wasNotWritten(error)) {
        connection.abandon();
        if (seal) this.#remember(letters, verdicts, seal, true);
      }
      if (!connection.broken) await connection.control("rollback").catch(() => undefined);
      this.#putBack(letters);
      return false;
    }
  }

  /** Reads, decides and sends one batch. Everybody in it is answered, on the way, or back in the mailbox. */
  async #depart(letters: Letter<O>[]): Promise<void> {
    let waiting = this.#dropHopeless(letters);
    if (waiting.length === 0) return;
    let connection: Connection | null = null;
    try {
      connection = await this.#connect();
      waiting = await this.#settleLost(connection, waiting);
      if (waiting.length === 0) return;
      const orders = waiting.map((letter) => letter.order);
      const prepared = await this.#clerk.prepare(connection, orders, {
        fixedNow: this.#options.clock.fixed(),
        suspects: this.#suspects,
      });
      for (const id of prepared.locked) this.#suspects.delete(id);
      const decided = prepared.decide();
      if (decided.commit) {
        this.#watch(waiting.length, this.#land(waiting, decided, decided.commit(), connection));
        return;
      }
      await connection.control("rollback");
      this.#answer(waiting, decided.verdicts);
    } catch (error) {
      await this.#fail(waiting, connection, error as Error);
      await this.#recover(waiting, connection, error as Error);
    }
  }

  async #land(
    letters: Letter<O>[],
    { verdicts, seal }: Decided,
    committed: Promise<void>,
    connection: Connection,
  ): Promise<boolean> {
    try {
      await committed;
      this.#answer(letters, verdicts);
      return true;
    } catch (error) {
      await this.#fail(letters, connection, error as Error);
      if (wasNotWritten(error)) {
        await this.#recover(letters, connection, error as Error);
      } else if (seal) {
        this.#remember(letters, verdicts, seal, false);
        this.#putBack(letters);
      } else {
        for (const letter of letters) this.#reject(letter, busy());
      }
      return false;
    }
  }

  /** Leaves the connection without a transaction, or leaves the connection. */
  async #fail(letters: Letter<O>[], connection: Connection | null, error: Error): Promise<void> {
    const orders = letters.map((letter) => letter.order);
    this.#clerk.forget?.(orders, "not written");
    if (!wasNotWritten(error)) connection?.abandon();
    if (connection && !connection.broken) {
      await connection.control("rollback").catch(() => undefined);
    }
  }

  /** The answer to their commit was lost. Before anything else is done about them, that is settled. */
  #remember(letters: Letter<O>[], verdicts: Verdict[], seal: Seal, unlocked: boolean): void {
    this.#options.log.warn({ batch: seal.batch, orders: letters.length }, "engine.commit_lost");
    for (const [i, letter] of letters.entries()) {
      letter.lost = { seal, unlocked, verdict: verdicts[i]! };
    }
  }

  /** Answers whoever was in a commit that took place after all; the others are decided anew. */
  async #settleLost(connection: Connection, letters: Letter<O>[]): Promise<Letter<O>[]> {
    const lost = letters.filter((letter) => letter.lost);
    if (lost.length === 0) return letters;
    const commits = lost.map(({ order, lost }) => ({ ...lost!, lineIds: order.lineIds }));
    let written: Set<string>;
    try {
      written = await settleLost(connection, commits);
    } catch (error) {
      if (!isLockedByOthers(error) || !this.#waitingRoom) throw error;
      await connection.control("rollback");
      this.#waitingRoom.#take(lost);
      return letters.filter((letter) => !lost.includes(letter));
    }
    const done = lost.filter((letter) => written.has(letter.lost!.seal.batch));
    this.#answer(
      done,
      done.map((letter) => letter.lost!.verdict),
    );
    for (const letter of lost) letter.lost = null;
    return letters.filter((letter) => !done.includes(letter));
  }

  #answer(letters: Letter<O>[], verdicts: Verdict[]): void {
    const again: Letter<O>[] = [];
    const locked: Letter<O>[] = [];
    for (const [i, letter] of letters.entries()) {
      const verdict = verdicts[i]!;
      switch (verdict.kind) {
        case "done":
          this.#leave(letter);
          letter.resolve(verdict.outcome);
          break;
        case "refused":
          this.#reject(letter, verdict.refusal);
          break;
        case "failed":
          this.#reject(letter, verdict.error);
          break;
        case "ticket moved": {
          // Somebody transferred it meanwhile: the same order again, on the line it is in now.
          const [, ...others] = letter.order.lineIds;
          this.#leave(letter);
          const order: O = { ...letter.order, lineIds: [verdict.lineId, ...others] };
          again.push({ ...letter, tries: letter.tries + 1, order });
          break;
        }
        case "line is locked":
          this.#leave(letter);
          locked.push(letter);
      }
    }
    this.#take(again);
    if (locked.length > 0) this.#waitingRoom!.#take(locked);
  }

  /** Nothing was written: another try, together or one by one, or a word to whoever waits. */
  async #recover(
    letters: Letter<O>[],
    connection: Connection | null,
    error: Error & { code?: string },
  ): Promise<void> {
    if (error instanceof DatabaseAway) {
      // Nobody is kept waiting for it, except whoever may have been let in already.
      for (const letter of letters) if (!letter.lost) this.#reject(letter, error);
      const unsettled = letters.filter((letter) => letter.lost);
      this.#putBack(unsettled);
      if (unsettled.length > 0) await pause(100 + Math.random() * 200);
      return;
    }
    if (isLockedByOthers(error) && !this.#waitingRoom) {
      for (const letter of letters) this.#reject(letter, busy());
      return;
    }
    if (isLockedByOthers(error)) {
      // A line is locked by somebody slow. Which one shows when all are taken only if free: the rest
      // go on, and who wants that line waits for it in the waiting room.
      for (const letter of letters) for (const id of letter.order.lineIds) this.#suspects.add(id);
      this.#putBack(letters);
      return;
    }
    if (this.#isWorthAnother(letters, error) || !connection || connection.broken) {
      this.#options.log.warn({ code: error.code, reason: error }, "engine.retry");
      for (const letter of letters) letter.tries += 1;
      this.#putBack(letters);
      const pauseMs = letters.some((letter) => letter.tries > mostTries) ? 200 : 10;
      await pause(pauseMs * (1 + Math.random() * 4));
      return;
    }
    if (letters.length === 1) {
      this.#options.log.error({ code: error.code, err: error }, "engine.failed");
      this.#reject(letters[0]!, error);
      return;
    }
    // One bad order must not fail its neighbours: one by one from here.
    for (const letter of letters) letter.alone = true;
    this.#putBack(letters);
  }

  /** A duplicate is worth one more try for all, which reads what was won by others, and then some alone. */
  #isWorthAnother(letters: Letter<O>[], error: Error): boolean {
    if (!isTakenByOthers(error)) return isTransient(error);
    const most = letters.length === 1 ? mostConflicts : 1;
    return letters.every((letter) => letter.tries < most);
  }

  #reject(letter: Letter<O>, error: Error): void {
    this.#leave(letter);
    letter.reject(error);
  }

  #dropHopeless(letters: Letter<O>[]): Letter<O>[] {
    const since = performance.now() - this.#patienceMs;
    return letters.filter((letter) => {
      // Whoever may have been let in already is not told to try again for want of tries alone.
      const isTired = letter.tries >= mostTries && !letter.lost;
      if (letter.sentAt > since && !isTired) return true;
      this.#reject(letter, busy());
      return false;
    });
  }

  get #patienceMs(): number {
    return this.#options.patienceMs ?? patienceMs;
  }

  async #connect(): Promise<Connection> {
    if (this.#connection?.broken) this.#connection = null;
    const { connections, statements = ours } = this.#options;
    const lockMs = this.#waitingRoom ? lockTimeoutMs : this.#patienceMs;
    this.#connection ??= await Connection.open(connections, statements, lockMs);
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
