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
  assert.deepEqual(await new CalendarReader().read("one", fine, reading), [
    { start: Date.parse(start), end: Date.parse(end) },
  ]);
});

test("a fault comes back as one", async () => {
  await assert.rejects(new CalendarReader().read("one", "nonsense", reading), CalendarFault);
});

test("one that takes too long is given up, and the next one is read", async () => {
  const reader = new CalendarReader({ timeoutMs: 1, atOnce: 1 });
  await assert.rejects(reader.read("one", fine, reading), /takes too long/);
  await assert.rejects(reader.read("one", fine, reading), /takes too long/);
});

test("of one organisation one is read at a time, a few more wait, the rest is told to come back", async () => {
  const reader = new CalendarReader({ waiting: 1 });
  const [first, second] = [reader.read("one", fine, reading), reader.read("one", fine, reading)];
  await assert.rejects(reader.read("one", fine, reading), { code: "BUSY" });
  assert.equal((await first).length, 1);
  assert.equal((await second).length, 1);
  assert.equal((await reader.read("one", fine, reading)).length, 1);
});

test("nobody waits for another organisation's slow calendars", async () => {
  const reader = new CalendarReader({ waiting: 10, atOnce: 1 });
  const ended: string[] = [];
  const read = (orgId: string) => reader.read(orgId, fine, reading).then(() => ended.push(orgId));
  // Six of one organisation, before anybody else comes.
  const all = Array.from({ length: 6 }, () => read("slow"));
  all.push(read("a"), read("b"), read("c"));
  await Promise.all(all);
  assert.deepEqual(ended.slice(0, 5), ["slow", "slow", "a", "b", "c"]);
});

test("a calendar of one organisation never has both threads", async () => {
  const reader = new CalendarReader({ atOnce: 2, timeoutMs: 20_000 });
  // Yearly rules that have held for a century: long to read, and never without work.
  const long = icsWith(
    ...Array.from({ length: 100 }, () => [
      "DTSTART:19010101T000000Z",
      "RRULE:FREQ=YEARLY;BYDAY=-1SU",
    ]),
  );
  let slow = 0;
  const both = [1, 2].map(() => reader.read("slow", long, reading).finally(() => (slow += 1)));
  await reader.read("other", fine, reading);
  assert.ok(slow < 2, "the other's was read while one of theirs still waited");
  await Promise.allSettled(both);
});
