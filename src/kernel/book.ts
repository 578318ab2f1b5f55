// The state a decision is made on: some lines, some of their tickets, and as much of the front of
// each queue as the commands at hand can reach. The server fills it from one batch's rows; tests and
// simulations put everything in. Decisions are applied to it, so the next command sees them.

import { compareOrder, type Line, type Place, type Ticket } from "./line.ts";
import type { Transition } from "./policy.ts";

/** Something about a line itself that its watchers should hear. */
export interface Notice {
  readonly lineId: string;
  readonly type: string;
  /** What it happened to, when that is something else than the line. */
  readonly subjectId?: string;
  readonly before?: object;
  readonly after: object;
}

export interface Decision {
  readonly lines: readonly Line[];
  readonly transitions: readonly Transition[];
  readonly notices: readonly Notice[];
}

export class Book {
  readonly #lines = new Map<string, Line>();
  readonly #tickets = new Map<string, Ticket>();
  readonly #queues = new Map<string, Ticket[]>();
  readonly #uniqueKeys = new Map<string, string>();

  constructor(lines: Iterable<Line>, tickets: Iterable<Ticket>) {
    for (const line of lines) this.#lines.set(line.id, line);
    for (const ticket of tickets) this.#put(ticket);
  }

  line(id: string): Line | undefined {
    return this.#lines.get(id);
  }

  ticket(id: string): Ticket | undefined {
    return this.#tickets.get(id);
  }

  /** The first who waits. */
  next(lineId: string): Ticket | undefined {
    return this.#queues.get(lineId)?.[0];
  }

  /** Those known to wait in a line, in calling order. */
  queue(lineId: string): readonly Ticket[] {
    return this.#queues.get(lineId) ?? [];
  }

  /** How many of them come before this place, or have it. */
  countTo(lineId: string, place: Place & { id: string }): number {
    const queue = this.queue(lineId);
    const before = placeIn(queue, place);
    const here = queue[before];
    return here && compareOrder(here, place) === 0 ? before + 1 : before;
  }

  /** How many tickets are known. */
  get size(): number {
    return this.#tickets.size;
  }

  /** The ticket that has this uniqueKey. */
  holderOf(uniqueKey: string): string | undefined {
    return this.#uniqueKeys.get(uniqueKey);
  }

  lines(): Iterable<Line> {
    return this.#lines.values();
  }

  tickets(): Iterable<Ticket> {
    return this.#tickets.values();
  }

  apply(decision: Decision): void {
    for (const line of decision.lines) this.#lines.set(line.id, line);
    for (const { after } of decision.transitions) this.#put(after);
  }

  /** More of them. Those who are known already stay as they are: what was decided on them is newer. */
  learn(tickets: Iterable<Ticket>): void {
    for (const ticket of tickets) if (!this.#tickets.has(ticket.id)) this.#put(ticket);
  }

  #put(ticket: Ticket): void {
    const before = this.#tickets.get(ticket.id);
    if (before?.state === "waiting") {
      const queue = this.#queues.get(before.lineId)!;
      queue.splice(placeIn(queue, before), 1);
    }
    if (before?.uniqueKey && this.#uniqueKeys.get(before.uniqueKey) === ticket.id)
      this.#uniqueKeys.delete(before.uniqueKey);
    if (ticket.uniqueKey) this.#uniqueKeys.set(ticket.uniqueKey, ticket.id);
    this.#tickets.set(ticket.id, ticket);
    if (ticket.state === "waiting") {
      const queue = this.#queues.get(ticket.lineId);
      if (queue) queue.splice(placeIn(queue, ticket), 0, ticket);
      else this.#queues.set(ticket.lineId, [ticket]);
    }
  }
}

/** Index of the first one who does not come before this ticket. */
function placeIn(queue: readonly Ticket[], ticket: Place & { id: string }): number {
  const last = queue.at(-1);
  if (!last || compareOrder(last, ticket) < 0) return queue.length;
  let low = 0;
  let high = queue.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareOrder(queue[middle]!, ticket) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
