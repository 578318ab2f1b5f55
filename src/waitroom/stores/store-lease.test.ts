// Instances that keep positions in different stores would each fill the room: they notice.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startRedis, type TestRedis } from "../../../test/redis.ts";
import { makeStore, type TestStore } from "../../../test/room-store.ts";
import { createLog } from "../../infra/log.ts";
import { openRedis, type RedisTier } from "../../infra/redis.ts";
import { PostgresStore } from "./postgres-store.ts";
import { RedisStore } from "./redis-store.ts";
import { StoreLease, StoreMismatch } from "./store-lease.ts";

const log = createLog("silent");
let here: TestStore;
let other: { server: TestRedis; redis: RedisTier };
before(async () => {
  here = await makeStore("Redis");
  const server = await startRedis();
  other = { server, redis: await openRedis(server.url, log) };
});
after(async () => {
  await other.redis.close();
  await other.server.stop();
  await here.close();
});

const start = (redis: RedisTier | null) =>
  StoreLease.start({ pool: here.pool, clock: here.clock, redis, log });

test("whoever disagrees with those that run is refused, and is let in when they have gone", async () => {
  const first = await start(here.redis);
  const second = await start(here.redis);
  await assert.rejects(start(null), (error) => {
    assert.ok(error instanceof StoreMismatch);
    assert.match(error.message, /REDIS_URL is not set here/);
    return true;
  });
  await assert.rejects(start(other.redis), StoreMismatch);
  assert.deepEqual([await first.holds(), await second.holds()], [true, true]);
  await first.close();
  await second.close();
  const alone = await start(null);
  await assert.rejects(start(here.redis), StoreMismatch);
  await alone.close();
});

test("one that was taken for dead and is back lets nobody in", async () => {
  const sleeper = await start(here.redis);
  // As if it had slept for a minute while somebody came with another store.
  await here.pool.query(`delete from instance`);
  await here.pool.query(`update room_store set kind = 'postgres'`);
  const giveUp = performance.now() + 30_000;
  while (await sleeper.holds()) {
    assert.ok(performance.now() < giveUp);
    await pause(100);
  }
  await sleeper.close();
  const instead = await start(null);
  assert.equal(await instead.holds(), true);
  await instead.close();
});

test("a switch takes along who is in and who must not come back, both ways", async () => {
  await (await start(here.redis)).close();
  const { pool, clock } = here;
  const room = await here.room({ maxActive: 3, sessionMinutes: 30 });
  for (const name of ["in", "out", "admitted"]) await room.enter(name);
  await room.tick();
  await room.act("in", "start", { redeemKey: "key" });
  await room.act("out", "cancel");

  await (await start(null)).close();
  const postgres = new PostgresStore({ pool, clock });
  const ids = ["in", "out", "admitted"].map((name) => room.idOf(name));
  const seen = async (store: RedisStore | PostgresStore) => {
    const standings = await store.touch(
      room.ref,
      ids.map((id) => ({ id, beat: false, signedPlace: null })),
    );
    const { state, held, now } = await store.now(room.ref);
    return {
      positions: standings.map((one) => [one!.position.status, one!.position.redeemKey]),
      active: state.active,
      admitted: state.admitted,
      held,
      isQuarantined: state.quarantineUntil > now,
    };
  };
  const expected = {
    positions: [
      ["ACTIVE", "key"],
      ["EXPIRED", null],
      ["ADMITTED", null],
    ],
    active: 1,
    admitted: 1,
    held: 2,
    isQuarantined: true,
  };
  assert.deepEqual(await seen(postgres), expected);
  await (await start(here.redis)).close();
  const redis = new RedisStore({ redis: here.redis!, pool, clock });
  assert.deepEqual(await seen(redis), expected);
});
