// What happens to tokens, step by step, as the spec tells it. Each takes what was found under the
// lock of the doctor's day and gathers what changes, or says why not.

import type { Situation } from "../engine/order.ts";
import { wrongState, type Change } from "../kernel/decide.ts";
import { placesOpenTo, type Line } from "../kernel/line.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Slot } from "../availability/schedule.ts";
import { slotLineId } from "./ids.ts";
import {
  alternatives,
  claimOf,
  compareScore,
  isUncalled,
  limitsOf,
  numbersAfterEmergency,
  priorityOf,
  slotDeadline,
  slotMemory,
  type Day,
  type Source,
  type Token,
  type TokenData,
} from "./rules.ts";

type At = Situation<Day>;

/** The schedule has a slot whose line was not made yet: the day has to be opened anew. */
export class SlotsMissing extends Error {}

export interface Wish {
  ticketId: string;
  patientId: string;
  patientName: string;
  slotStart: number;
  source: Source;
  emergency: boolean;
  allowAlternative: boolean;
}

export function allocate(at: At, change: Change, wish: Wish): Refusal | undefined {
  const day = at.settings;
  const requested = usableSlot(day, wish.slotStart, at.now);
  if ("code" in requested) return requested;
  const claim = claimOf(day, wish.patientId);
  const refusal = duplicate(at, claim);
  if (refusal) return refusal;
  const priority = priorityOf(wish.source, wish.emergency);
  const emergency = priority === 0;
  const others = wish.allowAlternative ? alternatives(day, requested.start, at.now) : [];
  const slot = [requested, ...others].find(
    (one) => placesOpenTo(lineOf(change, day, one), emergency) > 0,
  );
  if (!slot && emergency) {
    const tried = [requested, ...others].map((one) => new Date(one.start).toISOString());
    return refuse(
      "NO_PLACE_FOR_EMERGENCY",
      "Every place of the day is taken, the reserve included",
      {
        slotsTried: tried.slice(0, 20),
      },
    );
  }
  const { start, end } = slot ?? requested;
  const data: TokenData = {
    patientId: wish.patientId,
    patientName: wish.patientName,
    doctorId: day.doctorId,
    date: day.date,
    source: wish.source,
    slotStart: start,
    slotEnd: end,
    requestedSlotStart: requested.start,
    calledAt: null,
    checkedInAt: null,
    reason: null,
  };
  const line = lineOf(change, day, slot ?? requested);
  const token = change.arrive(line, { ticketId: wish.ticketId, priority, claim, data }) as Token;
  watchSlot(change, day, line.id);
  if (emergency && day.rules.numbering === "shifting") toTheFront(change, token);
  return undefined;
}

export function cancel(at: At, change: Change, token: Token): Refusal | undefined {
  refresh(change, at.settings, token);
  return change.end(token, "CANCELLED");
}

export function noShow(
  at: At,
  change: Change,
  token: Token,
  ifVersion?: number,
): Refusal | undefined {
  if (ifVersion !== undefined && token.version !== ifVersion)
    return wrongState(token, "be a no-show");
  if (token.state !== "holding") return wrongState(token, "be a no-show");
  refresh(change, at.settings, token);
  return change.end(token, "EXPIRED", { reason: "NO_SHOW" });
}

export function checkIn(at: At, change: Change, token: Token): Refusal | undefined {
  if (token.state !== "holding") return wrongState(token, "check in");
  if (token.data.checkedInAt !== null) {
    return refuse("WRONG_STATE", "This patient has checked in already", {
      ticketStatus: token.status,
    });
  }
  // Who is here is no no-show any more.
  revise(change, token, { checkedInAt: at.now }, null);
  return undefined;
}

export function start(at: At, change: Change, token: Token): Refusal | undefined {
  if (token.state !== "holding") return wrongState(token, "be seen");
  change.start(token, { calledAt: token.data.calledAt ?? at.now });
  return undefined;
}

export function complete(_at: At, change: Change, token: Token): Refusal | undefined {
  return change.end(token, "COMPLETED");
}

