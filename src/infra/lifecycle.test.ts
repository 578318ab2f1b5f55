// What runs with the server is opened and started in order, and stopped in reverse.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Lifecycle, type Service } from "./lifecycle.ts";
import { createLog } from "./log.ts";

function stage() {
  const did: string[] = [];
  const logged: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line: string) => void logged.push(JSON.parse(line)) });
  const service = (name: string, more: Partial<Service> = {}): Service => ({
    name,
    open: () => void did.push(`open ${name}`),
    start: () => void did.push(`start ${name}`),
    stop: () => void did.push(`stop ${name}`),
    ...more,
  });
  return { did, logged, service, lifecycle: new Lifecycle(log) };
}

test("services open and start in order, and stop in reverse", async () => {
  const { did, service, lifecycle } = stage();
  await lifecycle.open(service("a"), service("b"));
  await lifecycle.open(service("c"));
  await lifecycle.start();
  await lifecycle.stop();
  await lifecycle.stop();
  assert.deepEqual(
    did.join(", "),
    "open a, open b, open c, start a, start b, start c, stop c, stop b, stop a",
  );
});

test("one that does not open leaves those before it to be stopped", async () => {
  const { did, service, lifecycle } = stage();
  const broken = service("b", { open: () => Promise.reject(new Error("no")) });
  await assert.rejects(lifecycle.open(service("a"), broken, service("c")), /no/);
  await lifecycle.stop();
  assert.deepEqual(did, ["open a", "stop b", "stop a"]);
});

test("one that hangs or fails is named in the log, and the others are stopped", async () => {
  const { did, logged, service, lifecycle } = stage();
  const hanging = { stop: () => new Promise<void>(() => undefined), stopWithinMs: 1 };
  await lifecycle.open(
    service("a"),
    service("stuck", hanging),
    service("broken", { stop: () => Promise.reject(new Error("no")) }),
  );
  await lifecycle.stop();
  assert.deepEqual(did.at(-1), "stop a");
  assert.deepEqual(
    logged.map(({ event, context }) => [event, (context as { service: string }).service]),
    [
      ["service.stop_failed", "broken"],
      ["service.hangs", "stuck"],
    ],
  );
});
