// The rules of OPD tokens, as the hospital says them: who comes first, how many places a slot has
// for whom, which other slot is nearest. Pure.

import { placesOpenTo, type Line, type Ticket } from "../../kernel/line.ts";
import { busiest } from "../../availability/commitments.ts";
import type { Slot } from "../../availability/schedule.ts";
import { compareCallable, sources, type Score, type Source } from "../../kernel/score.ts";

export { priorityOf, sources, type Source } from "../../kernel/score.ts";

export const statuses = [
  "WAITING",
  "ALLOCATED",
  "IN_PROGRESS",
  "COMPLETED",
  "CANCELLED",
  "EXPIRED",
] as const;
export type Status = (typeof statuses)[number];

export const levels = sources.length;

/** What an organisation chooses for all its doctors. */
export interface OpdRules {
  /** "stable": numbers never change, emergencies are E1, E2 …; "shifting": an emergency takes the first
   * number and the others grow. */
  numbering: "shifting" | "stable";
  /** Whether numbers count for a doctor's whole day or begin anew in each slot; shifting ones always do. */
  numbersPer: "day" | "slot";
  /** Whether one active token a day is counted over all doctors or for each. */
  duplicates: "per_date" | "per_doctor";
  graceMinutes: number;
  /** How long before its end a slot's reserve is given to those who wait. */
  bufferReleaseMinutes: number;
  /** What a slot keeps for emergencies when nothing is set for it: see `usualReserve`. */
  usualReserve: "two" | "fifth";
}

/** Of organisations that were there before one of these changed, the migrations say what they had. */
export const defaultRules: OpdRules = {
  numbering: "stable",
  numbersPer: "day",
  duplicates: "per_date",
  graceMinutes: 10,
  bufferReleaseMinutes: 15,
  usualReserve: "two",
};

/** What is settable for one doctor, over what the availability says. */
export interface DoctorLimits {
  capacity: number | null;
  emergencyReserve: number | null;
}

/** What is settable for one slot on its date; without a reserve it has the usual one. */
export interface SlotLimits {
  capacity: number;
  emergencyReserve: number | null;
}

export interface Day {
  dayId: string;
  doctorId: string;
  doctorName: string;
  active: boolean;
  date: string;
  timezone: string;
  /** Stands before the numbers; null: none was given yet. */
  code: string | null;
  /** The end of the local day. */
  endsAt: number;
  limits: DoctorLimits;
  rules: OpdRules;
  slots: readonly Slot[];
  /** What others have booked or hold of the doctor's time. */
  booked?: readonly BookedTime[];
}

/** From, till, whether the doctor is theirs alone, and when it counts no longer. */
export type BookedTime = readonly [
  from: number,
  till: number,
  whole: boolean,
  expiresAt: number | null,
];

/** How many places of a slot bookings leave to nobody else. */
export function placesBooked(
  booked: readonly BookedTime[],
  { start, end }: Pick<Slot, "start" | "end">,
  now: number,
): number {
  const uses = booked
    .filter(([, , , expiresAt]) => expiresAt === null || expiresAt > now)
    .map(([from, till, whole]) => ({
      start: from,
      end: till,
      places: whole ? Number.POSITIVE_INFINITY : 1,
    }));
  return busiest(uses, start, end);
}

export interface TokenData {
  patientId: string;
  patientName: string;
  doctorId: string;
  date: string;
  source: Source;
  slotStart: number;
  slotEnd: number;
  requestedSlotStart: number;
  calledAt: number | null;
  checkedInAt: number | null;
  /** They were called and did not come, and others were called before them. */
  skippedAt?: number | null;
  reason: Reason | null;
  /** Why staff ended it, in their words. */
  note?: string | null;
  /** The doctor's, when the place was given: the slip has it, so it stays. Tokens from before there were codes have none. */
  code?: string | null;
  /** Where they went on to afterwards. */
  next?: Next;
}

/** A station: a queue of the house in which they wait next, with a ticket of their own. */
export interface Next {
  queueId: string;
  queueName: string;
  ticketId: string;
}

/** What is on the slip and is called: the doctor's code and the number, so that it is one person's in the whole house. */
export function labelOf({ number, data }: Token): string | null {
  if (number === "") return null;
  return data.code ? `${data.code}-${number}` : number;
}

