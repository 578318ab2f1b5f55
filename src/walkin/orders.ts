// Each thing one can do with a walk-in ticket, as an order for the engine. What a rule of the
// queue forbids is refused here, on the state found under the lock.

import type { CommandContext } from "../engine/command-context.ts";
import type { Decision } from "../kernel/book.ts";
import type { Line, Place } from "../kernel/line.ts";
import { Refusal } from "../kernel/refusal.ts";
import { refuse } from "./refusals.ts";
import type { PredictedAnswer } from "../engine/replayed-answer.ts";
import type { Order, Product, Situation } from "../engine/order.ts";
import {
  findPriority,
  freeNumber,
  keyOfNumber,
  lostItsPlace,
  mayBeSentTo,
  mayJoin,
  mayReceive,
  numbersLike,
  placeByArrival,
  policyOf,
  positionAtEnd,
  priorityIn,
  type CounterTicket,
  type From,
  type Person,
  type QueueSettings,
} from "./rules.ts";
import { settingsSql } from "./store.ts";
import { ticketView, type TicketView } from "./view.ts";

export const counter: Product<QueueSettings> = {
  name: "counter",
  cacheable: true,
  settingsSql,
  parse(text) {
    const settings = JSON.parse(text) as QueueSettings;
    return { settings, policy: policyOf(settings) };
  },
  describe(ticket) {
    const { desk, priority } = ticket.data as Person;
    return { status: ticket.status, number: ticket.number, queueId: ticket.lineId, priority, desk };
  },
};

type CounterOrder = Order<QueueSettings>;

/** A queue as it was when last seen. */
export interface QueueState {
  settings: QueueSettings;
  line: Line;
}

export interface Joining {
  ticketId: string;
  name: string;
  mobile: string | null;
  partySize: number;
  priority?: string | undefined;
  /** Which priority that is, when it may overtake others who wait. */
  overtakesAs?: number | undefined;
}

export function join(by: CommandContext, queueId: string, who: Joining): CounterOrder {
  return {
    ...common(by),
    lineIds: [queueId],
    reach: 0,
    // Only somebody with a priority can overtake; everybody else arrives at the very end.
    ...standsAsNew(queueId, who.ticketId, who.overtakesAs),
    command({ settings, line }) {
      const refusal = mayJoin(settings, line);
      if (refusal) return refusal;
      if (who.priority !== undefined && findPriority(settings, who.priority) === -1) {
        const keys = settings.priorities.map((one) => one.key).join(", ");
        const errors = [{ field: "priority", message: `must be one of ${keys}` }];
        return refuse("INVALID", "This queue has no such priority", { errors });
      }
      const { index, key } = priorityIn(settings, who.priority);
      const { ticketId, name, mobile, partySize } = who;
      const data: Person = { name, mobile, partySize, priority: key, desk: null, calls: 0 };
      return { do: "arrive", lineId: queueId, ticketId, priority: index, data };
    },
    answer: atEnd,
    predicted: usualJoin(queueId, who),
  };
}

export interface Sent {
  ticketId: string;
  name: string;
  /** On the slip that they have already. */
  number: string;
  from: From;
}

/** Somebody comes from another part of the house, with the number that they have. */
export function receive(by: CommandContext, queueId: string, who: Sent): CounterOrder {
  return {
    ...common(by),
    lineIds: [queueId],
    reach: 0,
    uniqueKeys: numbersLike(who.number).map(keyOfNumber),
    command({ settings, holderOf }) {
      const refusal = mayBeSentTo(settings);
      if (refusal) return refusal;
      const number = freeNumber(who.number, (key) => holderOf(key) !== undefined);
      if (typeof number !== "string") return number;
      const { index, key: priority } = priorityIn(settings, undefined);
      const { ticketId, name, from } = who;
      const rest = { mobile: null, partySize: 1, desk: null, calls: 0 };
      const data: Person = { name, ...rest, priority, from };
      const uniqueKey = keyOfNumber(number);
      return { do: "arrive", lineId: queueId, ticketId, priority: index, uniqueKey, number, data };
    },
    answer: atEnd,
  };
}

/** All fields in their order, with what is known of the answer before it is given. */
function usualView(queueId: string, known: Partial<TicketView>): PredictedAnswer<TicketView> {
  return {
    id: undefined,
    queueId,
    queueName: undefined,
    number: undefined,
    sequence: undefined,
    status: undefined,
    priority: undefined,
    name: undefined,
    mobile: undefined,
    partySize: undefined,
    position: undefined,
    estimatedWait: undefined,
    desk: undefined,
    joinedAt: undefined,
    calledAt: undefined,
    servingAt: null,
    endedAt: null,
    calls: undefined,
    noShowAt: undefined,
    canUndo: undefined,
    from: undefined,
    ...known,
  };
}

