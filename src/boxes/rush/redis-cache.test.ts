import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startRedis, type TestRedis } from "../../../test/redis.ts";
import { createLog } from "../../infra/log.ts";
import { OptionalRedis } from "../../infra/optional-redis.ts";
import { openRedis, type RedisTier } from "../../infra/redis.ts";
import { QuantityCache } from "./quantity-cache.ts";

let server: TestRedis;
let redis: RedisTier;
const asked: string[] = [];

before(async () => {
  server = await startRedis();
  redis = await openRedis(server.url, createLog("silent"));
});
beforeEach(async () => {
  asked.length = 0;
  await redis.client.flushall();
});
after(async () => {
  await redis.close();
  await server.stop();
});

function cacheFor(freshMs?: number): QuantityCache<{ remaining: number }> {
  const hints = new OptionalRedis(redis, { patienceMs: 5_000 });
  const reports = { asked: (result: string) => void asked.push(result) };
  return new QuantityCache({
    redis: hints,
    reports,
    ...(freshMs === undefined ? {} : { freshMs }),
  });
}

test("what was put is got, with its version", async () => {
  const cache = cacheFor(60_000);
  assert.equal(await cache.get("i"), null);
  assert.equal(await cache.put("i", { version: 7, value: { remaining: 3 } }), true);
  assert.deepEqual(await cache.get("i"), { version: 7, value: { remaining: 3 } });
  assert.deepEqual(asked, ["miss", "hit"]);
});

test("an older value never replaces a newer one", async () => {
  const cache = cacheFor(60_000);
  await cache.put("i", { version: 7, value: { remaining: 0 } });
  assert.equal(await cache.put("i", { version: 6, value: { remaining: 1 } }), false);
  assert.deepEqual(await cache.get("i"), { version: 7, value: { remaining: 0 } });
  assert.equal(await cache.put("i", { version: 8, value: { remaining: 2 } }), true);
});

test("a stale value is not told, and still keeps older ones out", async () => {
  await cacheFor(-1).put("i", { version: 7, value: { remaining: 0 } });
  const cache = cacheFor(60_000);
  assert.equal(await cache.get("i"), null);
  assert.equal(await cache.put("i", { version: 6, value: { remaining: 1 } }), false);
  assert.equal(await cache.get("i"), null);
});

test("when Redis is gone nothing is known, and nothing fails", async () => {
  const cache = cacheFor();
  await server.kill();
  assert.equal(await cache.get("i"), null);
  assert.equal(await cache.put("i", { version: 1, value: { remaining: 1 } }), false);
  assert.deepEqual(asked, ["away"]);
  await server.restartEmpty();
});
