import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Previous, Ticket } from "../kernel/line.ts";
import { readPrevious, storedPrevious, type StoredPrevious } from "./previous.ts";

const few = fc.constantFrom(0, 1, 2);
const maybe = fc.constantFrom(null, 1, 2);
const value = fc.oneof(
  few,
  fc.constant(null),
  fc.constant("x"),
  fc.record({ deep: few }, { noNullPrototype: true }),
);
const data = fc.dictionary(fc.constantFrom("a", "b", "c"), value, { noNullPrototype: true });
const state = fc.constantFrom("waiting", "holding", "serving", "done");

const place = {
  lineId: fc.constantFrom("here", "there"),
  state,
  status: fc.constantFrom("WAITING", "CALLED"),
  priority: few,
  level: few,
  rank: few,
  takenAt: maybe,
  startedAt: maybe,
  endedAt: maybe,
  deadlineAt: maybe,
  data,
};

const previous = fc.record({ at: few, ...place }, { noNullPrototype: true });
const ticket = fc.record({ ...place, previous: fc.option(previous) }, { noNullPrototype: true });

function read(now: Ticket): Previous | null {
  return readPrevious(JSON.parse(storedPrevious(now) ?? "null") as StoredPrevious | null, now);
}

test("what a step goes back to is read as it was, whatever the step changed", () => {
  fc.assert(
    fc.property(ticket, (one) => {
      const now = one as unknown as Ticket;
      assert.deepEqual(read(now), now.previous);
    }),
  );
});

test("only what is different is stored", () => {
  const called = { desk: "1", calls: 1, name: "Ada" };
  const before = { state: "waiting", status: "WAITING", rank: 7, takenAt: null };
  const now = {
    ...before,
    state: "holding",
    status: "CALLED",
    takenAt: 9,
    data: called,
    previous: { at: 9, ...before, data: { ...called, desk: null, calls: 0 } },
  } as unknown as Ticket;
  assert.deepEqual(JSON.parse(storedPrevious(now)!), {
    at: 9,
    state: "waiting",
    status: "WAITING",
    takenAt: null,
    changed: { desk: null, calls: 0 },
  });
});

test("one that was stored as a whole is read as it is", () => {
  const whole = {
    at: 1,
    lineId: "there",
    state: "waiting",
    status: "WAITING",
    priority: 1,
    level: 1,
    rank: 1,
    takenAt: null,
    startedAt: null,
    endedAt: null,
    deadlineAt: null,
    data: { name: "Ada" },
  } satisfies Previous;
  const now = { ...whole, lineId: "here", data: { name: "Ada", desk: "1" } };
  assert.deepEqual(readPrevious(whole, now as unknown as Ticket), whole);
});