/** Somebody who comes waits. */
function usualJoin(
  queueId: string,
  { name, mobile, partySize }: Joining,
): PredictedAnswer<TicketView> {
  const person = { name, mobile, partySize, desk: null, calls: 0 };
  const never = { calledAt: null, noShowAt: null, canUndo: false, from: null };
  return usualView(queueId, { status: "WAITING", ...person, ...never });
}

export function callNext(by: CommandContext, queueId: string, desk: string | null): CounterOrder {
  return {
    ...common(by),
    lineIds: [queueId],
    reach: 1,
    command: () => ({ do: "take", lineId: queueId, data: { desk, calls: 1 } }),
    answer: present,
    predicted: usualCall(queueId, desk),
  };
}

/** Somebody is called for the first time. */
function usualCall(queueId: string, desk: string | null): PredictedAnswer<TicketView> {
  const nowhere = { position: null, estimatedWait: null };
  return usualView(queueId, { status: "CALLED", ...nowhere, desk, calls: 1, canUndo: true });
}

export function serve(by: CommandContext, ticket: CounterTicket): CounterOrder {
  return { ...onTicket(by, ticket), command: () => ({ do: "start", ticketId: ticket.id }) };
}

export type CounterEnding = "SERVED" | "CANCELLED" | "NO_SHOW";

export function end(
  by: CommandContext,
  ticket: CounterTicket,
  ending: CounterEnding,
  ifVersion?: number,
): CounterOrder {
  return {
    ...onTicket(by, ticket),
    command: () => ({
      do: "end",
      ticketId: ticket.id,
      ending,
      ...(ifVersion === undefined ? {} : { ifVersion }),
    }),
  };
}

export function recall(by: CommandContext, ticket: CounterTicket): CounterOrder {
  return {
    ...onTicket(by, ticket),
    command({ book }) {
      const now = book.ticket(ticket.id) as CounterTicket;
      if (now.state !== "holding") {
        return refuse("WRONG_STATE", `A ticket that is ${now.status} cannot be called again`, {
          ticketStatus: now.status,
        });
      }
      const data = { calls: now.data.calls + 1 };
      return { do: "change", ticketId: ticket.id, data, renewDeadline: true };
    },
  };
}

/** `overtakesAs`: as for a join, when the ticket has such a priority and goes to the back. */
export function requeue(
  by: CommandContext,
  ticket: CounterTicket,
  to: "front" | "back",
  overtakesAs?: number,
): CounterOrder {
  return {
    ...onTicket(by, ticket),
    ...(to === "back" ? standsAsNew(ticket.lineId, ticket.id, overtakesAs) : {}),
    uniqueKeys: broughtNumber(ticket),
    command({ book, settings, holderOf }) {
      const now = book.ticket(ticket.id) as CounterTicket;
      const uniqueKey = numberAgain(now, holderOf);
      if (uniqueKey instanceof Refusal) return uniqueKey;
      const { index, key } = priorityIn(settings, now.data.priority);
      const data = { desk: null, priority: key };
      return { do: "put back", ticketId: ticket.id, to, priority: index, uniqueKey, data };
    },
    answer: to === "front" ? atFront : atEnd,
  };
}

/** Where somebody stands in the queue that they are transferred to: by when they came, or behind all others. */
export type TransferPlace = "arrival" | "end";

export function transfer(
  by: CommandContext,
  ticket: CounterTicket,
  to: QueueState,
  place: TransferPlace,
): CounterOrder {
  const { priority } = ticket.data;
  const { id } = to.line;
  const { index: newPriority } = priorityIn(to.settings, priority);
  const overtakesAs = newPriority === to.settings.priorities.length - 1 ? undefined : newPriority;
  const at = placeByArrival(to.settings, to.line, ticket, priority);
  return {
    ...onTicket(by, ticket),
    lineIds: [ticket.lineId, id],
    ...(place === "end"
      ? standsAsNew(id, ticket.id, overtakesAs)
      : { standing: { lineId: id, ticketId: ticket.id, at } }),
    command({ book, settingsOf, now: nowMs }) {
      const now = book.ticket(ticket.id) as CounterTicket;
      const line = book.line(to.line.id)!;
      if (now.lineId === line.id) return refuse("SAME_QUEUE");
      const settings = settingsOf(line.id)!;
      const refusal = mayReceive(settings, line);
      if (refusal) return refusal;
      const { index, key } = priorityIn(settings, now.data.priority);
      const { name } = settingsOf(now.lineId)!;
      const from: From = { tokenId: null, ...now.data.from, name };
      const since = place === "end" ? { since: nowMs } : {};
      const data = { desk: null, priority: key, from, ...since };
      return { do: "move", ticketId: ticket.id, toLineId: line.id, priority: index, place, data };
    },
    answer: place === "end" ? atEnd : inside,
  };
}