/** By score: the slot, then the priority, then who came first. */
export function callNext(at: At, change: Change): Refusal | undefined {
  const next = tokensOf(at).filter(isUncalled).toSorted(compareScore)[0];
  if (!next) return undefined;
  const graceMs = at.settings.rules.graceMinutes * 60_000;
  revise(
    change,
    next,
    { calledAt: at.now },
    next.data.checkedInAt === null ? at.now + graceMs : null,
  );
  return undefined;
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
  const line = lineOf(change, to, slot);
  if (line.id === token.lineId) return refuse("SAME_SLOT");
  const claim = claimOf(to, token.data.patientId);
  if (claim !== token.claim) {
    const refusal = duplicate(at, claim);
    if (refusal) return refusal;
  }
  if (placesOpenTo(line, token.priority === 0) < 1) return refuse("SLOT_FULL");
  refresh(change, at.settings, token);
  place(change, token, to, slot, "holding", "MOVED", claim);
  change.promote(token.lineId);
  return undefined;
}

export function resize(
  at: At,
  change: Change,
  slotStart: number,
  limits: { capacity: number; emergencyReserve: number },
): Refusal | undefined {
  const day = at.settings;
  const slot = day.slots.find((one) => one.start === slotStart);
  if (!slot) return refuse("INVALID_SLOT");
  const line = lineOf(change, day, slot);
  if (limits.capacity < line.taken) {
    return refuse("CAPACITY_BELOW_TAKEN", `${line.taken} places of this slot are taken`, {
      taken: line.taken,
    });
  }
  change.lines.set(line.id, { ...line, memory: { ...slotMemory(line), override: limits } });
  lineOf(change, day, slot);
  change.note(line.id, "opd.slot_changed", { slotStart, ...limits });
  change.promote(line.id);
  return undefined;
}

/** After the limits of a doctor have changed: whoever can have a place now gets it. */
export function settle(at: At, change: Change): Refusal | undefined {
  for (const slot of at.settings.slots) {
    if (slot.end <= at.now || !at.book.line(slotLineId(at.settings.doctorId, slot.start))) continue;
    change.promote(lineOf(change, at.settings, slot).id);
  }
  return undefined;
}

/** What a slot does by itself: it gives its reserve to those who wait, and it ends. */
export function slotDue(at: At, change: Change, lineId: string): Refusal | undefined {
  const day = at.settings;
  const line = at.book.line(lineId);
  if (!line) throw new SlotsMissing();
  const { start, end, released } = slotMemory(line);
  const slot = day.slots.find((one) => one.start === start) ?? {
    start,
    end,
    capacity: line.capacity ?? 0,
  };
  const releaseAt = end - day.rules.bufferReleaseMinutes * 60_000;
  if (!released && at.now >= releaseAt) {
    change.lines.set(lineId, { ...line, memory: { ...slotMemory(line), released: true } });
    lineOf(change, day, slot);
    if (line.reserve > 0)
      change.note(lineId, "opd.reserve_released", { slotStart: start, places: line.reserve });
    change.promote(lineId);
  }
  if (at.now >= end) {
    const waiting = change.waitingIn(lineId) as Token[];
    for (const token of waiting) change.end(token, "EXPIRED", { reason: "SLOT_ENDED" });
  }
  const now = change.line(lineId);
  change.lines.set(lineId, { ...now, deadlineAt: slotDeadline(day, slotMemory(now), at.now) });
  return undefined;
}

/** Everybody in slots that are no longer open: to the nearest place, else to wait at the nearest slot. */
export function vacate(at: At, change: Change): Refusal | undefined {
  const day = at.settings;
  const open = new Set(day.slots.map((slot) => slotLineId(day.doctorId, slot.start)));
  const outside = tokensOf(at)
    .filter((token) => !open.has(token.lineId) && (token.state === "waiting" || isUncalled(token)))
    .toSorted(compareScore);
  for (const token of outside) {
    const near = alternatives(day, token.data.slotStart, at.now);
    const free = near.find(
      (slot) => placesOpenTo(lineOf(change, day, slot), token.priority === 0) > 0,
    );
    if (free) place(change, token, day, free, "holding", "DOCTOR_AWAY", token.claim);
    else if (near[0]) place(change, token, day, near[0], "waiting", "DOCTOR_AWAY", token.claim);
    else if (token.state === "holding") stay(change, token);
  }
  return undefined;
}

