// The slots of a day as lines of the kernel, with their present settings, and the few steps that every
// decision about tokens is made of.

import type { Situation } from "../../engine/order.ts";
import type { Change } from "../../kernel/decide.ts";
import { placesOpenTo, type Line } from "../../kernel/line.ts";
import type { Slot } from "../../availability/schedule.ts";
import { slotLineId } from "./ids.ts";
import { isShifting } from "./numbers.ts";
import {
  isUncalled,
  limitsOf,
  numbersAfterEmergency,
  slotDeadline,
  slotStats,
  type Day,
  type Reason,
  type Token,
  type TokenData,
} from "../core/rules.ts";

export type At = Situation<Day>;

/** The schedule has a slot whose line was not made yet: the day has to be opened anew. */
export class SlotsMissing extends Error {}

/** Somebody waits who could have a place by now: they get it before anybody new. */
export class WaitingFirst extends Error {}

export function slotAt(day: Day, start: number): Slot | null {
  return day.slots.find((slot) => slot.start === start) ?? null;
}

/** The line of a slot as it is set at this time. */
export function lineOf(change: Change, day: Day, slot: Slot): Line {
  const id = slotLineId(day.doctorId, slot.start);
  if (!change.lines.has(id) && !change.book.line(id)) throw new SlotsMissing();
  return asSet(change, day, id);
}

/** The same for somebody who wants a place in it. */
export function lineForNewcomer(change: Change, day: Day, slot: Slot): Line {
  const line = lineOf(change, day, slot);
  const couldMoveUp = (people: number, priority: number) =>
    people > 0 && placesOpenTo(line, priority === 0) > 0;
  if (line.waiting.some(couldMoveUp)) throw new WaitingFirst();
  return line;
}

/**
 * Never fewer places than are taken: what was given stays given. `leaving` places are about to be
 * given back, and go to nobody when they are more than the slot has by now.
 */
export function asSet(change: Change, day: Day, lineId: string, leaving = 0): Line {
  const line = change.line(lineId);
  const stats = slotStats(line);
  const slot = slotAt(day, stats.start);
  const limits = limitsOf(day, slot, stats, change.now);
  const capacity = Math.max(limits.capacity, line.taken - leaving);
  const end = slot?.end ?? stats.end;
  const { reserve } = limits;
  if (line.capacity === capacity && line.reserve === reserve && stats.end === end) return line;
  const fresh = { ...line, capacity, reserve, stats: { ...stats, end } };
  change.lines.set(lineId, fresh);
  return fresh;
}

/** Before a token leaves its slot: what the slot is set to decides who gets the place. */
export function beforeLeaving(change: Change, day: Day, token: Token): void {
  asSet(change, day, token.lineId, token.state === "waiting" ? 0 : 1);
}

/** A slot with somebody in it is looked at when its reserve is released and when it ends. */
export function watchSlot(change: Change, day: Day, lineId: string): void {
  const line = change.line(lineId);
  if (line.deadlineAt !== null) return;
  const deadlineAt = slotDeadline(day, slotStats(line).end, change.now);
  change.lines.set(lineId, { ...line, deadlineAt });
}

/** Into another slot, or among those who wait there. */
export function place(
  change: Change,
  token: Token,
  to: {
    day: Day;
    slot: Slot;
    state: "holding" | "waiting";
    reason: Reason;
    uniqueKey: string | null;
    step?: "moved" | "put back";
    rank?: number;
  },
): void {
  const { day, slot, state, reason, uniqueKey, step, rank = token.rank } = to;
  const { doctorId, date, code } = day;
  const { start: slotStart, end: slotEnd } = slot;
  const here = { doctorId, date, code, slotStart, slotEnd, calledAt: null, reason, note: null };
  const lineId = slotLineId(doctorId, slotStart);
  const data = { ...token.data, ...here };
  change.relocate(token, lineId, state, { uniqueKey, rank, data }, step);
  watchSlot(change, day, lineId);
  const placed = change.tickets().find(({ id }) => id === token.id) as Token;
  if (state === "holding") toTheFront(change, day, placed);
}

/** An emergency that has just got a place; nothing is done about anybody else. */
export function toTheFront(change: Change, day: Day, token: Token): void {
  if (token.priority !== 0) return;
  const { groupId } = change.line(token.lineId);
  const slots = [...change.book.lines()].filter(
    (line) => line.groupId === groupId && line.id !== groupId,
  );
  if (!isShifting(day.rules, slots)) return;
  const uncalled = (change.tickets() as Token[]).filter(
    (other) => other.lineId === token.lineId && isUncalled(other),
  );
  const { fixed } = slotStats(change.line(token.lineId));
  for (const { token: one, sequence } of numbersAfterEmergency(token, uncalled, fixed)) {
    const data = one.id === token.id ? {} : { reason: "EMERGENCY_AHEAD" as const };
    const number = { sequence, number: String(sequence) };
    change.step("renumbered", one, revised(one, data, number));
    const line = change.line(one.lineId);
    change.lines.set(line.id, { ...line, sequence: Math.max(line.sequence, sequence) });
  }
}

export function revised(token: Token, data: Partial<TokenData>, more: Partial<Token> = {}): Token {
  return { ...token, ...more, version: token.version + 1, data: { ...token.data, ...data } };
}

/** Everybody of the day who has a place or waits, when the order asked for everybody. */
export function tokensOf(at: At): Token[] {
  return ([...at.book.tickets()] as Token[]).filter(
    (token) => at.book.line(token.lineId)?.groupId === at.settings.dayId && token.state !== "done",
  );
}
