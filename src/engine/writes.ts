// What a batch writes, gathered while it decides: the last state of each ticket and line it touched,
// one event per transition, and the difference in who waits.

import type { Decision, Notice } from "../kernel/book.ts";
import { compareOrder, type Line, type Ticket } from "../kernel/line.ts";
import type { Policy } from "../kernel/policy.ts";
import type { Sender } from "./connection.ts";
import { storedAnswer } from "./replayed-answer.ts";
import { bigints, instants, ints, jsons, smallints, texts, uuids } from "./array.ts";
import { newId } from "../infra/ids.ts";
import type { Seal } from "./lost.ts";
import { eventTable, ticketTable, waitingTable, type EventRow } from "./tables.ts";
import type { Order } from "./order.ts";
import { storedPrevious } from "./previous.ts";

type Telling = Pick<Order, "actor" | "idem" | "fingerprint" | "predicted">;
type Event = Pick<EventRow, "ticketId" | "type" | "before" | "after">;

/** An event of a line's stream. */
interface Told {
  line: Line;
  event: Event;
}

export class Writes {
  readonly #linesBefore: ReadonlyMap<string, Line>;
  readonly #now: number;
  readonly #lines = new Map<string, Line>();
  readonly #tickets = new Map<string, { before: Ticket | null; after: Ticket }>();
  readonly #eventSeq = new Map<string, number>();
  readonly #events: EventRow[] = [];
  readonly #dependencies = new Map<string, number>();

  constructor(linesBefore: ReadonlyMap<string, Line>, now: number) {
    this.#linesBefore = linesBefore;
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#events.length === 0 && this.#lines.size === 0;
  }

  /** What nobody needs to hear of, such as the next time to look at a line. */
  keep(decision: Decision): void {
    for (const line of decision.lines) this.#lines.set(line.id, line);
  }

  /** A number of the stream that tells of nothing: others who cache these lines find them changed. */
  skipNumbers(lines: readonly Line[]): void {
    for (const stream of new Set(lines.map((line) => line.groupId))) this.#nextSeq(stream);
  }

  /** Written only if these lines have had no event since. */
  dependOn(lastSeqs: ReadonlyMap<string, number>): void {
    for (const [lineId, seq] of lastSeqs) this.#dependencies.set(lineId, seq);
  }

  /** All of it or, when the product's words for it cannot be had, nothing. */
  add(order: Order, decision: Decision, answer: object, policy: Policy): void {
    const events: Told[] = [];
    for (const transition of decision.transitions) {
      const { before, after } = transition;
      const event = {
        ticketId: after.id,
        type: policy.eventType(transition),
        before: before && JSON.stringify(order.product.describe(before)),
        after: JSON.stringify(order.product.describe(after)),
      };
      events.push({ line: this.#lineBefore(after.lineId), event });
      // A move is told in both streams: the one that was left must hear of it too.
      if (before && this.#streamOf(before) !== this.#streamOf(after)) {
        events.push({ line: this.#lineBefore(before.lineId), event });
      }
    }
    this.#tell(order, [...events, ...this.#told(decision.notices)], answer);
    this.keep(decision);
    for (const { before, after } of decision.transitions) {
      const known = this.#tickets.get(after.id);
      this.#tickets.set(after.id, { before: known ? known.before : before, after });
    }
  }

  /** The same for what is no ticket: only the streams of the lines tell of it. */
  tell(order: Telling, notices: readonly Notice[], answer: object): void {
    this.#tell(order, this.#told(notices), answer);
  }

  #told(notices: readonly Notice[]): Told[] {
    return notices.map((notice) => ({
      line: this.#lineBefore(notice.lineId),
      event: eventOf(notice),
    }));
  }

  /** Numbers events in the streams of their lines; the first one carries the Idempotency-Key. */
  #tell({ actor, idem, fingerprint, predicted }: Telling, events: readonly Told[], answer: object) {
    const kept = idem === undefined ? null : storedAnswer(answer, predicted);
    for (const [i, { line, event }] of events.entries()) {
      const { orgId, groupId: stream } = line;
      const { ticketId, type, before, after } = event;
      const keyed = i === 0 && idem !== undefined;
      this.#events.push({
        orgId,
        lineId: stream,
        seq: this.#nextSeq(stream),
        ticketId,
        type,
        at: this.#now,
        actor,
        before,
        after,
        idem: keyed ? idem : null,
        fingerprint: keyed ? (fingerprint ?? null) : null,
        answer: keyed ? kept : null,
        batch: this.#events.length === 0 ? newId() : null,
      });
    }
  }

