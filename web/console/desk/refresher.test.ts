import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRefresher } from "./refresher.ts";

test("a burst of changes takes two looks, and the last change is seen", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let state = 0;
  const seen: number[] = [];
  const refresher = makeRefresher(async () => seen.push(state), 700);
  for (state = 1; state <= 50; state += 1) refresher.ask();
  await Promise.resolve();
  await Promise.resolve();
  t.mock.timers.tick(700);
  assert.equal(seen.length, 2);
  assert.equal(seen.at(-1), 51);
});

test("a look that fails does not stop the next one", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let looks = 0;
  const refresher = makeRefresher(async () => {
    looks += 1;
    throw new Error("no network");
  }, 700);
  refresher.ask();
  refresher.ask();
  await Promise.resolve();
  await Promise.resolve();
  t.mock.timers.tick(700);
  assert.equal(looks, 2);
});
