import assert from "node:assert/strict";
import { test } from "node:test";
import { closedLoop, figuresOf, median, speedUp, takeTurns } from "./harness.ts";
import { verdict } from "./report.ts";

test("a ratio below its target is listed as missed, one on it is met", () => {
  const said = verdict("counter", [
    { name: "fast", says: "fast", ratio: 30, target: { atLeast: 30 } },
    { name: "slow", says: "slow", ratio: 29.99, target: { atLeast: 30 } },
    { name: "late", says: "late", ratio: 1, target: { below: 1 } },
    { name: "grown", says: "grown", ratio: 1.2, target: { atMost: 1.1 } },
  ]);
  assert.deepEqual(said.missed, ["slow", "late", "grown"]);
  assert.deepEqual(said.ratios, { fast: 30, slow: 29.99, late: 1, grown: 1.2 });
});

test("a ratio that could not be measured never meets its target", () => {
  for (const target of [{ atLeast: 1 }, { atMost: 1 }, { below: 1 }]) {
    const said = verdict("counter", [{ name: "none", says: "none", ratio: Number.NaN, target }]);
    assert.deepEqual(said.missed, ["none"]);
  }
});

test("percentiles are values that were seen", () => {
  const figures = figuresOf(
    Array.from({ length: 100 }, (_, n) => 100 - n),
    1000,
  );
  assert.deepEqual(figures, { perSecond: 100, p50: 50, p95: 95, p99: 99, calls: 100 });
});

test("the median of an even number of rounds lies between the two in the middle", () => {
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([3, 1, 2]), 2);
});

test("a closed loop never has more calls in flight than callers, and stops at its supply", async () => {
  let inFlight = 0;
  let most = 0;
  let calls = 0;
  await closedLoop({ callers: 4, warmUpMs: 0, measureMs: 60_000, maxCalls: 100 }, async () => {
    inFlight += 1;
    calls += 1;
    most = Math.max(most, inFlight);
    await new Promise(setImmediate);
    inFlight -= 1;
  });
  assert.equal(most, 4);
  assert.equal(calls, 100);
});

test("a call that fails ends the measurement instead of counting as work", async () => {
  const load = { callers: 2, warmUpMs: 0, measureMs: 60_000 };
  await assert.rejects(
    closedLoop(load, () => Promise.reject(new Error("queue closed"))),
    /queue closed/,
  );
});

test("a speed-up compares what was measured in the same round", async () => {
  const speeds = { base: [1_000, 500, 800], ours: [20_000, 12_000, 20_000] };
  const side = (name: keyof typeof speeds) => {
    const left = speeds[name].map((perSecond) => ({ ...figuresOf([1], 1_000), perSecond }));
    return { name, measure: async () => left.shift()! };
  };
  const [base, ours] = await takeTurns(3, [side("base"), side("ours")], () => undefined);
  assert.equal(speedUp(ours, base), 24);
});

test("the sides take turns, round after round", async () => {
  const order: string[] = [];
  const side = (name: string) => ({
    name,
    measure: () => {
      order.push(name);
      return Promise.resolve(figuresOf([1], 1000));
    },
  });
  await takeTurns(2, [side("baseline"), side("ours")], () => {});
  assert.deepEqual(order, ["baseline", "ours", "baseline", "ours"]);
});
