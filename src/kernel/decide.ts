// The rules of every line. `decide` takes the book, one command and the time, and returns what
// changes, or a refusal. No I/O, no clock, no randomness: the server, the property tests and the
// simulations run the same function.

import type { Book, Decision, Notice } from "./book.ts";
import {
  compareOrder,
  placeFor,
  placesOpenTo,
  type Line,
  type Place,
  type Previous,
  type Ticket,
} from "./line.ts";
import type { Transition, Policy, Step } from "./policy.ts";
import type { Refusal } from "./refusal.ts";
import { refuse } from "./refusal.ts";

export type Command =
  | {
      do: "arrive";
      lineId: string;
      ticketId: string;
      priority: number;
      places?: number;
      uniqueKey?: string;
      number?: string;
      data: object;
    }
  | { do: "take"; lineId: string; data?: object }
  | ({ do: "start"; data?: object } & OnTicket)
  | ({ do: "end"; ending: string; data?: object } & OnTicket)
  | ({ do: "put back" } & Requeued & OnTicket)
  | ({ do: "move"; toLineId: string } & Moved & OnTicket)
  | ({ do: "change"; data: object; renewDeadline?: boolean } & OnTicket)
  | ({ do: "undo" } & Restored & OnTicket);

interface Moved {
  priority: number;
  /** They stand by when they first came, unless they come now. */
  place?: "arrival" | "end";
  data?: object;
}

interface Requeued {
  to: "front" | "back";
  priority?: number;
  /** What it counts as from now on, when it was over and had given that up. */
  uniqueKey?: string | undefined;
  data?: object;
}

/** What the former line says today about a ticket that goes back to how it was there. */
interface Restored {
  /** The line was put in another order since: a place by this priority instead of the former one. */
  newPriority?: number;
  /** When the former state runs out, if it does; by the policy of the line it leaves unless given. */
  deadlineAt?: number | null;
  /** What it counts as from now on, when it was over and had given that up. */
  uniqueKey?: string | undefined;
  data?: object;
}

interface OnTicket {
  ticketId: string;
  /** A command decided on something older than this changes nothing. */
  ifVersion?: number;
}

export function decide(
  book: Book,
  command: Command,
  policy: Policy,
  now: number,
): Decision | Refusal {
  const change = new Change(book, policy, now);
  const refusal =
    "ticketId" in command && command.do !== "arrive"
      ? onTicket(change, command)
      : onLine(change, command);
  return refusal ?? change.decision();
}

function onLine(
  change: Change,
  command: Extract<Command, { lineId: string }>,
): Refusal | undefined {
  const line = change.line(command.lineId);
  switch (command.do) {
    case "arrive":
      change.arrive(line, command);
      return undefined;
    case "take": {
      const next = change.book.next(line.id);
      if (!next) return undefined;
      const open = placesOpenTo(line, change.policy.mayUseReserve(next.priority));
      if (open < next.places) return refuse("LINE_FULL");
      change.take(next, "taken", command.data);
      return undefined;
    }
  }
}

function onTicket(
  change: Change,
  command: Exclude<Command, { lineId: string }>,
): Refusal | undefined {
  const ticket = change.book.ticket(command.ticketId);
  if (!ticket) return refuse("NOT_FOUND", "There is no such ticket");
  if (command.ifVersion !== undefined && command.ifVersion !== ticket.version) {
    return refuse("WRONG_STATE", "The ticket has changed in the meantime");
  }
  switch (command.do) {
    case "start":
      if (ticket.state !== "holding") return wrongState(ticket, "be served");
      change.start(ticket, command.data);
      return undefined;
    case "end":
      return change.end(ticket, command.ending, command.data);
    case "put back":
      if (!change.policy.mayPutBack(ticket)) return wrongState(ticket, "be put back");
      change.putBack(ticket, command);
      return undefined;
    case "move":
      if (ticket.state === "done") return wrongState(ticket, "be moved");
      change.move(ticket, command.toLineId, command);
      return undefined;
    case "change":
      if (ticket.state === "done") return wrongState(ticket, "be changed");
      change.alter(ticket, command.data, command.renewDeadline ?? false);
      return undefined;
    case "undo":
      return change.undo(ticket, command);
  }
}

