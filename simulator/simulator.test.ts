// A few hundred histories of servers that share lines while everything around them fails: the long run is
// `npm run simulate`. Each rule has a control, in which a guard is away and the rule must find it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { controls } from "./controls.ts";
import { play } from "./history.ts";
import { ruleNames } from "./rules.ts";

const fixed = 100;
const fresh = 50;
/** Histories in which a guard's absence must show. */
const maxHistories = 500;

async function holds(first: number, count: number): Promise<void> {
  for (let seed = first; seed < first + count; seed++) {
    const { violation } = await play(seed);
    const command = `npm run simulate -- --seed ${seed}`;
    assert.equal(violation, null, `${violation?.message}\nPlay it again: ${command}`);
  }
}

test("every rule holds in the histories of fixed seeds", () => holds(1, fixed));

test("every rule holds in the histories of fresh seeds", () =>
  holds(1_000 + Math.floor(Math.random() * 2 ** 31), fresh));

test("the same seed gives the same history to the letter", async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const [one, other] = [
      await play(seed, { isTraced: true }),
      await play(seed, { isTraced: true }),
    ];
    assert.ok(one.trace.length > 100);
    assert.equal(one.trace, other.trace);
  }
});

for (const { without, guards, rule, from = 1 } of controls) {
  test(`without ${without} a history breaks the rule that ${rule}`, async () => {
    for (let seed = from; seed < from + maxHistories; seed++) {
      if ((await play(seed, { guards, rule })).violation) return;
    }
    assert.fail(`${maxHistories} histories, and nothing was found`);
  });
}

test("every rule has its control", () => {
  const controlled = new Set(controls.map(({ rule }) => rule));
  assert.deepEqual(
    ruleNames.filter((rule) => !controlled.has(rule)),
    [],
  );
});
