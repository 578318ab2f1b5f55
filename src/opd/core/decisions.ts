// What happens to tokens, step by step, as the specification says. Each step takes what was found under the
// lock of the doctor's day and collects what changes, or says why not.

import { wrongState, type Change } from "../../kernel/decide.ts";
import { placesOpenTo } from "../../kernel/line.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import type { Slot } from "../../availability/schedule.ts";
import { slotLineId } from "../days/ids.ts";
import {
  beforeLeaving,
  lineForNewcomer,
  lineOf,
  place,
  revised,
  slotAt,
  tokensOf,
  toTheFront,
  watchSlot,
  type At,
} from "../days/places.ts";
import {
  alternatives,
  uniqueKeyOf,
  compareCalling,
  graceEnd,
  isUncalled,
  noShowAt,
  priorityOf,
  type Day,
  type Next,
  type Reason,
  type Source,
  type Token,
  type TokenData,
} from "./rules.ts";

export interface Wish {
  ticketId: string;
  patientId: string;
  patientName: string;
  slotStart: number;
  source: Source;
  emergency: boolean;
  allowAlternative: boolean;
}

const maxSlotsNamed = 20;

export function allocate(at: At, change: Change, wish: Wish): Refusal | undefined {
  const day = at.settings;
  const requested = usableSlot(day, wish.slotStart, at.now);
  if ("code" in requested) return requested;
  const uniqueKey = uniqueKeyOf(day, wish.patientId);
  const refusal = duplicate(at, uniqueKey);
  if (refusal) return refusal;
  const priority = priorityOf(wish.source, wish.emergency);
  const emergency = priority === 0;
  const slots = slotsFor(day, requested, emergency, wish.allowAlternative, at.now);
  const open = firstOpen(change, day, slots, emergency);
  if (!open && emergency) return noPlaceForEmergency(slots);
  const { start, end } = open?.slot ?? requested;
  const data: TokenData = {
    patientId: wish.patientId,
    patientName: wish.patientName,
    doctorId: day.doctorId,
    date: day.date,
    source: wish.source,
    slotStart: start,
    slotEnd: end,
    // An emergency that is seen sooner than asked for got no alternative to something that was full.
    requestedSlotStart: emergency ? Math.min(requested.start, start) : requested.start,
    calledAt: null,
    checkedInAt: null,
    reason: null,
    code: day.code,
  };
  const line = open?.line ?? lineOf(change, day, requested);
  const token = change.arrive(line, {
    ticketId: wish.ticketId,
    priority,
    uniqueKey,
    data,
  }) as Token;
  watchSlot(change, day, line.id);
  toTheFront(change, day, token);
  return undefined;
}

/** In the order in which they are tried: an emergency goes where it is seen soonest. */
function slotsFor(
  day: Day,
  requested: Slot,
  emergency: boolean,
  allowAlternative: boolean,
  now: number,
): Slot[] {
  if (!allowAlternative) return [requested];
  const slots = [requested, ...alternatives(day, requested.start, now)];
  return emergency ? slots.toSorted((a, b) => a.start - b.start) : slots;
}

function firstOpen(change: Change, day: Day, slots: readonly Slot[], emergency: boolean) {
  for (const slot of slots) {
    const line = lineForNewcomer(change, day, slot);
    if (placesOpenTo(line, emergency) > 0) return { slot, line };
  }
  return undefined;
}

export function cancel(at: At, change: Change, token: Token): Refusal | undefined {
  beforeLeaving(change, at.settings, token);
  return change.end(token, "CANCELLED", { reason: null });
}

/** The grace after a call has run out; whatever happened since then goes before it. */
export function noShow(
  at: At,
  change: Change,
  token: Token,
  ifVersion: number,
): Refusal | undefined {
  if (token.version !== ifVersion) return wrongState(token, "be a no-show");
  return didNotCome(at, change, token, null);
}

/** By hand only when the grace is over, or with a reason. */
export function noShowByHand(
  at: At,
  change: Change,
  token: Token,
  note: string | null,
): Refusal | undefined {
  const { calledAt } = token.data;
  const until = calledAt === null ? null : graceEnd(token, at.settings.rules, calledAt);
  const isTooEarly = until === null || at.now < until;
  if (token.state === "holding" && !note && isTooEarly) return tooEarly(until);
  return didNotCome(at, change, token, note);
}

