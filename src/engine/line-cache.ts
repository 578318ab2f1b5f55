// What a lane remembers of the lines it decided on last. With it the next batch can be decided while
// PostgreSQL still writes the last one, and without reading anything. It is a guess: somebody else may
// have changed a line since. The write tells, since it is made over the state that was decided on and
// over no other; then the batch is decided again on what is read. No guess is made for a line that
// others were seen to change as well.

import { Book } from "../kernel/book.ts";
import { compareOrder, type Line, type Ticket } from "../kernel/line.ts";
import type { LineSettings, Loaded } from "./batch.ts";
import type { Verdict } from "./batch-protocol.ts";
import { ByKey, type Order } from "./order.ts";
import type { Writes } from "./writes.ts";

interface CachedLine {
  line: Line;
  /** The other lines of its group. */
  members: readonly Line[];
  settings: LineSettings;
  /** Nobody else changed it between two looks. */
  trusted: boolean;
  front: Front | null;
}

/** Those who are called next, as far as they are known. */
interface Front {
  /** Has them, and maybe others behind them. */
  book: Book;
  /** The last of them; null: all who wait are known. */
  last: Ticket | null;
}

/** Whom to read next: those behind the last one who is known. */
export interface ReadAhead {
  readonly lineId: string;
  readonly book: Book;
  readonly last: Ticket;
  readonly people: number;
}

const maxLines = 1_000;
const maxInFront = 1_024;
/** Read at a time while batches are on their way: few, since nothing else is done meanwhile. */
const minReadAhead = 128;
const maxTickets = 4_096;
const maxAnswers = 4_096;
/** Then PostgreSQL's clock is asked again. */
const clockHoldsMs = 10_000;
/** A repeated request is found by reading. Once somebody did, this many batches read. */
const batchesToReadFirst = 64;

