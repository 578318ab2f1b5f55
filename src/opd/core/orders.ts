// OPD's orders for the engine: which day is locked, what is loaded, which decision is made, and what
// is answered.

import type { CommandContext } from "../../engine/command-context.ts";
import type { Decision } from "../../kernel/book.ts";
import type { PredictedAnswer } from "../../engine/replayed-answer.ts";
import type { Order, Situation } from "../../engine/order.ts";
import { refuse } from "../refusals.ts";
import * as dayChanges from "../days/day-changes.ts";
import * as decisions from "./decisions.ts";
import type { Wish } from "./decisions.ts";
import { dayLineId, slotLineId } from "../days/ids.ts";
import { opd } from "./policy.ts";
import {
  priorityOf,
  positionInSlot,
  positionInWaiting,
  type Day,
  type Next,
  type Reason,
  type SlotLimits,
  type Token,
  type TokenData,
} from "./rules.ts";
import { instant, messageFor, positionsOf, tokenView, type TokenView } from "./view.ts";

export type OpdOrder = Order<Day>;
type Decide = NonNullable<OpdOrder["decide"]>;

export type Allocated = TokenView & { message: string };

export function allocate(by: CommandContext, doctorId: string, date: string, wish: Wish): OpdOrder {
  const uniqueKey = `opd ${wish.patientId} ${date}`;
  return {
    ...on(by, dayLineId(doctorId, date)),
    // An emergency gives everybody behind it another number.
    everybody: wish.emergency || wish.source === "emergency",
    uniqueKeys: [uniqueKey, `${uniqueKey} ${doctorId}`],
    decide: (at, change) => decisions.allocate(at, change, wish),
    answer(at, decision): Allocated {
      const token = lastOf(decision, wish.ticketId);
      // Counters answer it without loading anybody: a newcomer is the last of their priority.
      const line =
        decision.lines.find(({ id }) => id === token.lineId) ?? at.book.line(token.lineId)!;
      const waits = token.state === "waiting";
      const position = (waits ? positionInWaiting : positionInSlot)(line, token.priority);
      const message = messageFor(token, at.settings, position, wish.allowAlternative);
      return { ...tokenView(token, position), message };
    },
    predicted: usualAnswer(doctorId, date, wish),
  };
}

/** Somebody who comes gets a place, and where they want it. */
function usualAnswer(doctorId: string, date: string, wish: Wish): PredictedAnswer<Allocated> {
  const { patientId, slotStart, source, emergency } = wish;
  const priority = priorityOf(source, emergency);
  const start = instant(slotStart);
  return {
    id: undefined,
    status: "ALLOCATED",
    number: undefined,
    label: undefined,
    position: undefined,
    patientId,
    // The request names the patient by id; their name may be another one by now.
    patientName: undefined,
    doctorId,
    date,
    slotStart: start,
    slotEnd: undefined,
    requestedSlotStart: start,
    movedToAlternative: false,
    source,
    emergency: priority === 0,
    priority,
    createdAt: undefined,
    allocatedAt: undefined,
    checkedInAt: null,
    calledAt: null,
    startedAt: null,
    endedAt: null,
    noShowAt: null,
    reason: null,
    next: null,
    version: 1,
    message: undefined,
  };
}

/** A decision about one token that may give its place to the first who waits. */
export function onToken(
  by: CommandContext,
  token: Token,
  decide: (at: Situation<Day>, change: Parameters<Decide>[1], token: Token) => ReturnType<Decide>,
): OpdOrder {
  return {
    ...on(by, dayLineId(token.data.doctorId, token.data.date)),
    ticketId: token.id,
    reach: 1,
    reachInto: [token.lineId],
    decide: (at, change) => decide(at, change, at.book.ticket(token.id) as Token),
    answer: (_at, decision) => tokenView(lastOf(decision, token.id), null),
  };
}

export function rename(
  by: CommandContext,
  token: Token,
  holder: Pick<TokenData, "patientId" | "patientName">,
): OpdOrder {
  const { uniqueKey, data } = token;
  return {
    ...onToken(by, token, (at, change, now) => decisions.rename(at, change, now, holder)),
    uniqueKeys: uniqueKey === null ? [] : [uniqueKey.replace(data.patientId, holder.patientId)],
  };
}

