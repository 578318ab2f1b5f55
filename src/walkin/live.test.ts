import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Feed } from "../events/feed.ts";
import type { Sink } from "../http/stream.ts";
import { databaseClock } from "../infra/clock.ts";
import { createLog } from "../infra/log.ts";
import { LiveQueues, type LiveDeps } from "./live.ts";
import type { Queue } from "./store.ts";

const queue = {
  orgId: "org",
  id: "queue",
  createdAt: new Date(0),
  line: { eventSeq: 10, waiting: [0] as readonly number[] },
} as Queue;

/** Queues in which ten things have happened; `onRead` runs before those are read. */
function liveQueues(over: { queues?: object; onRead?: () => void } = {}): LiveQueues {
  const event = { ticketId: null, type: "counter.queue_changed", at: new Date(0), actor: "test" };
  const events = Array.from({ length: 10 }, (_, i) => ({ ...event, seq: i + 1 }));
  const pool = {
    async query(sql: string, [, , after]: [string, string, number]) {
      if (!sql.includes("from event")) return { rows: [] };
      over.onRead?.();
      return { rows: events.filter(({ seq }) => seq > after) };
    },
  };
  const queues = over.queues ?? { anyQueue: () => Promise.resolve(queue) };
  const feed = { watch: () => () => undefined } as unknown as Feed;
  const deps = { pool, queues, clock: databaseClock, log: createLog("silent") };
  return new LiveQueues(feed, deps as unknown as LiveDeps);
}

function sinkWith(send: Sink["send"]): Sink {
  const nothing = () => undefined;
  const drained = () => Promise.resolve();
  return { send, drained, mark: nothing, reset: nothing, close: nothing };
}

/** What a desk is told that has seen everything up to `seq`. */
function deskAt(live: LiveQueues, seq: number): number[] {
  const seen: number[] = [];
  const sink = sinkWith((_event, id) => void seen.push(Number(id)));
  live.watchDesk(queue, seq, sink);
  return seen;
}

async function settled(): Promise<void> {
  for (let i = 0; i < 9; i++) await nextTurn();
}

const from = (first: number) => Array.from({ length: 11 - first }, (_, i) => first + i);

test("desks that have seen more or less each get what they have not seen", async () => {
  const live = liveQueues();
  const [behind, further, done] = [deskAt(live, 5), deskAt(live, 8), deskAt(live, 10)];
  await settled();
  assert.deepEqual([behind, further, done], [from(6), from(9), []]);
});

test("a desk that comes while others are being told misses nothing", async () => {
  let late: number[] | undefined;
  const live = liveQueues({ onRead: () => (late ??= deskAt(live, 2)) });
  const early = deskAt(live, 8);
  await settled();
  assert.deepEqual([early, late], [from(9), from(3)]);
});

test("an event comes with the queue as it is after it, not with one from before", async () => {
  let current = "before";
  const anyQueue = () => Promise.resolve({ ...queue, settings: { name: current } });
  const live = liveQueues({ queues: { anyQueue }, onRead: () => (current = "after") });
  const names: string[] = [];
  const sink = sinkWith((_event, _id, data) => {
    names.push((data as { queue: { name: string } }).queue.name);
  });
  live.watchDesk(queue, 9, sink);
  await settled();
  assert.deepEqual(names, ["after"]);
});
