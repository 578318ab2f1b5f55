import assert from "node:assert/strict";
import { test } from "node:test";
import { busyBetween, icsWith } from "../../test/calendars.ts";
import { CalendarFault } from "./busy.ts";
import { CalendarReader } from "./reading.ts";

const reading = {
  timezone: "UTC",
  from: Date.parse("2026-03-01T00:00:00Z"),
  to: Date.parse("2026-04-01T00:00:00Z"),
};
const [start, end] = ["2026-03-02T10:00:00Z", "2026-03-02T11:00:00Z"];
const fine = icsWith(busyBetween(start, end));

test("a calendar is read in a thread of its own", async () => {
  assert.deepEqual(await new CalendarReader().read(fine, reading), [
    { start: Date.parse(start), end: Date.parse(end) },
  ]);
});

test("a fault comes back as one", async () => {
  await assert.rejects(new CalendarReader().read("nonsense", reading), CalendarFault);
});

test("one that takes too long is given up, and the next one is read", async () => {
  const reader = new CalendarReader({ timeoutMs: 1, atOnce: 1 });
  await assert.rejects(reader.read(fine, reading), /takes too long/);
  await assert.rejects(reader.read(fine, reading), /takes too long/);
});

test("only a few are read at once, a few more wait, and the rest is told to come back", async () => {
  const reader = new CalendarReader({ atOnce: 1, waiting: 1 });
  const [first, second] = [reader.read(fine, reading), reader.read(fine, reading)];
  await assert.rejects(reader.read(fine, reading), { code: "BUSY" });
  assert.equal((await first).length, 1);
  assert.equal((await second).length, 1);
  assert.equal((await reader.read(fine, reading)).length, 1);
});
