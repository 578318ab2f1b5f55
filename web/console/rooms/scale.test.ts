import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestStep, roundSteps, wholeSteps } from "./scale.ts";

test("a slider goes through round numbers, from fractions to thousands", () => {
  const steps = roundSteps(0.1, 1_000);
  assert.equal(steps[0], 0.1);
  assert.equal(steps.at(-1), 1_000);
  for (const value of [0.5, 1, 1.5, 20, 250]) assert.ok(steps.includes(value), String(value));
  for (const [i, step] of steps.entries()) if (i > 0) assert.ok(step > steps[i - 1]!);
});

test("people are whole", () => {
  assert.ok(wholeSteps(1, 100).every(Number.isInteger));
  assert.ok(!wholeSteps(1, 100).includes(1.5));
});

test("a value between two steps stands at the nearer one", () => {
  const steps = [1, 2, 5, 10];
  assert.equal(nearestStep(steps, 4), 2);
  assert.equal(nearestStep(steps, 1_000), 3);
});
