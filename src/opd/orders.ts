// OPD's orders for the engine: which day is locked, what is loaded, which decision is made, and what
// is answered.

import type { Decision } from "../kernel/book.ts";
import type { Order, Situation } from "../engine/order.ts";
import { refuse } from "../kernel/refusal.ts";
import * as decisions from "./decisions.ts";
import type { Wish } from "./decisions.ts";
import { dayLineId, slotLineId } from "./ids.ts";
import { opd } from "./policy.ts";
import { positionInSlot, positionInWaiting, type Day, type Token } from "./rules.ts";
import { messageFor, tokenView, type TokenView } from "./view.ts";

export interface By {
  orgId: string;
  actor: string;
  idem?: string | undefined;
  fingerprint?: string | undefined;
}

type OpdOrder = Order<Day>;
type Decide = NonNullable<OpdOrder["decide"]>;

export type Allocated = TokenView & { message: string };

export function allocate(by: By, doctorId: string, date: string, wish: Wish): OpdOrder {
  const claim = `opd ${wish.patientId} ${date}`;
  return {
    ...on(by, dayLineId(doctorId, date)),
    // An emergency gives everybody behind it another number.
    everybody: wish.emergency || wish.source === "emergency",
    claims: [claim, `${claim} ${doctorId}`],
    decide: (at, change) => decisions.allocate(at, change, wish),
    answer(at, decision): Allocated {
      const token = lastOf(decision, wish.ticketId);
      const line = lineIn(at, decision, token.lineId);
      const waits = token.state === "waiting";
      const position = waits
        ? positionInWaiting(line, token.priority)
        : positionInSlot(line, token.priority);
      return { ...tokenView(token, position), message: messageFor(token, at.settings, position) };
    },
  };
}

/** A decision about one token that may give its place to the first who waits. */
export function onToken(
  by: By,
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

export function move(
  by: By,
  token: Token,
  doctorId: string,
  date: string,
  slotStart: number,
): OpdOrder {
  const from = dayLineId(token.data.doctorId, token.data.date);
  const to = dayLineId(doctorId, date);
  const claim = `opd ${token.data.patientId} ${date}`;
  const order = onToken(by, token, (at, change, now) => {
    const day = at.settingsOf(to);
    return day ? decisions.move(at, change, now, day, slotStart) : refuse("INVALID_SLOT");
  });
  return {
    ...order,
    lineIds: from === to ? [from] : [from, to],
    claims: [claim, `${claim} ${doctorId}`],
    answer(at, decision) {
      const moved = lastOf(decision, token.id);
      return tokenView(moved, positionInSlot(lineIn(at, decision, moved.lineId), moved.priority));
    },
  };
}

export function callNext(by: By, doctorId: string, date: string): OpdOrder {
  return {
    ...on(by, dayLineId(doctorId, date)),
    everybody: true,
    decide: decisions.callNext,
    answer: (_at, decision) => tokenView(decision.happenings[0]!.after as Token, null),
  };
}

export function resize(
  by: By,
  doctorId: string,
  date: string,
  slotStart: number,
  limits: { capacity: number; emergencyReserve: number },
): OpdOrder {
  return {
    ...on(by, dayLineId(doctorId, date)),
    reach: limits.capacity,
    reachInto: [slotLineId(doctorId, slotStart)],
    decide: (at, change) => decisions.resize(at, change, slotStart, limits),
    answer: () => ({}),
  };
}

/** After a setting has changed: whoever can have a place now gets it. */
export function settle(by: By, dayId: string): OpdOrder {
  return { ...on(by, dayId), everybody: true, decide: decisions.settle, answer: () => ({}) };
}

export function slotDue(by: By, dayId: string, lineId: string): OpdOrder {
  return {
    ...on(by, dayId),
    everybody: true,
    decide: (at, change) => decisions.slotDue(at, change, lineId),
    answer: () => ({}),
  };
}

export function vacate(by: By, dayId: string, after: (decision: Decision) => void): OpdOrder {
  return {
    ...on(by, dayId),
    everybody: true,
    decide: decisions.vacate,
    answer(_at, decision) {
      after(decision);
      return {};
    },
  };
}

function on({ orgId, actor, idem, fingerprint }: By, dayId: string) {
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
  return decision.happenings.findLast(({ after }) => after.id === id)!.after as Token;
}

function lineIn(at: Situation<Day>, decision: Decision, lineId: string) {
  return decision.lines.find(({ id }) => id === lineId) ?? at.book.line(lineId)!;
}