const unnumbered = { sequence: 0, number: "" };

export function wrongState(ticket: Ticket, verb: string): Refusal {
  return refuse("WRONG_STATE", `A ticket that is ${ticket.status} cannot ${verb}`, {
    ticketStatus: ticket.status,
  });
}

export interface Arrival {
  ticketId: string;
  priority: number;
  places?: number;
  uniqueKey?: string | null;
  /** That it brings along, in place of the next one of the line. */
  number?: string | undefined;
  data: object;
}

/**
 * What one command changes, gathered step by step; reads see what was gathered so far. Products whose
 * commands are more than one step use it directly.
 */
export class Change {
  readonly book: Book;
  readonly policy: Policy;
  readonly now: number;
  readonly lines = new Map<string, Line>();
  readonly #transitions: Transition[] = [];
  readonly #notices: Notice[] = [];

  constructor(book: Book, policy: Policy, now: number) {
    this.book = book;
    this.policy = policy;
    this.now = now;
  }

  decision(): Decision {
    return {
      lines: [...this.lines.values()],
      transitions: this.#transitions,
      notices: this.#notices,
    };
  }

  line(id: string): Line {
    const line = this.lines.get(id) ?? this.book.line(id);
    if (!line) throw new Error(`line ${id} is not in the book`);
    return line;
  }

  /** Something happened to the line itself. */
  note(lineId: string, type: string, after: object): void {
    this.#notices.push({ lineId, type, after });
  }

  arrive(line: Line, arrival: Arrival): Ticket {
    const { ticketId, priority, places = 1, uniqueKey = null, data } = arrival;
    const { policy, now } = this;
    const rank = arrivalRank(line, now);
    const hasPlace = this.hasRoom(line, priority, places);
    const state = hasPlace ? "holding" : "waiting";
    this.lines.set(line.id, { ...line, lastRank: rank });
    const number =
      arrival.number !== undefined
        ? { sequence: 0, number: arrival.number }
        : hasPlace || policy.numbers === "on arrival"
          ? this.#issue(line.id, priority)
          : unnumbered;
    const ticket: Ticket = {
      orgId: line.orgId,
      id: ticketId,
      lineId: line.id,
      state,
      status: policy.statusOf[state],
      priority,
      ...placeFor(line, priority, rank),
      places,
      ...number,
      version: 1,
      joinedAt: now,
      takenAt: hasPlace ? now : null,
      startedAt: null,
      endedAt: null,
      deadlineAt: policy.deadline(state, now, data),
      uniqueKey,
      data,
      previous: null,
    };
    this.step("arrived", null, ticket);
    return ticket;
  }

  /**
   * Whether somebody who comes now has a place at once: there are enough, and nobody waits ahead.
   * Places that are too few for the first in line are not for those who come later.
   */
  hasRoom(line: Line, priority: number, places: number): boolean {
    if (this.policy.places !== "on arrival") return false;
    if (placesOpenTo(line, this.policy.mayUseReserve(priority)) < places) return false;
    const { level, rank } = placeFor(line, priority, arrivalRank(line, this.now));
    if (line.waiting.slice(0, level).some((people) => people > 0)) return false;
    if (line.waiting[level] === 0) return true;
    // Without ageing, the last to come stands last.
    const first = line.ageingMs === null ? undefined : this.book.next(line.id);
    return first !== undefined && rank < first.rank;
  }

  /** The next number of the line. */
  #issue(lineId: string, priority: number): { sequence: number; number: string } {
    const line = this.line(lineId);
    const own = this.policy.issue?.(line, priority, () => this.#membersOf(line.groupId));
    if (own) {
      this.lines.set(lineId, own.line);
      return { sequence: own.sequence, number: own.number };
    }
    // By the rank, which never goes back: a clock that does must not hand out an old period's numbers.
    const period = this.policy.period(Math.floor(line.lastRank / 1000));
    const sequence = period === line.period ? line.sequence + 1 : 1;
    this.lines.set(lineId, { ...line, period, sequence });
    return { sequence, number: this.policy.numberText(sequence) };
  }

