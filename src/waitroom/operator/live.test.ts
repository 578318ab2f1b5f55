import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type pg from "pg";
import { startApp, type TestApp } from "../../../test/app.ts";
import { testVault } from "../../../test/vault.ts";
import { openRoom } from "../../../test/waitroom.ts";
import { Feed } from "../../events/feed.ts";
import { Connections } from "../../infra/connections.ts";
import { createLog } from "../../infra/log.ts";
import { LiveRooms } from "./live.ts";
import { Rooms, type Room } from "../core/rooms.ts";
import type { WaitroomService } from "../core/service.ts";
import { PostgresStore } from "../stores/postgres-store.ts";

let app: TestApp;
before(async () => (app = await startApp()));
after(() => app.close());

test("what is told last never has an older number than what was told before it", async () => {
  const room = await openRoom(app);
  const log = createLog("silent");
  const feed = new Feed(new Connections(app.databaseUrl, log), log);
  const { pool, clock } = app;
  const rooms = new Rooms({
    vault: testVault(),
    pool,
    clock,
    feed,
    budgets: { check: () => Promise.resolve() },
  });
  const store = new PostgresStore({ pool, clock });
  // Somebody joins right after the last number was read.
  let joined = false;
  const query = async (text: string, values: unknown[]) => {
    const found = await pool.query(text, values);
    if (text.includes("event_seq") && !joined) {
      joined = true;
      await room.join();
    }
    return found;
  };
  const service = { now: (asked: Room) => store.now(asked) } as WaitroomService;
  const live = new LiveRooms({ pool: { query } as pg.Pool, feed, log, rooms, service });
  const { promise: told, resolve } = Promise.withResolvers<[string, number][]>();
  const heard: [string, number][] = [];
  const stop = live.watch(await rooms.anyRoom(room.id), 0, {
    send(event, id) {
      heard.push([event, Number(id)]);
      if (event === "stats") resolve(heard);
    },
    drained: () => Promise.resolve(),
    mark: () => undefined,
    reset: () => undefined,
    close: () => resolve(heard),
  });
  assert.deepEqual(await told, [
    ["change", 1],
    ["change", 2],
    ["stats", 2],
  ]);
  stop();
  rooms.close();
});
