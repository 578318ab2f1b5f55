import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DatabaseAway } from "../infra/database-errors.ts";
import { createLog } from "../infra/log.ts";
import type { Feed } from "./feed.ts";
import { Live, type Tell, type Watcher } from "./live.ts";

/** A line whose news the test tells. */
function live(tell: Tell<Watcher>) {
  const watched = new Set<() => void>();
  const feed = {
    watch(_lineId: string, heard: () => void) {
      watched.add(heard);
      return () => watched.delete(heard);
    },
  } as unknown as Feed;
  return {
    live: new Live(feed, createLog("silent"), tell),
    news: () => watched.forEach((heard) => heard()),
    watched,
  };
}

const quiet = { sink: { close: () => undefined } };

async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await nextTurn();
}

test("news that come just as a reading ends are read, in whatever moment they come", async () => {
  for (let moments = 0; moments < 12; moments++) {
    let readings = 0;
    const line = live(async () => {
      readings += 1;
      if (readings > 1) return;
      let later = Promise.resolve();
      for (let i = 0; i < moments; i++) later = later.then(() => undefined);
      void later.then(line.news);
    });
    line.live.watch("line", quiet);
    await settled();
    assert.equal(readings, 2, `${moments} moments after`);
  }
});

test("however many watch, news are read once", async () => {
  const told: number[] = [];
  const line = live(async (_lineId, watchers) => void told.push(watchers.length));
  for (let i = 0; i < 3; i++) line.live.watch("line", { ...quiet });
  await settled();
  line.news();
  await settled();
  assert.equal(told.at(-1), 3);
  assert.ok(told.length <= 3);
});

test("a line that nobody watches any more is not listened to", async () => {
  const line = live(async () => undefined);
  const stops = [line.live.watch("line", { ...quiet }), line.live.watch("line", { ...quiet })];
  stops[0]!();
  assert.equal(line.watched.size, 1);
  stops[1]!();
  stops[1]!();
  assert.equal(line.watched.size, 0);
});

test("whoever watches a line that cannot be read is sent away, to come back", async () => {
  const line = live(() => Promise.reject(new Error("no database")));
  let sentAway = 0;
  for (let i = 0; i < 3; i++) line.live.watch("line", { sink: { close: () => void sentAway++ } });
  await settled();
  assert.ok(sentAway >= 3);
});

test("when the last one leaves during a reading, nothing is read for nobody", async () => {
  const asked: number[] = [];
  const line = live(async (_lineId, watchers) => {
    asked.push(watchers.length);
    await nextTurn();
    line.news();
    stop();
  });
  const stop = line.live.watch("line", quiet);
  await settled();
  assert.deepEqual(asked, [1]);
});

test("a database that is away ends no stream: it is read again", async () => {
  const closed: boolean[] = [];
  const { promise: told, resolve } = Promise.withResolvers<void>();
  let readings = 0;
  const line = live(async () => {
    readings += 1;
    if (readings < 2) throw new DatabaseAway("a test");
    resolve();
  });
  // The pause before the next reading keeps no process alive; a test's own timer does.
  const awake = setInterval(() => undefined, 100);
  line.live.watch("line", { sink: { close: () => void closed.push(true) } });
  await told;
  clearInterval(awake);
  assert.deepEqual(closed, []);
});