  take(ticket: Ticket, step: "taken" | "promoted", data?: object): void {
    const number = ticket.number === "" ? this.#issue(ticket.lineId, ticket.priority) : {};
    this.#become(step, ticket, "holding", { takenAt: this.now, ...number }, data);
  }

  /** Who moves up has the place, or is asked first whether they still want it. */
  #moveUp(ticket: Ticket): void {
    const { policy, now } = this;
    const offer = policy.offer?.(this.line(ticket.lineId), ticket, now);
    if (!offer) return this.take(ticket, "promoted", policy.promotion);
    const { status, deadlineAt, data } = offer;
    const number = ticket.number === "" ? this.#issue(ticket.lineId, ticket.priority) : {};
    const patch = { takenAt: now, status, deadlineAt, ...number };
    this.#become("promoted", ticket, "holding", patch, data);
  }

  /** A place in another line of the same decision, then the old one is given back. Strict lines only. */
  relocate(
    ticket: Ticket,
    toLineId: string,
    state: "holding" | "waiting",
    patch: Partial<Ticket>,
    step: "moved" | "put back" = "moved",
  ): void {
    const line = this.line(toLineId);
    const number = this.#numberIn(line, ticket, state);
    this.step(step, ticket, {
      ...ticket,
      lineId: toLineId,
      state,
      status: this.policy.statusOf[state],
      // The rank of the arrival is kept: who came in the same instant stays in the same order.
      ...placeFor(line, ticket.priority, ticket.rank),
      ...number,
      version: ticket.version + 1,
      takenAt: state === "holding" ? this.now : null,
      startedAt: null,
      endedAt: null,
      deadlineAt: null,
      previous: null,
      ...patch,
    });
  }

  #numberIn(to: Line, ticket: Ticket, state: "holding" | "waiting") {
    const { sequence, number } = ticket;
    const group = () => this.#membersOf(to.groupId);
    if (number !== "" && this.policy.keepsNumber?.(ticket, to, group)) return { sequence, number };
    return state === "holding" ? this.#issue(to.id, ticket.priority) : unnumbered;
  }

  /** The lines of a group besides its own, as they are after what this command has done so far. */
  #membersOf(groupId: string): Line[] {
    const members = [...this.book.lines()].filter(
      (line) => line.groupId === groupId && line.id !== groupId,
    );
    return members.map(({ id }) => this.line(id));
  }

  start(ticket: Ticket, data?: object): void {
    this.#become("started", ticket, "serving", { startedAt: this.now }, data);
  }

  end(ticket: Ticket, ending: string, data?: object): Refusal | undefined {
    const rule = this.policy.endings[ending];
    if (!rule) throw new Error(`there is no ending ${ending}`);
    if (!rule.from.includes(ticket.state)) return wrongState(ticket, `become ${ending}`);
    this.#become("ended", ticket, "done", { status: ending, endedAt: this.now }, data);
    this.promote(ticket.lineId);
    return undefined;
  }

  putBack(ticket: Ticket, { to, priority = ticket.priority, uniqueKey, data }: Requeued): void {
    const place =
      to === "front" ? this.#front(ticket, priority) : this.#back(ticket.lineId, priority);
    const again = uniqueKey === undefined ? {} : { uniqueKey };
    const patch = { priority, ...place, takenAt: null, startedAt: null, endedAt: null, ...again };
    this.#become("put back", ticket, "waiting", patch, data);
    this.promote(ticket.lineId);
  }

  /** Into another line, keeping the number on the slip. */
  move(ticket: Ticket, toLineId: string, { priority, place: where, data }: Moved): void {
    const place =
      where === "end"
        ? this.#back(toLineId, priority)
        : placeFor(this.line(toLineId), priority, ticket.joinedAt * 1000);
    const from = { lineId: toLineId, priority, ...place, takenAt: null, startedAt: null };
    this.#become("moved", ticket, "waiting", from, data);
    this.promote(ticket.lineId);
    this.promote(toLineId);
  }

  alter(ticket: Ticket, data: object, renewDeadline: boolean): void {
    const deadlineAt = renewDeadline
      ? this.policy.deadline(ticket.state, this.now, { ...ticket.data, ...data })
      : ticket.deadlineAt;
    const version = ticket.version + 1;
    // Undoing the step before must not bring back what was corrected since. What belongs to the
    // state that starts anew here goes with that state.
    const previous =
      ticket.previous && !renewDeadline
        ? { ...ticket.previous, data: { ...ticket.previous.data, ...data } }
        : ticket.previous;
    const after = { ...ticket, version, deadlineAt, data: { ...ticket.data, ...data }, previous };
    this.step("changed", ticket, after);
  }

  undo(ticket: Ticket, restored: Restored): Refusal | undefined {
    const { previous } = ticket;
    if (!previous) return refuse("NOTHING_TO_UNDO");
    if (this.now - previous.at > this.policy.undoMs) return refuse("TOO_LATE_TO_UNDO");
    const { at: _, ...former } = previous;
    const { newPriority, deadlineAt = this.policy.deadline(former.state, this.now, former.data) } =
      restored;
    const line = this.line(former.lineId);
    const newPlace = newPriority !== undefined && {
      priority: newPriority,
      ...placeFor(line, newPriority, ticket.joinedAt * 1000),
    };
    const after = {
      ...ticket,
      ...former,
      ...newPlace,
      uniqueKey: restored.uniqueKey ?? ticket.uniqueKey,
      data: { ...former.data, ...restored.data },
      deadlineAt: former.deadlineAt === null ? null : deadlineAt,
      version: ticket.version + 1,
      previous: null,
    };
    if (this.#occupies(after) && !this.#occupies(ticket)) {
      const open = placesOpenTo(line, this.policy.mayUseReserve(after.priority));
      if (open < after.places) return refuse("LINE_FULL", "The place was given to someone else");
    }
    this.step("undone", ticket, after);
    this.promote(ticket.lineId);
    return undefined;
  }

  /** Gives free places to the first who wait, until one has to wait on. */
  promote(lineId: string): void {
    if (this.policy.places !== "on arrival") return;
    for (;;) {
      const next = this.#next(lineId);
      if (!next) return;
      const line = this.line(lineId);
      // Only the front of each tier may be known: somebody more urgent who is not goes first.
      if (line.waiting.slice(0, next.level).some((people) => people > 0)) return;
      const open = placesOpenTo(line, this.policy.mayUseReserve(next.priority));
      if (open < next.places) return;
      this.#moveUp(next);
    }
  }

  /** Everybody known, after what this command has done so far. */
  tickets(): Ticket[] {
    const known = new Map([...this.book.tickets()].map((ticket) => [ticket.id, ticket]));
    for (const { after } of this.#transitions) known.set(after.id, after);
    return [...known.values()];
  }

  /** Everybody known to wait in a line, in order, after what this command has done so far. */
  waitingIn(lineId: string): Ticket[] {
    const changed = new Map(this.#transitions.map(({ after }) => [after.id, after]));
    const others = [...changed.values()].filter(
      (ticket) => ticket.lineId === lineId && ticket.state === "waiting",
    );
    const stay = this.book.queue(lineId).filter((ticket) => !changed.has(ticket.id));
    return [...stay, ...others].toSorted(compareOrder);
  }

  /** The first who waits, after what this command has done so far. */
  #next(lineId: string): Ticket | undefined {
    const changed = new Map(this.#transitions.map(({ after }) => [after.id, after]));
    const stays = this.book.queue(lineId).find((ticket) => !changed.has(ticket.id));
    const others = [...changed.values()].filter(
      (ticket) => ticket.lineId === lineId && ticket.state === "waiting",
    );
    return (stays ? [stays, ...others] : others).toSorted(compareOrder)[0];
  }

  /** Records a step and keeps the counters of the lines it touches. */
  step(step: Step, before: Ticket | null, after: Ticket): void {
    if (before) this.#leave(before);
    this.#enter(after);
    const transition = { step, before, after };
    this.#transitions.push(transition);
    if (!this.policy.updateStats) return;
    this.#updateStats(after.lineId, transition);
    if (before && before.lineId !== after.lineId) this.#updateStats(before.lineId, transition);
  }

  #updateStats(lineId: string, transition: Transition): void {
    const line = this.line(lineId);
    const stats = this.policy.updateStats!(line, transition, this.now);
    this.lines.set(lineId, { ...line, stats });
  }

  #become(
    step: Step,
    ticket: Ticket,
    state: Ticket["state"],
    patch: Partial<Ticket>,
    data: object | undefined,
  ): void {
    const status = state === "done" ? ticket.status : this.policy.statusOf[state];
    const merged = data ? { ...ticket.data, ...data } : ticket.data;
    this.step(step, ticket, {
      ...ticket,
      uniqueKey: state === "done" ? null : ticket.uniqueKey,
      state,
      status,
      version: ticket.version + 1,
      deadlineAt: this.policy.deadline(state, this.now, merged),
      data: merged,
      previous: previousOf(ticket, this.now),
      ...patch,
    });
  }

  #front(ticket: Ticket, priority: number): Place {
    const first = this.book.next(ticket.lineId);
    if (first) return { level: first.level, rank: first.rank - 1 };
    return placeFor(this.line(ticket.lineId), priority, ticket.joinedAt * 1000);
  }

  #back(lineId: string, priority: number): Place {
    const line = this.line(lineId);
    const rank = arrivalRank(line, this.now);
    this.lines.set(line.id, { ...line, lastRank: rank });
    return placeFor(line, priority, rank);
  }

  #occupies(ticket: Ticket): boolean {
    if (ticket.state === "done") return !this.policy.endings[ticket.status]?.givesPlaceBack;
    return ticket.state !== "waiting";
  }

  #leave(ticket: Ticket): void {
    const line = this.line(ticket.lineId);
    if (ticket.state === "waiting") {
      const waiting = line.waiting.with(ticket.level, line.waiting[ticket.level]! - 1);
      const first = this.book.next(line.id)?.id === ticket.id;
      const heads = first ? line.heads.with(ticket.level, ticket.rank) : line.heads;
      this.lines.set(line.id, { ...line, waiting, heads });
    } else if (this.#occupies(ticket)) {
      this.lines.set(line.id, { ...line, taken: line.taken - ticket.places });
    }
  }

  #enter(ticket: Ticket): void {
    const line = this.line(ticket.lineId);
    if (ticket.state === "waiting") {
      const { level, rank } = ticket;
      const alone = line.waiting[level] === 0;
      const waiting = line.waiting.with(level, line.waiting[level]! + 1);
      const heads = line.heads.with(level, alone ? rank : Math.min(line.heads[level]!, rank));
      this.lines.set(line.id, { ...line, waiting, heads });
    } else if (this.#occupies(ticket)) {
      this.lines.set(line.id, { ...line, taken: line.taken + ticket.places });
    }
  }
}

/** Ranks ascend even within one instant, and when the clock goes back. */
function arrivalRank(line: Line, now: number): number {
  return Math.max(line.lastRank + 1, now * 1000);
}

/** What undo goes back to. */
export function previousOf(ticket: Ticket, now: number): Previous {
  const { lineId, state, status, priority, level, rank, takenAt, startedAt, endedAt } = ticket;
  const { deadlineAt, data } = ticket;
  const place = { lineId, state, status, priority, level, rank };
  return { at: now, ...place, takenAt, startedAt, endedAt, deadlineAt, data };
}