/** Why a token expired, or why its place or number is not what the patient was told. */
export const reasons = [
  "NO_SHOW",
  "SLOT_ENDED",
  "DAY_ENDED",
  "PUT_BACK",
  "MOVED",
  "DOCTOR_AWAY",
  "PROMOTED",
  "EMERGENCY_AHEAD",
] as const;
export type Reason = (typeof reasons)[number];

export type Token = Ticket & { readonly data: TokenData; readonly status: Status };

/** The first and the last number that a slot may give. */
export type NumberRange = readonly [from: number, to: number];

/** What is stored on a slot's line. */
export interface SlotStats {
  start: number;
  end: number;
  /** Set for this slot on this date, over the doctor's own. */
  override: SlotLimits | null;
  /** The numbers that this slot may give, where numbers count for the whole day. */
  ranges?: readonly NumberRange[];
  /** Last number of the emergencies' own series. */
  emergencies: number;
  /** Allocated and not yet called, by priority. */
  uncalled: number[];
  /** Numbers of those who were called or seen: nobody else gets them. */
  fixed: number[];
}

export function slotStats(line: Line): SlotStats {
  return line.stats as SlotStats;
}

export function emptySlotStats(slot: { start: number; end: number }): SlotStats {
  const uncalled = Array.from({ length: levels }, () => 0);
  const { start, end } = slot;
  return { start, end, override: null, emergencies: 0, uncalled, fixed: [] };
}

/**
 * The specification keeps two places of each slot. Where there are few, the first two are for everybody and only
 * then are up to two kept: of one or two places none, of three one, of four or more two. "fifth" is what it was
 * before: a fifth of the places, at most two.
 */
export function usualReserve(rules: Pick<OpdRules, "usualReserve">, capacity: number): number {
  const beyond = rules.usualReserve === "fifth" ? Math.floor(capacity / 5) : capacity - 2;
  return Math.min(2, Math.max(0, beyond));
}

/** What a slot has by its settings at this time; one that is no longer open has nothing. */
export function limitsOf(
  day: Day,
  slot: Slot | null,
  stats: SlotStats,
  now: number,
): { capacity: number; reserve: number } {
  if (!slot) return { capacity: 0, reserve: 0 };
  const set = setLimits(day, slot, stats.override, now);
  const booked = day.booked?.length ? placesBooked(day.booked, slot, now) : 0;
  const capacity = Math.max(0, set.capacity - booked);
  return { capacity, reserve: Math.min(set.reserve, capacity) };
}

/** The same before anybody has booked anything. */
export function setLimits(
  { limits, rules }: Pick<Day, "limits" | "rules">,
  slot: Slot,
  override: SlotLimits | null,
  now: number,
): { capacity: number; reserve: number } {
  const capacity = override?.capacity ?? limits.capacity ?? slot.capacity;
  const wanted =
    override?.emergencyReserve ?? limits.emergencyReserve ?? usualReserve(rules, capacity);
  const released = now >= releaseAt(rules, slot.end);
  return { capacity, reserve: released ? 0 : Math.min(wanted, capacity) };
}

/** When a slot's reserve is given to those who wait. */
function releaseAt(rules: OpdRules, end: number): number {
  return end - rules.bufferReleaseMinutes * 60_000;
}

/**
 * What bookings cannot have of the places that the hours say: those of tokens, and `kept` ones, which are the
 * reserve and what the limits take away. It is less than nothing when the limits say more than the hours.
 */
export function outOfReach(
  day: Pick<Day, "limits" | "rules">,
  slot: Slot,
  { taken, override }: { taken: number; override: SlotLimits | null },
  now: number,
): { start: number; end: number; places: number; kept: number } {
  const { start, end } = slot;
  const { capacity, reserve } = setLimits(day, slot, override, now);
  return { start, end, places: taken, kept: reserve + slot.capacity - capacity };
}

export type SlotState = "AVAILABLE" | "FULL_REGULAR" | "FULL";

export function stateOf(line: Line): SlotState {
  if (placesOpenTo(line, true) === 0) return "FULL";
  return placesOpenTo(line, false) === 0 ? "FULL_REGULAR" : "AVAILABLE";
}

