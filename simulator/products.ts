// Three products with as little in them as the engine's ways need: a desk that calls people, a clinic
// whose slots are decided together, a shop with a few boxes. Each order is made anew for every try, as a
// server would make it from a request.

import type { Order, Product, Situation } from "../src/engine/order.ts";
import type { Decision } from "../src/kernel/book.ts";
import { wrongState, type Change } from "../src/kernel/decide.ts";
import { placesOpenTo, type Line, type Ticket } from "../src/kernel/line.ts";
import type { Ending, Policy } from "../src/kernel/policy.ts";
import { refusals, type Refusal } from "../src/kernel/refusal.ts";
import { opdCodes } from "../src/opd/refusals.ts";
import { walkinCodes } from "../src/walkin/refusals.ts";

const refuse = refusals({ ...walkinCodes, ...opdCodes });

/** What is set for a line, or for a group. */
export interface Rules {
  open: boolean;
  prefix: string;
  /** Nobody is let in for so long, and then for so long everybody is; null: there are no breaks. */
  breakMs: number | null;
  /** The lines of a group that people are put into, in order. */
  slots: string[];
}

function isClosed({ settings: { open, breakMs }, now }: At): boolean {
  return !open || (breakMs !== null && Math.floor(now / breakMs) % 2 === 1);
}

/** Each slot has its own numbers. */
export const seriesOf = ({ prefix }: Rules, slot: number) => `${prefix}${slot}-`;

const holdMs = 2_000;
const undoMs = 20_000;
const everywhere: Ending = { from: ["waiting", "holding", "serving"], givesPlaceBack: true };

function policyOf(places: Policy["places"], rules: Rules): Policy {
  return {
    places,
    statusOf: { waiting: "WAITING", holding: "HOLDING", serving: "SERVING" },
    endings: {
      CANCELLED: everywhere,
      EXPIRED: { from: ["holding"], givesPlaceBack: true },
      // What was collected stays taken; at a desk that has no end.
      DONE: { from: ["holding", "serving"], givesPlaceBack: places === "on call" },
    },
    undoMs,
    mayUseReserve: (priority) => priority === 0,
    mayPutBack: (ticket) => places === "on call" && ticket.state !== "done",
    numbers: places === "on call" ? "on arrival" : "with a place",
    period: () => "",
    numberText: (sequence) => `${rules.prefix}${sequence}`,
    issue: (line) => {
      const slot = rules.slots.indexOf(line.id);
      if (slot === -1) return null;
      const sequence = line.sequence + 1;
      return { line: { ...line, sequence }, sequence, number: seriesOf(rules, slot) + sequence };
    },
    deadline: (state, now) => (state === "holding" ? now + holdMs : null),
    eventType: ({ step }) => step,
    updateStats: (line, { step }) => {
      const stats = line.stats as Record<string, number>;
      return { ...stats, [step]: (stats[step] ?? 0) + 1 };
    },
  };
}

/** Everything that a decision may have changed: what is stored is held against what it should be. */
function describe(ticket: Ticket): object {
  const { lineId, state, status, priority, level, rank, places, number, version } = ticket;
  const { uniqueKey, deadlineAt } = ticket;
  return {
    lineId,
    state,
    status,
    priority,
    level,
    rank,
    places,
    number,
    version,
    uniqueKey,
    deadlineAt,
  };
}

const settingsSqlOf = (product: string) => `select s.line_id, s.settings,
    (select json_build_object(l.id, l.event_seq) from line l where l.id = s.depends_on) as depends_on
  from simulated_settings s where s.line_id = any($1::uuid[]) and s.product = '${product}'`;

function productOf(
  name: string,
  places: Policy["places"],
  more: Partial<Product<Rules>>,
): Product<Rules> {
  return {
    name,
    settingsSql: settingsSqlOf(name),
    parse(text) {
      const settings = JSON.parse(text) as Rules;
      return { settings, policy: policyOf(places, settings) };
    },
    describe,
    ...more,
  };
}

export const desk = productOf("desk", "on call", { cacheable: true });
export const clinic = productOf("clinic", "on arrival", { cacheable: true, grouped: true });
export const shop = productOf("shop", "on arrival", {});