export function sendOn(by: CommandContext, token: Token, next: Next): OpdOrder {
  return onToken(by, token, (at, change, now) => decisions.sendOn(at, change, now, next));
}

export function checkIn(by: CommandContext, token: Token): OpdOrder {
  return {
    ...onToken(by, token, decisions.checkIn),
    everybody: true,
    answer: (at, decision) => viewAfter(at, decision, token.id),
  };
}

export function putBack(by: CommandContext, token: Token): OpdOrder {
  const { patientId, doctorId, date } = token.data;
  const uniqueKey = `opd ${patientId} ${date}`;
  return {
    ...onToken(by, token, decisions.putBack),
    everybody: true,
    uniqueKeys: [uniqueKey, `${uniqueKey} ${doctorId}`],
    answer: (at, decision) => viewAfter(at, decision, token.id),
  };
}

export function move(
  by: CommandContext,
  token: Token,
  doctorId: string,
  date: string,
  slotStart: number,
  reason: Reason = "MOVED",
): OpdOrder {
  const from = dayLineId(token.data.doctorId, token.data.date);
  const to = dayLineId(doctorId, date);
  const uniqueKey = `opd ${token.data.patientId} ${date}`;
  const order = onToken(by, token, (at, change, now) => {
    const day = at.settingsOf(to);
    return day ? decisions.move(at, change, now, day, slotStart, reason) : refuse("INVALID_SLOT");
  });
  return {
    ...order,
    lineIds: from === to ? [from] : [from, to],
    everybody: true,
    uniqueKeys: [uniqueKey, `${uniqueKey} ${doctorId}`],
    answer: (at, decision) => viewAfter(at, decision, token.id),
  };
}

export function callNext(
  by: CommandContext,
  doctorId: string,
  date: string,
  early: boolean,
): OpdOrder {
  return {
    ...on(by, dayLineId(doctorId, date)),
    everybody: true,
    decide: (at, change) => decisions.callNext(at, change, early),
    answer: (_at, decision) => tokenView(decision.transitions[0]!.after as Token, null),
  };
}

export function resize(
  by: CommandContext,
  doctorId: string,
  date: string,
  slotStart: number,
  limits: SlotLimits,
): OpdOrder {
  return {
    ...on(by, dayLineId(doctorId, date)),
    reach: limits.capacity,
    reachInto: [slotLineId(doctorId, slotStart)],
    decide: (at, change) => dayChanges.resize(at, change, slotStart, limits),
    answer: () => ({}),
  };
}

/** After a setting has changed: those who can have a place now get it. */
export function settle(by: CommandContext, dayId: string): OpdOrder {
  return { ...on(by, dayId), everybody: true, decide: dayChanges.settle, answer: () => ({}) };
}

export function slotDue(by: CommandContext, dayId: string, lineId: string): OpdOrder {
  return {
    ...on(by, dayId),
    everybody: true,
    decide: (at, change) => dayChanges.slotDue(at, change, lineId),
    answer: () => ({}),
  };
}

export function vacate(by: CommandContext, dayId: string, outside: ReadonlySet<string>): OpdOrder {
  return {
    ...on(by, dayId),
    everybody: true,
    decide: (at, change) => dayChanges.vacate(at, change, outside),
    answer: () => ({}),
  };
}

function on({ orgId, actor, idem, fingerprint }: CommandContext, dayId: string) {
  return {
    product: opd,
    orgId,
    actor,
    lineIds: [dayId] as [string, ...string[]],
    reach: 0,
    ...(idem === undefined ? {} : { idem }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
}

/** How the token is after everything the decision did to it. */
function lastOf(decision: Decision, id: string): Token {
  return decision.transitions.findLast(({ after }) => after.id === id)!.after as Token;
}

/** With its position among everybody; the order has loaded them. */
function viewAfter(at: Situation<Day>, decision: Decision, id: string): TokenView {
  const known = new Map([...at.book.tickets()].map((ticket) => [ticket.id, ticket as Token]));
  for (const { after } of decision.transitions) known.set(after.id, after as Token);
  const token = known.get(id)!;
  return tokenView(token, positionsOf([...known.values()]).get(id) ?? null);
}