  /** Tells whether it was written; null when it has no event, and can as well be done again. */
  get seal(): Seal | null {
    const [first] = this.#events;
    return first ? { ...first, batch: first.batch! } : null;
  }

  #lineBefore(id: string): Line {
    const line = this.#linesBefore.get(id);
    if (!line) throw new Error(`line ${id} was not loaded`);
    return line;
  }

  #streamOf(ticket: Ticket): string {
    return this.#linesBefore.get(ticket.lineId)!.groupId;
  }

  /** By how many those ahead of where this ticket stands have become more since the batch was loaded. */
  shiftAhead(ticket: Ticket): number {
    const isAhead = (other: Ticket | null) =>
      other?.state === "waiting" &&
      other.lineId === ticket.lineId &&
      other.id !== ticket.id &&
      compareOrder(other, ticket) < 0;
    let shift = 0;
    for (const { before, after } of this.#tickets.values()) {
      shift += Number(isAhead(after)) - Number(isAhead(before));
    }
    return shift;
  }

  #nextSeq(lineId: string): number {
    const seq = this.eventSeqOf(lineId) + 1;
    this.#eventSeq.set(lineId, seq);
    return seq;
  }

  /** The number of its last event, when this is written. */
  eventSeqOf(lineId: string): number {
    return this.#eventSeq.get(lineId) ?? this.#linesBefore.get(lineId)!.eventSeq;
  }

  /** Sends every statement there is something for, the news of it included; COMMIT is the caller's. */
  send(connection: Sender): Promise<unknown>[] {
    return [...this.sendChanges(connection), ...this.sendNews(connection)];
  }

  sendChanges(connection: Sender): Promise<unknown>[] {
    const changes = [...this.#tickets.values()];
    const arrived = changes.filter((c) => c.before === null).map((c) => c.after);
    const changed = changes.filter((c) => c.before !== null) as Changed[];
    const moved = changes.filter(({ before, after }) => !sameWait(before, after));
    const left = moved.flatMap(({ before }) => (before?.state === "waiting" ? [before] : []));
    const waits = moved.flatMap(({ after }) => (after.state === "waiting" ? [after] : []));
    // The lines first: a batch that was decided from the cache has not locked them, and finds out here.
    const { whole, counted } = this.#changedLines();
    const sent: Promise<unknown>[] = [connection.send("updateLines", this.#lineColumns(whole))];
    if (counted.length) sent.push(connection.send("countLines", countColumns(counted)));
    if (this.#dependencies.size) {
      sent.push(
        connection.send("checkDependencies", [
          [...this.#dependencies.keys()],
          [...this.#dependencies.values()],
        ]),
      );
    }
    if (arrived.length) sent.push(connection.insert(ticketTable, arrived));
    const progressed = changed.filter(staysInPlace);
    const replaced = changed.filter((change) => !staysInPlace(change));
    if (progressed.length) {
      sent.push(connection.send("progressTickets", progressColumns(progressed)));
    }
    if (replaced.length) {
      const columns = [...progressColumns(replaced), ...placeColumns(replaced)];
      sent.push(connection.send("updateTickets", columns));
    }
    if (left.length) sent.push(connection.send("deleteWaiting", leftColumns(left)));
    if (waits.length) sent.push(connection.insert(waitingTable, waits));
    if (this.#events.length) sent.push(connection.insert(eventTable, this.#events));
    return sent;
  }

  /** Which lines have news, and up to which event: a hint for those who watch them. */
  sendNews(connection: Sender): Promise<unknown>[] {
    if (this.#eventSeq.size === 0) return [];
    const news = [...this.#eventSeq].map(([lineId, seq]) => `${lineId} ${seq}`);
    return [connection.send("notify", [news])];
  }

  /** Whose locks others want, too, come first, in the order in which everybody locks. */
  #changedLines(): { whole: Line[]; counted: Line[] } {
    const streams = [...this.#eventSeq.keys()].toSorted();
    const whole = streams.map((id) => this.#lines.get(id) ?? this.#linesBefore.get(id)!);
    const counted: Line[] = [];
    for (const [id, line] of this.#lines) {
      if (this.#eventSeq.has(id)) continue;
      const onlyCounts = line.groupId !== id && sameButCounts(this.#linesBefore.get(id)!, line);
      (onlyCounts ? counted : whole).push(line);
    }
    return { whole, counted };
  }

  #lineColumns(lines: readonly Line[]): Buffer[] {
    const before = (line: Line) => this.#linesBefore.get(line.id)!;
    return [
      uuids(lines, (line) => line.id),
      bigints(lines, (line) => before(line).eventSeq),
      bigints(lines, (line) => this.#eventSeq.get(line.id) ?? before(line).eventSeq),
      bigints(lines, (line) => line.sequence),
      texts(lines, (line) => line.period),
      bigints(lines, (line) => line.lastRank),
      texts(lines, (line) => `{${line.waiting.join()}}`),
      texts(lines, (line) => `{${line.heads.join()}}`),
      ints(lines, (line) => line.capacity),
      ints(lines, (line) => line.reserve),
      ints(lines, (line) => line.taken),
      jsons(lines, (line) => JSON.stringify(line.stats)),
      instants(lines, (line) => line.deadlineAt),
    ];
  }
}

/** Somebody took a place in it or gave one back, and that is all. */
function sameButCounts(before: Line, after: Line): boolean {
  return (
    before.waiting === after.waiting &&
    before.heads === after.heads &&
    before.period === after.period &&
    before.capacity === after.capacity &&
    before.reserve === after.reserve &&
    before.deadlineAt === after.deadlineAt
  );
}

function countColumns(lines: readonly Line[]): Buffer[] {
  return [
    uuids(lines, (line) => line.id),
    bigints(lines, (line) => line.sequence),
    bigints(lines, (line) => line.lastRank),
    ints(lines, (line) => line.taken),
    jsons(lines, (line) => JSON.stringify(line.stats)),
  ];
}

function eventOf({ type, subjectId, before, after }: Notice): Event {
  const text = before === undefined ? null : JSON.stringify(before);
  return { ticketId: subjectId ?? null, type, before: text, after: JSON.stringify(after) };
}

function sameWait(before: Ticket | null, after: Ticket): boolean {
  if (before?.state !== "waiting") return after.state !== "waiting";
  return (
    after.state === "waiting" &&
    before.lineId === after.lineId &&
    before.level === after.level &&
    before.rank === after.rank
  );
}

function staysInPlace({ before, after }: Changed): boolean {
  return (
    before.lineId === after.lineId &&
    before.rank === after.rank &&
    before.level === after.level &&
    before.priority === after.priority &&
    before.number === after.number &&
    before.uniqueKey === after.uniqueKey
  );
}

interface Changed {
  before: Ticket;
  after: Ticket;
}

function progressColumns(changed: readonly Changed[]): Buffer[] {
  return [
    uuids(changed, ({ after }) => after.orgId),
    uuids(changed, ({ after }) => after.id),
    texts(changed, ({ after }) => after.state),
    texts(changed, ({ after }) => after.status),
    ints(changed, ({ before }) => before.version),
    ints(changed, ({ after }) => after.version),
    instants(changed, ({ after }) => after.takenAt),
    instants(changed, ({ after }) => after.startedAt),
    instants(changed, ({ after }) => after.endedAt),
    instants(changed, ({ after }) => after.deadlineAt),
    jsons(changed, ({ after }) => JSON.stringify(after.data)),
    jsons(changed, ({ after }) => storedPrevious(after)),
  ];
}

function placeColumns(changed: readonly Changed[]): Buffer[] {
  return [
    uuids(changed, ({ after }) => after.lineId),
    smallints(changed, ({ after }) => after.priority),
    smallints(changed, ({ after }) => after.level),
    bigints(changed, ({ after }) => after.rank),
    bigints(changed, ({ after }) => after.sequence),
    texts(changed, ({ after }) => after.number),
    texts(changed, ({ after }) => after.uniqueKey),
  ];
}

function leftColumns(tickets: readonly Ticket[]): Buffer[] {
  return [
    uuids(tickets, (t) => t.lineId),
    smallints(tickets, (t) => t.level),
    bigints(tickets, (t) => t.rank),
    uuids(tickets, (t) => t.id),
  ];
}