export const products: Record<string, Product<Rules>> = { desk, clinic, shop };

export interface By {
  orgId: string;
  actor: string;
  idem?: string;
  fingerprint?: string;
}

type SimulatedOrder = Order<Rules>;
type At = Situation<Rules>;

export interface Answer {
  ticketId: string;
  lineId: string;
  groupId: string;
  number: string;
  status: string;
  state: string;
  version: number;
  /** How many wait ahead, where that was asked for. */
  ahead: number | null;
}

/** What became of the first ticket that was touched. */
function answerOf({ book, ahead }: At, { transitions }: Decision): Answer {
  const { id } = transitions[0]!.after;
  const ticket = transitions.findLast(({ after }) => after.id === id)!.after;
  const { lineId, number, status, state, version } = ticket;
  const { groupId } = book.line(lineId)!;
  const waits = state === "waiting" ? (ahead(ticket) ?? null) : null;
  return { ticketId: id, lineId, groupId, number, status, state, version, ahead: waits };
}

/** A ticket as somebody last heard of it. */
export interface Known {
  ticketId: string;
  lineId: string;
  groupId: string;
}

function onTicket(product: Product<Rules>, by: By, ticket: Known) {
  return {
    product,
    ...by,
    ticketId: ticket.ticketId,
    lineIds: [ticket.groupId] as [string, ...string[]],
    // Those who take its place, should it be the first or give places back.
    reach: 6,
    ...(product.grouped && { reach: 0, everybody: true }),
    answer: answerOf,
  };
}

export function join(by: By, lineId: string, ticketId: string, priority: number): SimulatedOrder {
  return {
    product: desk,
    ...by,
    lineIds: [lineId],
    reach: 0,
    command: (at) =>
      isClosed(at)
        ? refuse("QUEUE_CLOSED")
        : { do: "arrive", lineId, ticketId, priority, data: { note: 0 } },
    answer: answerOf,
    predicted: {
      ticketId,
      lineId,
      groupId: lineId,
      number: undefined,
      status: "WAITING",
      state: "waiting",
      version: 1,
      ahead: null,
    },
  };
}

export function callNext(by: By, lineId: string): SimulatedOrder {
  const command = () => ({ do: "take", lineId, data: { note: 1 } }) as const;
  return { product: desk, ...by, lineIds: [lineId], reach: 1, command, answer: answerOf };
}

export type Simple = "start" | "cancel" | "finish" | "expire" | "front" | "back" | "change";

/** One step of a ticket, at a desk or in a shop. */
export function step(
  product: Product<Rules>,
  by: By,
  ticket: Known,
  what: Simple,
  ifVersion?: number,
): SimulatedOrder {
  const { ticketId } = ticket;
  const on = { ticketId, ...(ifVersion !== undefined && { ifVersion }) };
  const commands = {
    start: { do: "start", ...on },
    cancel: { do: "end", ending: "CANCELLED", ...on },
    finish: { do: "end", ending: "DONE", ...on },
    expire: { do: "end", ending: "EXPIRED", ...on },
    front: { do: "put back", to: "front", ...on },
    back: { do: "put back", to: "back", ...on },
    change: { do: "change", data: { note: 2 }, ...on },
  } as const;
  return { ...onTicket(product, by, ticket), command: () => commands[what] };
}

export function transfer(by: By, ticket: Known, toLineId: string): SimulatedOrder {
  return {
    ...onTicket(desk, by, ticket),
    lineIds: [ticket.lineId, toLineId],
    command({ book, settingsOf }) {
      const { lineId, priority } = book.ticket(ticket.ticketId)!;
      if (lineId === toLineId) return refuse("WRONG_STATE", "It is there already");
      if (!settingsOf(toLineId)!.open) return refuse("QUEUE_CLOSED");
      return { do: "move", ticketId: ticket.ticketId, toLineId, priority };
    },
  };
}