function didNotCome(at: At, change: Change, token: Token, note: string | null) {
  if (token.state !== "holding") return wrongState(token, "be a no-show");
  beforeLeaving(change, at.settings, token);
  return change.end(token, "EXPIRED", { reason: "NO_SHOW", ...(note && { note }) });
}

function tooEarly(until: number | null): Refusal {
  const noShowFrom = until === null ? null : new Date(until).toISOString();
  const why = noShowFrom
    ? `The patient was called, and the grace lasts until ${noShowFrom}`
    : "The patient was not called yet";
  return refuse("NO_SHOW_TOO_EARLY", `${why}; with a reason it can be done now`, { noShowFrom });
}

/**
 * A token that has ended is valid again: in its place if that is free, else first among those who wait for it.
 * When its slot is over and full, the nearest one is as good.
 */
export function putBack(at: At, change: Change, token: Token): Refusal | undefined {
  if (token.status !== "EXPIRED" && token.status !== "CANCELLED")
    return wrongState(token, "be put back");
  const day = at.settings;
  if (!day.active) return inactive(day);
  if (at.now >= day.endsAt) return refuse("SLOT_ENDED", `${day.date} is over`);
  const uniqueKey = uniqueKeyOf(day, token.data.patientId);
  const refusal = duplicate(at, uniqueKey);
  if (refusal) return refusal;
  const own = slotAt(day, token.data.slotStart);
  const near = alternatives(day, token.data.slotStart, at.now);
  const free = [...(own ? [own] : []), ...near].filter(
    (slot) => placesOpenTo(lineOf(change, day, slot), token.priority === 0) > 0,
  );
  const to = { day, reason: "PUT_BACK" as const, uniqueKey, step: "put back" as const };
  const stays = own && (own.end > at.now || free[0] === own) ? own : null;
  const slot = stays ?? free[0] ?? near[0];
  if (!slot) return refuse("SLOT_FULL", "Every slot of the day is full or over");
  const hasPlace = free.includes(slot);
  const rank = hasPlace
    ? token.rank
    : rankInFront(change, token, slotLineId(day.doctorId, slot.start));
  place(change, token, { ...to, slot, state: hasPlace ? "holding" : "waiting", rank });
  return undefined;
}

/** Before those of the same priority who wait there. */
function rankInFront(change: Change, { priority, rank }: Token, lineId: string): number {
  const first = change.waitingIn(lineId).find((other) => other.priority === priority);
  return first ? Math.min(rank, first.rank - 1) : rank;
}

export function checkIn(at: At, change: Change, token: Token): Refusal | undefined {
  if (token.state !== "holding") return wrongState(token, "check in");
  if (token.data.checkedInAt !== null) {
    return refuse("WRONG_STATE", "This patient has already checked in", {
      ticketStatus: token.status,
    });
  }
  // Who is here is no no-show any more.
  const here = { checkedInAt: at.now, skippedAt: null };
  change.step("changed", token, revised(token, here, { deadlineAt: null }));
  return undefined;
}

export function start(at: At, change: Change, token: Token): Refusal | undefined {
  if (token.state !== "holding") return wrongState(token, "be seen");
  change.start(token, { calledAt: token.data.calledAt ?? at.now });
  return undefined;
}

export function complete(_at: At, change: Change, token: Token): Refusal | undefined {
  return change.end(token, "COMPLETED", { reason: null });
}

/** The record of the patient has another name, or became part of another one. */
export function rename(
  at: At,
  change: Change,
  token: Token,
  holder: Pick<TokenData, "patientId" | "patientName">,
): Refusal | undefined {
  const uniqueKey = token.uniqueKey?.replace(token.data.patientId, holder.patientId) ?? null;
  if (uniqueKey !== null && uniqueKey !== token.uniqueKey) {
    const refusal = duplicate(at, uniqueKey);
    if (refusal) return refusal;
  }
  const { previous } = token;
  const before = previous && { ...previous, data: { ...previous.data, ...holder } };
  change.step("changed", token, revised(token, holder, { uniqueKey, previous: before }));
  return undefined;
}

/** The visit is over, and the patient waits at a station in the same commit. */
export function sendOn(_at: At, change: Change, token: Token, next: Next): Refusal | undefined {
  return change.end(token, "COMPLETED", { reason: null, next } satisfies Partial<TokenData>);
}

