// What every way of counting promises, wherever it counts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databaseClock, ManualClock, type Clock } from "../src/infra/clock.ts";
import { largestLimit, type Limits } from "../src/platform/limits.ts";

const minuteMs = 60_000;

export async function allowedOf(limits: Limits, times: number, name: string): Promise<boolean[]> {
  const allowed: boolean[] = [];
  for (let i = 0; i < times; i++) {
    allowed.push((await limits.take(name, "192.0.2.1", 3, minuteMs)).allowed);
  }
  return allowed;
}

export function testLimits(kind: string, make: (clock: Clock) => Limits): void {
  test(`${kind}: never more than the limit in any window, not around an edge either`, async () => {
    const clock = new ManualClock("2026-01-01T12:00:00Z");
    const limits = make(clock);
    const name = `edge ${kind}`;
    assert.deepEqual(await allowedOf(limits, 2, name), [true, true]);
    clock.advance(50_000);
    assert.deepEqual(await allowedOf(limits, 2, name), [true, false]);
    clock.advance(10_000); // the first two are a minute old, the third is not
    assert.deepEqual(await allowedOf(limits, 3, name), [true, true, false]);
    clock.advance(49_999);
    assert.deepEqual(await allowedOf(limits, 1, name), [false]);
  });

  test(`${kind}: a refused attempt does not prolong the wait`, async () => {
    const clock = new ManualClock("2026-01-01T12:00:00Z");
    const limits = make(clock);
    const name = `refused ${kind}`;
    await allowedOf(limits, 3, name);
    clock.advance(30_000);
    const refused = await limits.take(name, "192.0.2.1", 3, minuteMs);
    assert.deepEqual(
      [refused.allowed, refused.limit, refused.remaining, refused.resetSeconds],
      [false, 3, 0, 30],
    );
    clock.advance(30_000);
    assert.deepEqual(await allowedOf(limits, 1, name), [true]);
  });

  test(`${kind}: says how many are left and when the next one comes back`, async () => {
    const clock = new ManualClock("2026-01-01T12:00:00Z");
    const limits = make(clock);
    const first = await limits.take(`left ${kind}`, "a", 3, minuteMs);
    assert.deepEqual([first.remaining, first.resetSeconds], [2, 60]);
    clock.advance(15_000);
    const second = await limits.take(`left ${kind}`, "a", 3, minuteMs);
    assert.deepEqual([second.remaining, second.resetSeconds], [1, 45]);
  });

  test(`${kind}: an attempt given back leaves room for another`, async () => {
    const clock = new ManualClock("2026-01-01T12:00:00Z");
    const limits = make(clock);
    const name = `back ${kind}`;
    await allowedOf(limits, 2, name);
    const third = await limits.take(name, "192.0.2.1", 3, minuteMs);
    await third.giveBack();
    await third.giveBack(); // the others of the same instant are not its own to give
    assert.deepEqual(await allowedOf(limits, 2, name), [true, false]);
  });

  test(`${kind}: subjects and names do not share`, async () => {
    const limits = make(new ManualClock("2026-01-01T12:00:00Z"));
    assert.equal((await limits.take(`own ${kind}`, "a", 1, minuteMs)).allowed, true);
    assert.equal((await limits.take(`own ${kind}`, "b", 1, minuteMs)).allowed, true);
    assert.equal((await limits.take(`other ${kind}`, "a", 1, minuteMs)).allowed, true);
    assert.equal((await limits.take(`own ${kind}`, "a", 1, minuteMs)).allowed, false);
  });

  test(`${kind}: a limit too large to count is none`, async () => {
    const limits = make(databaseClock);
    const taken = await limits.take(`huge ${kind}`, "a", largestLimit + 1, minuteMs);
    assert.equal(taken.remaining, largestLimit + 1);
  });
}