/** Other slots of the day that have not ended, nearest first, the earlier one on a tie. */
export function alternatives(day: Day, requested: number, now: number): Slot[] {
  const minutesAway = (slot: Slot) => Math.abs(slot.start - requested) / 60_000;
  return day.slots
    .filter((slot) => slot.start !== requested && slot.end > now)
    .toSorted((a, b) => minutesAway(a) - minutesAway(b) || a.start - b.start);
}

/** In the order of being seen: the slot, then the priority, then who came first. */
export function compareScore(a: Token, b: Token): number {
  return (
    a.data.slotStart - b.data.slotStart ||
    a.priority - b.priority ||
    a.rank - b.rank ||
    (a.id < b.id ? -1 : 1)
  );
}

/**
 * In the order of being called: those whose slot has begun, then those who would be early; among both who is
 * here before who is not, who was skipped last, and then by score. An emergency is here.
 */
export function compareCalling(now: number): (a: Token, b: Token) => number {
  const compare = compareCallable(now);
  const callable = (token: Token) => ({
    score: scoreOf(token),
    isHere: token.data.checkedInAt !== null,
    wasSkipped: Boolean(token.data.skippedAt),
  });
  return (a, b) => compare(callable(a), callable(b)) || compareScore(a, b);
}

/** Until when somebody who is called now is waited for: the grace never begins before their slot does. */
export function noShowAt(token: Token, rules: OpdRules, now: number): number | null {
  return token.data.checkedInAt === null ? graceEnd(token, rules, now) : null;
}

/** Until when somebody who was called then may be on their way; the grace never begins before their slot. */
export function graceEnd({ data }: Token, { graceMinutes }: OpdRules, calledAt: number): number {
  return Math.max(calledAt, data.slotStart) + graceMinutes * 60_000;
}

export function scoreOf({ data, priority, rank }: Token): Score {
  return [data.slotStart, priority, rank];
}

/** Allocated, and not called yet: the number may still change, and so may the slot. */
export function isUncalled(ticket: Ticket | null): boolean {
  return ticket?.state === "holding" && (ticket as Token).data.calledAt === null;
}

/** Where a token allocated now stands among those of its slot who are still to be called. */
export function positionInSlot(line: Line, priority: number): number {
  return slotStats(line)
    .uncalled.slice(0, priority + 1)
    .reduce((sum, n) => sum + n, 0);
}

export function positionInWaiting(line: Line, priority: number): number {
  return line.waiting.slice(0, priority + 1).reduce((sum, n) => sum + n, 0);
}

/** When a slot next changes by itself: the reserve is released, it ends, or the day does. */
export function slotDeadline(day: Day, end: number, now: number): number | null {
  const next = [releaseAt(day.rules, end), end, day.endsAt].find((time) => time > now);
  return next ?? null;
}

/** One active token of a patient a day, over all doctors or for each. */
export function uniqueKeyOf(
  day: Pick<Day, "rules" | "date" | "doctorId">,
  patientId: string,
): string {
  const whole = `opd ${patientId} ${day.date}`;
  return day.rules.duplicates === "per_doctor" ? `${whole} ${day.doctorId}` : whole;
}

/**
 * An emergency goes to the front, behind emergencies still to be called; everybody behind it gets the
 * next number. Who was called or seen keeps theirs, so a number they have is stepped over.
 */
export function numbersAfterEmergency(
  emergency: Token,
  uncalled: readonly Token[],
  fixed: readonly number[],
): { token: Token; sequence: number }[] {
  const others = uncalled
    .filter((token) => token.id !== emergency.id)
    .toSorted((a, b) => a.sequence - b.sequence);
  const first = others.filter((token) => token.priority === 0).at(-1)?.sequence ?? 0;
  const taken = new Set(fixed);
  const freeFrom = (number: number) => {
    let next = number;
    while (taken.has(next)) next += 1;
    return next;
  };
  const changes = [{ token: emergency, sequence: freeFrom(first + 1) }];
  let last = changes[0]!.sequence;
  for (const token of others.filter((other) => other.sequence >= last)) {
    last = freeFrom(Math.max(token.sequence, last) + 1);
    changes.push({ token, sequence: last });
  }
  return changes.filter(({ token, sequence }) => token.sequence !== sequence);
}