/** Those whose slot has begun. Somebody whose slot has not is called only if that is what is wanted. */
export function callNext(at: At, change: Change, early: boolean): Refusal | undefined {
  const [next] = tokensOf(at).filter(isUncalled).toSorted(compareCalling(at.now));
  if (!next) return undefined;
  if (next.data.slotStart > at.now && !early) return nobodyDue(next);
  call(at, change, next);
  return undefined;
}

/** This one, whoever else would be next. */
export function callOne(at: At, change: Change, token: Token, early: boolean): Refusal | undefined {
  if (!isUncalled(token)) return wrongState(token, "be called");
  if (token.data.slotStart > at.now && !early) return notDue(token);
  call(at, change, token);
  return undefined;
}

/** Once more, and the grace begins anew. */
export function recall(at: At, change: Change, token: Token): Refusal | undefined {
  if (!isCalled(token)) return wrongState(token, "be called again");
  call(at, change, token);
  return undefined;
}

/** Called and not there: others come first, until the patient checks in. The place is kept. */
export function skip(at: At, change: Change, token: Token): Refusal | undefined {
  if (!isCalled(token)) return wrongState(token, "be skipped");
  const away = { calledAt: null, checkedInAt: null, skippedAt: at.now };
  change.step("changed", token, revised(token, away, { deadlineAt: null }));
  return undefined;
}

function call(at: At, change: Change, token: Token): void {
  const deadlineAt = noShowAt(token, at.settings.rules, at.now);
  change.step("changed", token, revised(token, { calledAt: at.now }, { deadlineAt }));
}

const isCalled = (token: Token) => token.state === "holding" && !isUncalled(token);

function notDue({ number, data }: Token): Refusal {
  const slotStart = new Date(data.slotStart).toISOString();
  const detail = `Number ${number} has the slot of ${slotStart}; with early they are called now`;
  return refuse("NOT_DUE", detail, { slotStart });
}

function nobodyDue({ id, number, data }: Token): Refusal {
  const slotStart = new Date(data.slotStart).toISOString();
  const detail = `The next one, number ${number}, has the slot of ${slotStart}; with early they are called now`;
  return refuse("NOBODY_DUE", detail, { tokenId: id, slotStart });
}

/** The new place is taken before the old one is given back, in one commit. */
export function move(
  at: At,
  change: Change,
  token: Token,
  to: Day,
  slotStart: number,
  reason: Reason = "MOVED",
): Refusal | undefined {
  if (token.state !== "waiting" && !isUncalled(token)) return wrongState(token, "be moved");
  const slot = usableSlot(to, slotStart, at.now);
  if ("code" in slot) return slot;
  if (slotLineId(to.doctorId, slot.start) === token.lineId) return refuse("SAME_SLOT");
  const uniqueKey = uniqueKeyOf(to, token.data.patientId);
  if (uniqueKey !== token.uniqueKey) {
    const refusal = duplicate(at, uniqueKey);
    if (refusal) return refusal;
  }
  const line = lineForNewcomer(change, to, slot);
  if (placesOpenTo(line, token.priority === 0) < 1) return refuse("SLOT_FULL");
  beforeLeaving(change, at.settings, token);
  place(change, token, { day: to, slot, state: "holding", reason, uniqueKey });
  change.promote(token.lineId);
  return undefined;
}

function usableSlot(day: Day, start: number, now: number): Slot | Refusal {
  if (!day.active) return inactive(day);
  const slot = slotAt(day, start);
  if (!slot)
    return refuse("INVALID_SLOT", `${new Date(start).toISOString()} is no slot of this doctor`);
  if (slot.end <= now)
    return refuse("SLOT_ENDED", `The slot ended at ${new Date(slot.end).toISOString()}`);
  return slot;
}

function inactive({ doctorName }: Day): Refusal {
  return refuse("DOCTOR_INACTIVE", `${doctorName || "This doctor"} is not active`);
}

function duplicate(at: At, uniqueKey: string): Refusal | undefined {
  const tokenId = at.holderOf(uniqueKey);
  return tokenId ? refuse("DUPLICATE_TOKEN", undefined, { tokenId }) : undefined;
}

function noPlaceForEmergency(tried: readonly Slot[]): Refusal {
  const slotsTried = tried
    .slice(0, maxSlotsNamed)
    .map(({ start: from }) => new Date(from).toISOString());
  const detail = `Every place is taken, the reserve included; tried ${slotsTried.join(", ")}`;
  return refuse("NO_PLACE_FOR_EMERGENCY", detail, { slotsTried });
}
