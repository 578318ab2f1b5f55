import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createLog } from "../infra/log.ts";
import { LiveQueue, type LiveDeps } from "./live-queue.ts";
import type { Sink } from "../http/stream.ts";
import type { Queue } from "./store.ts";

const queue = { orgId: "org", id: "queue", line: { eventSeq: 1 } } as Queue;

/** A queue that is read from nowhere. */
function liveQueue(queues: object): LiveQueue {
  const deps = { queues, log: createLog("silent") } as unknown as LiveDeps;
  return new LiveQueue(deps, queue, () => undefined);
}

function sinkWith(over: Partial<Sink>): Sink {
  const nothing = () => undefined;
  return { send: nothing, mark: nothing, reset: nothing, close: nothing, ...over };
}

test("news that come just as a reading ends are read, in whatever moment they come", async () => {
  for (let moments = 0; moments < 12; moments++) {
    let readings = 0;
    const live = liveQueue({
      anyQueue: () => Promise.resolve(queue),
      board: () => Promise.resolve({ reading: ++readings }),
    });
    const send = () => {
      if (readings > 1) return;
      let later = Promise.resolve();
      for (let i = 0; i < moments; i++) later = later.then(() => undefined);
      void later.then(() => live.refresh());
    };
    live.add("board", { sink: sinkWith({ send }), seq: 0 });
    for (let i = 0; i < 5; i++) await nextTurn();
    assert.equal(readings, 2, `${moments} moments after`);
  }
});

test("whoever watches a queue that cannot be read is sent away, to come back", async () => {
  const live = liveQueue({ anyQueue: () => Promise.reject(new Error("no database")) });
  const sentAway = new Set<string>();
  for (const kind of ["desk", "ticket", "board"] as const) {
    live.add(kind, { sink: sinkWith({ close: () => void sentAway.add(kind) }), seq: 0 });
  }
  for (let i = 0; i < 5; i++) await nextTurn();
  assert.deepEqual([...sentAway].toSorted(), ["board", "desk", "ticket"]);
});
