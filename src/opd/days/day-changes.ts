// Changes of slots rather than of one token: another capacity, other hours, the release of the reserve, the
// end. Patients who can have a place afterwards get it in the same commit.

import type { Change } from "../../kernel/decide.ts";
import { placesOpenTo, type Line, type Ticket } from "../../kernel/line.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import type { Slot } from "../../availability/schedule.ts";
import { asSet, beforeLeaving, lineOf, place, revised, slotAt, type At } from "./places.ts";
import {
  alternatives,
  compareScore,
  isUncalled,
  limitsOf,
  slotDeadline,
  slotStats,
  type Day,
  type SlotLimits,
  type Token,
} from "../core/rules.ts";

export function resize(
  at: At,
  change: Change,
  slotStart: number,
  limits: SlotLimits,
): Refusal | undefined {
  const day = at.settings;
  const slot = slotAt(day, slotStart);
  if (!slot) return refuse("INVALID_SLOT");
  const line = lineOf(change, day, slot);
  if (limits.capacity < line.taken) {
    return refuse("CAPACITY_BELOW_TAKEN", `${line.taken} places of this slot are taken`, {
      taken: line.taken,
    });
  }
  change.lines.set(line.id, { ...line, stats: { ...slotStats(line), override: limits } });
  asSet(change, day, line.id);
  change.note(line.id, "opd.slot_changed", { slotStart, ...limits });
  change.promote(line.id);
  return undefined;
}

/** After hours, limits or rules have changed: every slot follows. */
export function settle(at: At, change: Change): Refusal | undefined {
  const day = at.settings;
  for (const { id } of slotLines(at)) {
    const line = asSet(change, day, id);
    const { end } = slotStats(line);
    if (end <= at.now) continue;
    if (line.deadlineAt !== null) {
      change.lines.set(id, { ...line, deadlineAt: slotDeadline(day, end, at.now) });
    }
    change.promote(id);
  }
  change.note(day.dayId, "opd.day_changed", { date: day.date });
  return undefined;
}

/** What a slot does by itself: it gives its reserve to those who wait, and it ends. */
export function slotDue(at: At, change: Change, lineId: string): Refusal | undefined {
  const day = at.settings;
  const { reserve } = change.line(lineId);
  const line = asSet(change, day, lineId);
  const { start, end } = slotStats(line);
  if (reserve > 0 && line.reserve === 0) {
    change.note(lineId, "opd.reserve_released", { slotStart: start, places: reserve });
  }
  change.promote(lineId);
  if (at.now >= end) {
    for (const token of change.waitingIn(lineId)) {
      change.end(token, "EXPIRED", { reason: "SLOT_ENDED" });
    }
  }
  if (at.now >= day.endsAt) closeTheDay(change, day, lineId);
  const isEmpty = !change.tickets().some((token) => token.lineId === lineId && isActive(token));
  const deadlineAt = at.now >= end && isEmpty ? null : slotDeadline(day, end, at.now);
  change.lines.set(lineId, { ...change.line(lineId), deadlineAt });
  return undefined;
}

/** Nobody called them, or the doctor never began: they are over with the day. */
function closeTheDay(change: Change, day: Day, lineId: string): void {
  for (const token of change.tickets() as Token[]) {
    if (token.lineId !== lineId || token.state !== "holding") continue;
    beforeLeaving(change, day, token);
    change.end(token, "EXPIRED", { reason: "DAY_ENDED" });
  }
}

const isActive = ({ state }: Ticket) => state === "holding" || state === "waiting";

/**
 * The hours have changed, and these tokens are left outside: each gets the nearest place, else waits
 * at the nearest slot. Who has nowhere to go on this day gives up the place and stays where everybody
 * can see them, for somebody to decide. Who was called already is left alone.
 */
export function vacate(at: At, change: Change, outside: ReadonlySet<string>): Refusal | undefined {
  const day = at.settings;
  settle(at, change);
  const tokens = (change.tickets() as Token[])
    .filter(({ id, lineId }) => outside.has(id) && at.book.line(lineId)?.groupId === day.dayId)
    .filter((token) => token.state === "waiting" || isUncalled(token))
    .toSorted(compareScore);
  for (const [lineId, inSlot] of Map.groupBy(tokens, (token) => token.lineId)) {
    const line = change.line(lineId);
    const slot = slotAt(day, slotStats(line).start);
    const leaving = new Set(slot ? lastBeyond(at, slot, line, inSlot) : inSlot);
    for (const token of inSlot) {
      if (leaving.has(token)) rehouse(at, change, token, slot);
      // The slot is there still, only longer or shorter.
      else if (slot && slot.end !== token.data.slotEnd)
        change.step("moved", token, revised(token, { slotEnd: slot.end }));
    }
    asSet(change, day, lineId);
  }
  return undefined;
}

/** The last of those who have a place, as many as there are more than the slot has by now. */
function lastBeyond(at: At, slot: Slot, line: Line, tokens: readonly Token[]): Token[] {
  const { capacity } = limitsOf(at.settings, slot, slotStats(line), at.now);
  const tooMany = Math.max(0, line.taken - capacity);
  return tokens.filter(isUncalled).slice(-tooMany || Number.POSITIVE_INFINITY);
}

function rehouse(at: At, change: Change, token: Token, own: Slot | null): void {
  const day = at.settings;
  const { uniqueKey } = token;
  const to = { day, reason: "DOCTOR_AWAY" as const, uniqueKey };
  const near = alternatives(day, token.data.slotStart, at.now);
  const free = near.find(
    (slot) => placesOpenTo(lineOf(change, day, slot), token.priority === 0) > 0,
  );
  const wait = own ?? near[0];
  if (free) place(change, token, { ...to, slot: free, state: "holding" });
  else if (wait) place(change, token, { ...to, slot: wait, state: "waiting" });
  else if (token.state === "holding") {
    const { slotStart: start, slotEnd: end } = token.data;
    place(change, token, { ...to, slot: { start, end, capacity: 0 }, state: "waiting" });
  }
}

function slotLines({ book, settings }: At): Line[] {
  return [...book.lines()].filter(
    ({ groupId, id }) => groupId === settings.dayId && id !== settings.dayId,
  );
}
