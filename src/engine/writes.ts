// What a batch writes, gathered while it decides: the last state of each ticket and line it touched,
// one event per happening, and the difference in who waits.

import type { Decision } from "../kernel/book.ts";
import { compareOrder, type Line, type Ticket } from "../kernel/line.ts";
import type { Policy } from "../kernel/policy.ts";
import type { Sender } from "./connection.ts";
import type { Order } from "./order.ts";

interface EventRow {
  orgId: string;
  lineId: string;
  seq: number;
  ticketId: string | null;
  type: string;
  actor: string;
  before: string | null;
  after: string;
  idem: string | null;
  fingerprint: string | null;
  answer: string | null;
}

export class Writes {
  readonly #linesBefore: ReadonlyMap<string, Line>;
  readonly #now: number;
  readonly #lines = new Map<string, Line>();
  readonly #tickets = new Map<string, { before: Ticket | null; after: Ticket }>();
  readonly #eventSeq = new Map<string, number>();
  readonly #events: EventRow[] = [];

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

  add(order: Order, decision: Decision, answer: object, policy: Policy): void {
    this.keep(decision);
    let key = order.idem && {
      idem: order.idem,
      fingerprint: order.fingerprint ?? null,
      answer: JSON.stringify(answer),
    };
    const write = (
      lineId: string,
      event: Pick<EventRow, "ticketId" | "type" | "before" | "after">,
    ) => {
      const group = this.#linesBefore.get(lineId)!;
      const stream = group.groupId;
      const { orgId } = group;
      const keyed = key || { idem: null, fingerprint: null, answer: null };
      const seq = this.#nextSeq(stream);
      this.#events.push({ orgId, lineId: stream, seq, actor: order.actor, ...event, ...keyed });
      key = undefined;
    };
    for (const happening of decision.happenings) {
      const { before, after } = happening;
      const known = this.#tickets.get(after.id);
      this.#tickets.set(after.id, { before: known ? known.before : before, after });
      const event = {
        ticketId: after.id,
        type: policy.eventType(happening),
        before: before && JSON.stringify(order.product.describe(before)),
        after: JSON.stringify(order.product.describe(after)),
      };
      write(after.lineId, event);
      // A move is told in both streams: the one that was left must hear of it too.
      if (before && this.#streamOf(before) !== this.#streamOf(after)) write(before.lineId, event);
    }
    for (const { lineId, type, after } of decision.notices) {
      write(lineId, { ticketId: null, type, before: null, after: JSON.stringify(after) });
    }
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
    const seq = (this.#eventSeq.get(lineId) ?? this.#linesBefore.get(lineId)!.eventSeq) + 1;
    this.#eventSeq.set(lineId, seq);
    return seq;
  }

  /** Sends every statement there is something for; the caller sends COMMIT behind them. */
  send(connection: Sender): Promise<unknown>[] {
    const changes = [...this.#tickets.values()];
    const arrived = changes.filter((c) => c.before === null).map((c) => c.after);
    const changed = changes.filter((c) => c.before !== null) as { before: Ticket; after: Ticket }[];
    const moved = changes.filter(({ before, after }) => !sameWait(before, after));
    const left = moved.flatMap(({ before }) => (before?.state === "waiting" ? [before] : []));
    const waits = moved.flatMap(({ after }) => (after.state === "waiting" ? [after] : []));
    const sent: Promise<unknown>[] = [];
    if (arrived.length) sent.push(connection.send("insertTickets", insertColumns(arrived)));
    if (changed.length) sent.push(connection.send("updateTickets", updateColumns(changed)));
    if (left.length) sent.push(connection.send("deleteWaiting", waitColumns(left).slice(1)));
    if (waits.length) sent.push(connection.send("insertWaiting", waitColumns(waits)));
    if (this.#events.length) {
      sent.push(connection.send("insertEvents", [...eventColumns(this.#events), this.#now]));
    }
    sent.push(connection.send("updateLines", this.#lineColumns()));
    sent.push(connection.send("notify", [notices(this.#eventSeq)]));
    return sent;
  }

  #lineColumns(): unknown[] {
    const ids = [...new Set([...this.#eventSeq.keys(), ...this.#lines.keys()])];
    const before = ids.map((id) => this.#linesBefore.get(id)!);
    const after = ids.map((id) => this.#lines.get(id) ?? this.#linesBefore.get(id)!);
    return [
      ids,
      before.map((line) => line.eventSeq),
      before.map((line) => this.#eventSeq.get(line.id) ?? line.eventSeq),
      after.map((line) => line.sequence),
      after.map((line) => line.period),
      after.map((line) => line.lastRank),
      after.map((line) => `{${line.waiting.join()}}`),
      after.map((line) => `{${line.heads.join()}}`),
      after.map((line) => line.capacity),
      after.map((line) => line.reserve),
      after.map((line) => line.taken),
      after.map((line) => JSON.stringify(line.memory)),
      after.map((line) => line.deadlineAt),
    ];
  }
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

function insertColumns(tickets: readonly Ticket[]): unknown[] {
  return [
    tickets.map((t) => t.orgId),
    tickets.map((t) => t.id),
    tickets.map((t) => t.lineId),
    tickets.map((t) => t.state),
    tickets.map((t) => t.status),
    tickets.map((t) => t.priority),
    tickets.map((t) => t.level),
    tickets.map((t) => t.rank),
    tickets.map((t) => t.places),
    tickets.map((t) => t.sequence),
    tickets.map((t) => t.number),
    tickets.map((t) => t.version),
    tickets.map((t) => t.joinedAt),
    tickets.map((t) => t.takenAt),
    tickets.map((t) => t.startedAt),
    tickets.map((t) => t.endedAt),
    tickets.map((t) => t.deadlineAt),
    tickets.map((t) => JSON.stringify(t.data)),
    tickets.map((t) => t.previous && JSON.stringify(t.previous)),
    tickets.map((t) => t.claim),
  ];
}

function updateColumns(changed: readonly { before: Ticket; after: Ticket }[]): unknown[] {
  return [
    changed.map(({ after }) => after.orgId),
    changed.map(({ after }) => after.id),
    changed.map(({ after }) => after.lineId),
    changed.map(({ after }) => after.state),
    changed.map(({ after }) => after.status),
    changed.map(({ after }) => after.priority),
    changed.map(({ after }) => after.level),
    changed.map(({ after }) => after.rank),
    changed.map(({ before }) => before.version),
    changed.map(({ after }) => after.version),
    changed.map(({ after }) => after.takenAt),
    changed.map(({ after }) => after.startedAt),
    changed.map(({ after }) => after.endedAt),
    changed.map(({ after }) => after.deadlineAt),
    changed.map(({ after }) => JSON.stringify(after.data)),
    changed.map(({ after }) => after.previous && JSON.stringify(after.previous)),
    changed.map(({ after }) => after.sequence),
    changed.map(({ after }) => after.number),
    changed.map(({ after }) => after.claim),
  ];
}

function waitColumns(tickets: readonly Ticket[]): unknown[] {
  return [
    tickets.map((t) => t.orgId),
    tickets.map((t) => t.lineId),
    tickets.map((t) => t.level),
    tickets.map((t) => t.rank),
    tickets.map((t) => t.id),
  ];
}

function eventColumns(events: readonly EventRow[]): unknown[] {
  return [
    events.map((e) => e.orgId),
    events.map((e) => e.lineId),
    events.map((e) => e.seq),
    events.map((e) => e.ticketId),
    events.map((e) => e.type),
    events.map((e) => e.actor),
    events.map((e) => e.before),
    events.map((e) => e.after),
    events.map((e) => e.idem),
    events.map((e) => e.fingerprint),
    events.map((e) => e.answer),
  ];
}

const mostLinesPerNotice = 100; // a notice holds 8,000 bytes at most

/** "line seq line seq …": which lines have news, up to which number. */
export function notices(lastSeq: ReadonlyMap<string, number>): string[] {
  const texts = [...lastSeq].map(([lineId, seq]) => `${lineId} ${seq}`);
  const payloads: string[] = [];
  for (let i = 0; i < texts.length; i += mostLinesPerNotice) {
    payloads.push(texts.slice(i, i + mostLinesPerNotice).join(" "));
  }
  return payloads;
}
