import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpdSlot } from "../../wire/opd.ts";
import { keptIn, lookOf, placesOf, suggestedSlot, summaryOf } from "./day.ts";

function slot(hour: number, taken: number, more: Partial<OpdSlot> = {}): OpdSlot {
  const at = (hours: number) => new Date(Date.UTC(2026, 2, 2, hours)).toISOString();
  const [capacity, emergencyReserve] = [10, 2];
  const openToEmergencies = capacity - taken;
  const open = Math.max(0, openToEmergencies - emergencyReserve);
  const state = open > 0 ? "AVAILABLE" : openToEmergencies > 0 ? "FULL_REGULAR" : "FULL";
  return {
    start: at(hour),
    end: at(hour + 1),
    capacity,
    emergencyReserve,
    taken,
    open,
    openToEmergencies,
    state,
    closed: false,
    allocated: [],
    waiting: [],
    ...more,
  };
}

const nine = Date.UTC(2026, 2, 2, 9);

test("a slot is free, open to emergencies only, full, closed or over", () => {
  assert.equal(lookOf(slot(9, 3), nine), "free");
  assert.equal(lookOf(slot(9, 8), nine), "reserveOnly");
  assert.equal(lookOf(slot(9, 10), nine), "full");
  assert.equal(lookOf(slot(8, 3), nine), "over");
  assert.equal(lookOf(slot(9, 3, { closed: true }), nine), "closed");
});

test("places are drawn as taken, free, and kept for emergencies", () => {
  assert.equal(placesOf(slot(9, 7)).join(" "), "taken ".repeat(7) + "free reserve reserve");
  assert.equal(keptIn(slot(9, 9)), 1);
  assert.equal(placesOf(slot(9, 10)).length, 10);
});

test("a day's summary leaves out what is over", () => {
  const slots = [slot(8, 0), slot(9, 8), slot(10, 3)];
  assert.deepEqual(summaryOf(slots, nine), {
    slots: 3,
    left: 2,
    closed: 0,
    free: 5,
    reserve: 4,
    waiting: 0,
  });
});

test("the slot suggested is the next one with a free place, else the next one, else the last", () => {
  const slots = [slot(8, 0), slot(9, 8), slot(10, 3), slot(11, 0)];
  assert.equal(suggestedSlot(slots, nine), slots[2]);
  assert.equal(suggestedSlot(slots.slice(0, 2), nine), slots[1]);
  assert.equal(suggestedSlot(slots.slice(0, 1), nine), slots[0]);
  assert.equal(suggestedSlot([], nine), undefined);
});
