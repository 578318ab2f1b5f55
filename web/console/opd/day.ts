// What a doctor's day looks like at a glance.

import type { OpdSlot } from "../../wire/opd.ts";

/** How a slot is told apart: by a word and a drawing, the colour only helps. */
export type SlotLook = "free" | "reserveOnly" | "full" | "closed" | "over";

export function lookOf(slot: OpdSlot, nowMs: number): SlotLook {
  if (isOver(slot, nowMs)) return "over";
  if (slot.closed) return "closed";
  if (slot.state === "AVAILABLE") return "free";
  return slot.state === "FULL_REGULAR" ? "reserveOnly" : "full";
}

export const isOver = (slot: OpdSlot, nowMs: number) => Date.parse(slot.end) <= nowMs;

export const isNow = (slot: OpdSlot, nowMs: number) =>
  Date.parse(slot.start) <= nowMs && !isOver(slot, nowMs);

/** Places that only an emergency can have. */
export const keptIn = (slot: OpdSlot) => slot.openToEmergencies - slot.open;

/** Who had a place and has been seen is in no list, but keeps the place. */
export const seenIn = (slot: OpdSlot) => Math.max(0, slot.taken - slot.allocated.length);

export type Place = "taken" | "free" | "reserve";

export function placesOf(slot: OpdSlot): Place[] {
  const many = (count: number, place: Place) => Array.from({ length: count }, () => place);
  return [
    ...many(slot.taken, "taken"),
    ...many(slot.open, "free"),
    ...many(keptIn(slot), "reserve"),
  ];
}

export interface DaySummary {
  slots: number;
  /** Slots that are not over. */
  left: number;
  /** Slots with people in them, though the doctor is away. */
  closed: number;
  free: number;
  reserve: number;
  waiting: number;
}

export function summaryOf(slots: readonly OpdSlot[], nowMs: number): DaySummary {
  const left = slots.filter((slot) => !isOver(slot, nowMs) && !slot.closed);
  const sum = (count: (slot: OpdSlot) => number) =>
    left.reduce((total, slot) => total + count(slot), 0);
  return {
    slots: slots.length,
    left: left.length,
    closed: slots.filter((slot) => slot.closed && !isOver(slot, nowMs)).length,
    free: sum((slot) => slot.open),
    reserve: sum(keptIn),
    waiting: sum((slot) => slot.waiting.length),
  };
}

/** Where the next patient most likely goes. */
export function suggestedSlot(slots: readonly OpdSlot[], nowMs: number): OpdSlot | undefined {
  const left = slots.filter((slot) => !isOver(slot, nowMs) && !slot.closed);
  const closed = slots.find((slot) => !isOver(slot, nowMs));
  return left.find((slot) => slot.open > 0) ?? left[0] ?? closed ?? slots.at(-1);
}
