import assert from "node:assert/strict";
import { test } from "node:test";
import { gapsBetween, hoursInSight, instantAt, laned, snapped, spanOn } from "./day-time.ts";

const zone = "Europe/Berlin";
const date = "2026-03-02";

test("a booking stands where the clock on the wall says", () => {
  const span = spanOn(date, zone, "2026-03-02T09:00:00Z", "2026-03-02T10:30:00Z");
  assert.deepEqual(span, { start: 600, end: 690 });
});

test("over midnight each day shows its own part", () => {
  const night = ["2026-03-02T22:00:00Z", "2026-03-03T05:00:00Z"] as const;
  assert.deepEqual(spanOn("2026-03-02", zone, ...night), { start: 1_380, end: 1_440 });
  assert.deepEqual(spanOn("2026-03-03", zone, ...night), { start: 0, end: 360 });
  assert.equal(spanOn("2026-03-04", zone, ...night), null);
});

test("what ends at midnight does not reach into the next day", () => {
  const evening = ["2026-03-02T20:00:00Z", "2026-03-02T23:00:00Z"] as const;
  assert.deepEqual(spanOn("2026-03-02", zone, ...evening), { start: 1_260, end: 1_440 });
  assert.equal(spanOn("2026-03-03", zone, ...evening), null);
});

test("a place in the column is the instant at which the clock there shows it, on short days too", () => {
  assert.equal(instantAt(date, zone, 600), "2026-03-02T09:00:00.000Z");
  assert.equal(instantAt(date, zone, 1_440), "2026-03-02T23:00:00.000Z");
  assert.equal(instantAt("2026-03-29", zone, 600), "2026-03-29T08:00:00.000Z");
});

test("the hours in sight hold everything, and a working day at least", () => {
  assert.deepEqual(hoursInSight([]), { from: 8, to: 18 });
  assert.deepEqual(hoursInSight([{ start: 545, end: 610 }]), { from: 9, to: 15 });
  assert.deepEqual(hoursInSight([{ start: 1_380, end: 1_440 }]), { from: 18, to: 24 });
});

test("what is not open is closed", () => {
  const open = [
    { start: 600, end: 720 },
    { start: 840, end: 960 },
  ];
  const closed = [
    { start: 0, end: 600 },
    { start: 720, end: 840 },
    { start: 960, end: 1_440 },
  ];
  assert.deepEqual(gapsBetween(open), closed);
  assert.deepEqual(gapsBetween([{ start: 0, end: 1_440 }]), []);
  assert.deepEqual(gapsBetween([]), [{ start: 0, end: 1_440 }]);
});

test("bookings at the same time stand side by side, others have the whole width", () => {
  const lanes = laned([
    { start: 600, end: 660, who: "a" },
    { start: 630, end: 700, who: "b" },
    { start: 660, end: 680, who: "c" },
    { start: 700, end: 720, who: "d" },
  ]).map(({ who, lane, lanes: of }) => `${who} ${lane}/${of}`);
  assert.deepEqual(lanes, ["a 0/2", "b 1/2", "c 0/2", "d 0/1"]);
});

test("a drag goes in steps", () => {
  assert.equal(snapped(607, 15), 600);
  assert.equal(snapped(608, 15), 615);
});
