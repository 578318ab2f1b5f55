import assert from "node:assert/strict";
import { test } from "node:test";
import { faultKinds, planOf } from "./plan.ts";

const options = { kinds: faultKinds, instances: 3, rounds: 2, maxMs: 5_000 };

test("the same seed gives the same plan, another seed another", () => {
  assert.deepEqual(planOf(7, options), planOf(7, options));
  assert.notDeepEqual(planOf(7, options), planOf(8, options));
});

test("each fault comes once in each round", () => {
  const plan = planOf(7, options);
  for (const round of [plan.slice(0, faultKinds.length), plan.slice(faultKinds.length)]) {
    assert.deepEqual(round.map(({ kind }) => kind).toSorted(), [...faultKinds].toSorted());
  }
});