/** Nowhere to go on this day: gives up the place and is shown as waiting, for somebody to decide. */
function stay(change: Change, token: Token): void {
  const data = { ...token.data, reason: "DOCTOR_AWAY" };
  change.relocate(token, token.lineId, "waiting", { data } as Partial<Token>);
}

function place(
  change: Change,
  token: Token,
  day: Day,
  slot: Slot,
  state: "holding" | "waiting",
  reason: string,
  claim: string | null,
): void {
  const { doctorId, date } = day;
  const data = {
    ...token.data,
    doctorId,
    date,
    slotStart: slot.start,
    slotEnd: slot.end,
    calledAt: null,
    reason,
  };
  change.relocate(token, slotLineId(doctorId, slot.start), state, {
    claim,
    data,
  } as Partial<Token>);
  watchSlot(change, day, slotLineId(doctorId, slot.start));
}

function usableSlot(day: Day, start: number, now: number): Slot | Refusal {
  if (!day.active)
    return refuse("DOCTOR_INACTIVE", `${day.doctorName || "This doctor"} is not active`);
  const slot = day.slots.find((one) => one.start === start);
  if (!slot)
    return refuse("INVALID_SLOT", `${new Date(start).toISOString()} is no slot of this doctor`);
  if (slot.end <= now)
    return refuse("SLOT_ENDED", `The slot ended at ${new Date(slot.end).toISOString()}`);
  return slot;
}

function duplicate(at: At, claim: string): Refusal | undefined {
  const tokenId = at.claimedBy(claim);
  return tokenId ? refuse("DUPLICATE_TOKEN", undefined, { tokenId }) : undefined;
}

/** The slot's line with what it is set to today; never less than is taken already. */
function lineOf(change: Change, day: Day, slot: Slot): Line {
  const id = slotLineId(day.doctorId, slot.start);
  const line = change.lines.get(id) ?? change.book.line(id);
  if (!line) throw new SlotsMissing();
  const limits = limitsOf(day, slot, slotMemory(line));
  const capacity = Math.max(limits.capacity, line.taken);
  if (line.capacity === capacity && line.reserve === limits.reserve) return line;
  const fresh = { ...line, capacity, reserve: limits.reserve };
  change.lines.set(id, fresh);
  return fresh;
}

/** Before a place is given back: what the slot is set to decides who gets it. */
function refresh(change: Change, day: Day, token: Token): void {
  const slot = day.slots.find((one) => one.start === token.data.slotStart);
  if (slot) lineOf(change, day, slot);
}

/** A slot with somebody in it is looked at when its reserve is released and when it ends. */
function watchSlot(change: Change, day: Day, lineId: string): void {
  const line = change.line(lineId);
  if (line.deadlineAt !== null) return;
  change.lines.set(lineId, {
    ...line,
    deadlineAt: slotDeadline(day, slotMemory(line), change.now),
  });
}

function toTheFront(change: Change, emergency: Token): void {
  const uncalled = ([...change.book.tickets()] as Token[]).filter(
    (token) => token.lineId === emergency.lineId && isUncalled(token),
  );
  const { fixed } = slotMemory(change.line(emergency.lineId));
  for (const { token, sequence } of numbersAfterEmergency(emergency, uncalled, fixed)) {
    const after = { ...token, sequence, number: String(sequence), version: token.version + 1 };
    change.step("renumbered", token, after);
    const line = change.line(token.lineId);
    change.lines.set(line.id, { ...line, sequence: Math.max(line.sequence, sequence) });
  }
}

function revise(
  change: Change,
  token: Token,
  data: Partial<TokenData>,
  deadlineAt: number | null,
): void {
  const version = token.version + 1;
  change.step("changed", token, {
    ...token,
    version,
    deadlineAt,
    data: { ...token.data, ...data },
  });
}

function tokensOf(at: At): Token[] {
  return ([...at.book.tickets()] as Token[]).filter(
    (token) => at.book.line(token.lineId)?.groupId === at.settings.dayId && token.state !== "done",
  );
}