export class LineCache {
  readonly #lines = new Map<string, CachedLine>();
  /** By key, of batches that may not be written yet. */
  readonly #answers: Loaded["replays"] = new ByKey();
  #clock = { now: 0, at: Number.NEGATIVE_INFINITY };
  #readFirst = 0;
  /** Lines of which more is being read. */
  readonly #reading = new Set<string>();
  readonly #elapsedMs: () => number;

  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** Everything these orders are decided on, or null when something has to be read. */
  lookUp(orders: readonly Order[], fixedNow: Date | null): Loaded | null {
    const since = this.#elapsedMs() - this.#clock.at;
    if (this.#readFirst > 0 || since > clockHoldsMs) return null;
    const reach = new Map<string, number>();
    for (const order of orders) {
      if (!isSimple(order)) return null;
      const [id] = order.lineIds;
      reach.set(id, (reach.get(id) ?? 0) + order.reach);
    }
    const lines = new Map<string, Line>();
    const settings: Loaded["settings"] = new Map();
    const fronts: [lineId: string, Front][] = [];
    for (const [id, people] of reach) {
      const known = this.#lines.get(id);
      if (!known?.trusted || !reaches(known.front, id, people)) return null;
      lines.set(id, known.line);
      for (const member of known.members) lines.set(member.id, member);
      settings.set(id, known.settings);
      if (known.front) fronts.push([id, known.front]);
    }
    return {
      lines,
      book: bookOf(lines, fronts),
      settings,
      replays: this.#answers,
      groupOf: new Map(),
      uniqueKeys: new Map(),
      ahead: new Map(),
      front: new Map(fronts.map(([id, { last }]) => [id, last])),
      now: fixedNow ? fixedNow.getTime() : Math.floor(this.#clock.now + since),
      isRead: false,
    };
  }

  /** How many of the front to read for those who want this many now, with the next batches in mind. */
  frontToRead(lineId: string, reach: number): number {
    return this.#lines.get(lineId)?.trusted
      ? Math.max(reach, Math.min(64 * reach, maxInFront))
      : reach;
  }

  /** Whom to read behind this batch, long before those who are known have all been called. */
  readAhead(orders: readonly Order[]): ReadAhead | null {
    const [lineId] = orders[0]!.lineIds;
    const { book, last } = this.#lines.get(lineId)?.front ?? {};
    if (!book || !last || this.#reading.has(lineId)) return null;
    let reach = 0;
    for (const order of orders) {
      if (order.lineIds[0] !== lineId) return null;
      reach += order.reach;
    }
    const enough = Math.max(maxInFront / 2, 4 * reach);
    if (reach === 0 || book.countTo(lineId, last) >= enough) return null;
    this.#reading.add(lineId);
    return { lineId, book, last, people: Math.max(minReadAhead, 2 * reach) };
  }

  /** Those behind the last one, as they were right after the batch; null when they could not be read. */
  extend({ lineId, book, people }: ReadAhead, tickets: readonly Ticket[] | null): void {
    this.#reading.delete(lineId);
    const known = this.#lines.get(lineId);
    // Those who came since are in the book: in another one they may be missing.
    if (!tickets || known?.front?.book !== book) return;
    book.learn(tickets);
    const isEnd = tickets.length < people;
    known.front = { book, last: isEnd ? null : tickets.toSorted(compareOrder).at(-1)! };
  }

  /** What a batch was decided on, and what it has made of it; it may not be written yet. */
  store(
    orders: readonly Order[],
    verdicts: readonly Verdict[],
    loaded: Loaded,
    writes: Writes,
  ): void {
    if (loaded.isRead) {
      this.#clock = { now: loaded.now, at: this.#elapsedMs() };
      this.#readFirst = Math.max(0, this.#readFirst - 1);
    }
    if (this.#answers.size > maxAnswers) this.#answers.clear();
    const ids = new Set<string>();
    for (const [i, order] of orders.entries()) {
      if (!order.product.cacheable) continue;
      for (const id of order.lineIds) ids.add(id);
      const verdict = verdicts[i]!;
      if (!order.idem || verdict.kind !== "done" || verdict.outcome.answer === null) continue;
      const { answer } = verdict.outcome;
      const { actor, fingerprint } = order;
      this.#answers.set(order.orgId, order.idem, { actor, fingerprint, answer });
    }
    const groups = Map.groupBy(loaded.book.lines(), (line) => line.groupId);
    for (const id of ids) this.#storeLine(id, groups.get(id) ?? [], loaded, writes);
  }

  #storeLine(id: string, group: readonly Line[], loaded: Loaded, writes: Writes): void {
    const read = loaded.lines.get(id);
    const settings = loaded.settings.get(id);
    const before = this.#lines.get(id);
    this.#lines.delete(id);
    if (!read || !settings) return;
    this.#lines.set(id, {
      line: { ...loaded.book.line(id)!, eventSeq: writes.eventSeqOf(id) },
      members: group.filter((line) => line.id !== id),
      settings,
      trusted:
        before?.line.eventSeq === read.eventSeq &&
        sameNumbers(before.settings.dependsOn, settings.dependsOn),
      front: loaded.front.has(id) ? frontOf(loaded, id) : null,
    });
    if (this.#lines.size > maxLines) this.#lines.delete(this.#lines.keys().next().value!);
  }

  /** What these orders were decided on may not be so. */
  invalidate(orders: readonly Order[], reason?: "not written" | "key used before"): void {
    for (const order of orders) for (const id of order.lineIds) this.#lines.delete(id);
    if (reason) this.#answers.clear();
    if (reason === "key used before") this.#readFirst = batchesToReadFirst;
  }
}

/** Its line is all that it needs to know, and done twice by accident it is found by its key. */
function isSimple(order: Order): boolean {
  if (!order.product.cacheable || !order.idem || order.lineIds.length > 1) return false;
  return !order.ticketId && !order.standing && !order.everybody && !order.reachInto;
}

function sameNumbers(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([id, seq]) => b.get(id) === seq);
}

function reaches(front: Front | null, lineId: string, people: number): boolean {
  if (people === 0) return true;
  if (front === null) return false;
  return front.last === null || front.book.countTo(lineId, front.last) >= people;
}

/** A line's own book goes on as it is; those of several are put together. */
function bookOf(lines: ReadonlyMap<string, Line>, fronts: readonly [string, Front][]): Book {
  const [first] = fronts;
  if (first && lines.size === 1) return first[1].book;
  const tickets = fronts.flatMap(([id, front]) => ticketsOf(id, front));
  return new Book(lines.values(), tickets);
}

function frontOf({ book, front }: Loaded, lineId: string): Front {
  const last = front.get(lineId)!;
  if (book.size <= maxTickets) return { book, last };
  // Those who were called or came behind are in it, too: time to begin anew.
  const tickets = ticketsOf(lineId, { book, last });
  const kept = tickets.slice(0, maxInFront);
  const own = new Book([book.line(lineId)!], kept);
  return { book: own, last: tickets.length > kept.length ? kept.at(-1)! : last };
}

function ticketsOf(lineId: string, { book, last }: Front): readonly Ticket[] {
  const queue = book.queue(lineId);
  return last ? queue.slice(0, book.countTo(lineId, last)) : queue;
}