/** `former`: the queue that the ticket goes back to, as it was when last seen. */
export function undo(by: CommandContext, ticket: CounterTicket, former: QueueState): CounterOrder {
  const { id } = former.line;
  return {
    ...onTicket(by, ticket),
    lineIds: id === ticket.lineId ? [id] : [ticket.lineId, id],
    ...(ticket.previous?.state === "waiting" && {
      standing: { lineId: id, ticketId: ticket.id, at: formerPlace(ticket, former) },
    }),
    uniqueKeys: broughtNumber(ticket),
    command({ book, settingsOf, holderOf, now: nowMs }) {
      const now = book.ticket(ticket.id) as CounterTicket;
      if (!now.previous) return refuse("NOTHING_TO_UNDO");
      const { lineId, state, data } = now.previous;
      const line = book.line(lineId);
      const settings = settingsOf(lineId);
      if (!line || !settings) return refuse("WRONG_STATE", "The ticket has changed meanwhile");
      const uniqueKey = numberAgain(now, holderOf);
      if (uniqueKey instanceof Refusal) return uniqueKey;
      const { index, key } = priorityIn(settings, data.priority);
      return {
        do: "undo",
        ticketId: ticket.id,
        uniqueKey,
        ...(lostItsPlace(line, now) ? { newPriority: index } : {}),
        deadlineAt: policyOf(settings).deadline(state, nowMs, data),
        data: { priority: key },
      };
    },
    answer: inside,
  };
}

export function correct(
  by: CommandContext,
  ticket: CounterTicket,
  data: Partial<Person>,
): CounterOrder {
  const { id: ticketId, lineId, state, level, rank } = ticket;
  return {
    ...onTicket(by, ticket),
    ...(state === "waiting" && { standing: { lineId, ticketId, at: { level, rank } } }),
    command: () => ({ do: "change", ticketId, data }),
    answer: inside,
  };
}

function common(by: CommandContext) {
  const { orgId, actor, idem, fingerprint } = by;
  return {
    product: counter,
    orgId,
    actor,
    ...(idem === undefined ? {} : { idem }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
}

function onTicket(by: CommandContext, ticket: CounterTicket) {
  return {
    ...common(by),
    ticketId: ticket.id,
    lineIds: [ticket.lineId] as [string, ...string[]],
    // It may be the first of those who wait, and then somebody else in the batch needs the second.
    reach: 1,
    answer: present,
  };
}

/** The number that a ticket had from elsewhere; those of a queue are never given twice. */
function broughtNumber({ sequence, number }: CounterTicket): string[] {
  return sequence === 0 ? [keyOfNumber(number)] : [];
}

/** One that is over gave its number up: it is active again only if nobody else has that by now. */
function numberAgain(
  ticket: CounterTicket,
  holderOf: (uniqueKey: string) => string | undefined,
): string | undefined | Refusal {
  const [uniqueKey] = broughtNumber(ticket);
  if (uniqueKey === undefined || ticket.state !== "done") return undefined;
  return holderOf(uniqueKey) === undefined
    ? uniqueKey
    : refuse("NUMBER_IN_USE", `Somebody else has the number ${ticket.number} now`);
}

/** Counted only where there is ageing; with strict priorities the counters tell. */
function standsAsNew(lineId: string, ticketId: string, priority: number | undefined) {
  return priority === undefined ? {} : { standing: { lineId, ticketId, at: { priority } } };
}

function formerPlace(ticket: CounterTicket, { settings, line }: QueueState): Place {
  const { level, rank, data } = ticket.previous!;
  if (!lostItsPlace(line, ticket)) return { level, rank };
  return placeByArrival(settings, line, ticket, data.priority);
}

type Answer = CounterOrder["answer"];

/** Called, served or done: not among those who wait. */
const present: Answer = (situation, decision) => answered(situation, decision, () => null);

const atFront: Answer = (situation, decision) => answered(situation, decision, () => 1);

const atEnd: Answer = (situation, decision) =>
  answered(situation, decision, (ticket, line) =>
    positionAtEnd(line, ticket, situation.ahead(ticket)),
  );

/** Somewhere among those who wait, if it waits at all. */
const inside: Answer = (situation, decision) =>
  answered(situation, decision, (ticket) => {
    const ahead = ticket.state === "waiting" ? situation.ahead(ticket) : undefined;
    return ahead === undefined ? null : ahead + 1;
  });

/** The ticket as this decision leaves it, in the queue it is in then. */
function answered(
  { book, settingsOf, now }: Situation<QueueSettings>,
  { lines, transitions }: Decision,
  positionOf: (ticket: CounterTicket, line: Line) => number | null,
): TicketView {
  const ticket = transitions[0]!.after as CounterTicket;
  const line = lines.find(({ id }) => id === ticket.lineId) ?? book.line(ticket.lineId)!;
  const queue = { settings: settingsOf(line.id)!, line };
  return ticketView(ticket, queue, positionOf(ticket, line), now);
}