/** `formerLineId`: where it was, as far as the caller knows. */
export function undo(
  product: Product<Rules>,
  by: By,
  ticket: Known,
  formerLineId: string,
): SimulatedOrder {
  const { lineId, ticketId } = ticket;
  return {
    ...onTicket(product, by, ticket),
    lineIds: lineId === formerLineId ? [lineId] : [lineId, formerLineId],
    command({ book }) {
      const former = book.ticket(ticketId)!.previous?.lineId;
      if (former !== undefined && !book.line(former))
        return refuse("WRONG_STATE", "It has changed");
      return { do: "undo", ticketId };
    },
  };
}

/** Asks where it stands, and changes nothing but a note. */
export function ask(by: By, ticket: Known & { level: number; rank: number }): SimulatedOrder {
  const { ticketId, lineId, level, rank } = ticket;
  return {
    ...step(desk, by, ticket, "change"),
    standing: { lineId, ticketId, at: { level, rank } },
  };
}

export function reserve(
  by: By,
  lineId: string,
  ticketId: string,
  priority: number,
  places: number,
): SimulatedOrder {
  return {
    product: shop,
    ...by,
    lineIds: [lineId],
    reach: 0,
    command: (at) => {
      if (isClosed(at)) return refuse("QUEUE_CLOSED");
      if (places > at.line.capacity!) return refuse("LINE_FULL");
      return { do: "arrive", lineId, ticketId, priority, places, data: { note: 0 } };
    },
    answer: answerOf,
  };
}

export interface Wish {
  ticketId: string;
  slot: number;
  patient: string;
  priority: number;
}

/** A place in the slot, in another one, or among those who wait; one for each patient. */
export function allocate(by: By, groupId: string, wish: Wish): SimulatedOrder {
  return {
    product: clinic,
    ...by,
    lineIds: [groupId],
    reach: 0,
    uniqueKeys: [wish.patient],
    everybody: wish.priority === 0,
    decide: (at, change) => decideWish(at, change, wish),
    answer: answerOf,
  };
}

function decideWish(at: At, change: Change, wish: Wish): Refusal | undefined {
  const { ticketId, patient: uniqueKey, priority } = wish;
  const { slots } = at.settings;
  if (isClosed(at)) return refuse("QUEUE_CLOSED");
  const holder = at.holderOf(uniqueKey);
  if (holder) return refuse("DUPLICATE_TOKEN", undefined, { tokenId: holder });
  const wanted = change.line(slots[wish.slot % slots.length]!);
  const lines = [
    wanted,
    ...slots.map((id) => change.line(id)).filter(({ id }) => id !== wanted.id),
  ];
  const free = lines.find((line) => hasRoom(line, priority)) ?? wanted;
  change.arrive(free, { ticketId, priority, uniqueKey, data: { note: 0 } });
  return undefined;
}

function hasRoom(line: Line, priority: number): boolean {
  const isAwaited = line.waiting.some((people) => people > 0);
  return !isAwaited && placesOpenTo(line, priority === 0) > 0;
}

/** Into another slot of the same group: the new place is taken before the old one is given back. */
export function relocate(by: By, ticket: Known, slot: number): SimulatedOrder {
  return {
    ...onTicket(clinic, by, ticket),
    decide({ book, settings }, change) {
      const now = book.ticket(ticket.ticketId)!;
      if (now.state !== "holding") return wrongState(now, "be moved");
      const toLineId = settings.slots[slot % settings.slots.length]!;
      if (toLineId === now.lineId) return refuse("SAME_SLOT");
      if (!hasRoom(change.line(toLineId), now.priority)) return refuse("SLOT_FULL");
      change.relocate(now, toLineId, "holding", {});
      change.promote(now.lineId);
      return undefined;
    },
  };
}

/** More or fewer places; those who can have one now get it. */
export function resize(by: By, groupId: string, slot: number, capacity: number): SimulatedOrder {
  return {
    product: clinic,
    ...by,
    lineIds: [groupId],
    reach: 0,
    everybody: true,
    decide({ settings }, change) {
      const lineId = settings.slots[slot % settings.slots.length]!;
      const line = change.line(lineId);
      if (capacity < line.taken) return refuse("CAPACITY_BELOW_TAKEN");
      change.lines.set(lineId, { ...line, capacity });
      change.note(lineId, "resized", { capacity });
      change.promote(lineId);
      return undefined;
    },
    answer: () => ({ capacity }),
  };
}
