// Servers are restarted one after another, as a deployment does it, while people use them; and killed
// instead, which the same look has to notice.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Instance } from "./instance.ts";
import { runRestarts } from "./restarts.ts";
import { startWorld, type World } from "./world.ts";

const say = () => undefined;

let world: World;
before(async () => {
  world = await startWorld({ instances: 2, diskMegabytes: null });
});
after(() => world.stop());

test("restarts: nobody is cut off, and all promises hold", async () => {
  const end = (instance: Instance) => instance.stop();
  const { cutOff, verdicts } = await runRestarts(world, { seed: 13, restarts: 2, end, say });
  assert.deepEqual(cutOff, []);
  assert.deepEqual(
    verdicts.filter(({ problems }) => problems.length > 0),
    [],
  );
});

test("a server that is killed with work in its hands is noticed (negative control)", async () => {
  const end = async (instance: Instance) => {
    instance.freeze();
    await pause(500); // meanwhile it is asked
    await instance.kill();
  };
  const { cutOff } = await runRestarts(world, { seed: 14, restarts: 1, end, say });
  assert.notDeepEqual(cutOff, []);
});
