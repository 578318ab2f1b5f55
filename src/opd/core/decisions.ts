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
  isUncalled,
  noShowAt,
  priorityOf,
  type Day,
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

export function noShow(
  at: At,
  change: Change,
  token: Token,
  ifVersion?: number,
): Refusal | undefined {
  const changed = ifVersion !== undefined && token.version !== ifVersion;
  if (changed || token.state !== "holding") return wrongState(token, "be a no-show");
  beforeLeaving(change, at.settings, token);
  return change.end(token, "EXPIRED", { reason: "NO_SHOW" });
}

export function checkIn(at: At, change: Change, token: Token): Refusal | undefined {
  if (token.state !== "holding") return wrongState(token, "check in");
  if (token.data.checkedInAt !== null) {
    return refuse("WRONG_STATE", "This patient has already checked in", {
      ticketStatus: token.status,
    });
  }
  // Who is here is no no-show any more.
  change.step("changed", token, revised(token, { checkedInAt: at.now }, { deadlineAt: null }));
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

/** Those whose slot has begun. Somebody whose slot has not is called only if that is what is wanted. */
export function callNext(at: At, change: Change, early: boolean): Refusal | undefined {
  const [next] = tokensOf(at).filter(isUncalled).toSorted(compareCalling(at.now));
  if (!next) return undefined;
  if (next.data.slotStart > at.now && !early) return nobodyDue(next);
  const deadlineAt = noShowAt(next, at.settings.rules, at.now);
  change.step("changed", next, revised(next, { calledAt: at.now }, { deadlineAt }));
  return undefined;
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
  place(change, token, { day: to, slot, state: "holding", reason: "MOVED", uniqueKey });
  change.promote(token.lineId);
  return undefined;
}

function usableSlot(day: Day, start: number, now: number): Slot | Refusal {
  if (!day.active)
    return refuse("DOCTOR_INACTIVE", `${day.doctorName || "This doctor"} is not active`);
  const slot = slotAt(day, start);
  if (!slot)
    return refuse("INVALID_SLOT", `${new Date(start).toISOString()} is no slot of this doctor`);
  if (slot.end <= now)
    return refuse("SLOT_ENDED", `The slot ended at ${new Date(slot.end).toISOString()}`);
  return slot;
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
