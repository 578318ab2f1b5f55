import assert from "node:assert/strict";
import { test } from "node:test";
import { FairTurns } from "./fair-turns.ts";

const rooms = (orgId: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ orgId, id: `${orgId}${n}` }));

test("organisations take turns, however many rooms one of them has", () => {
  const turns = new FairTurns(100).take([...rooms("a", 5), ...rooms("b", 2), ...rooms("c", 1)]);
  assert.deepEqual(turns, ["a0", "b0", "c0", "a1", "b1", "a2", "a3", "a4"]);
});

test("more rooms than are looked at in one round come in the next, and nobody is left out", () => {
  const fair = new FairTurns(3);
  const busy = [...rooms("a", 8), ...rooms("b", 1)];
  assert.deepEqual(fair.take(busy), ["a0", "b0", "a1", "a2"]);
  assert.deepEqual(fair.take(busy), ["a3", "b0", "a4", "a5"]);
  assert.deepEqual(fair.take(busy), ["a6", "b0", "a7", "a0"]);
  assert.deepEqual(fair.take([]), []);
});
