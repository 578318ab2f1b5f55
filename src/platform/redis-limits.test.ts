import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { allowedOf, testLimits } from "../../test/limits.ts";
import { startRedis, type TestRedis } from "../../test/redis.ts";
import { databaseClock, ManualClock, type Clock } from "../infra/clock.ts";
import { createLog } from "../infra/log.ts";
import { OptionalRedis } from "../infra/optional-redis.ts";
import { openRedis, type RedisTier } from "../infra/redis.ts";
import { makeSecrets } from "../infra/secrets.ts";
import { SharedLimits } from "./limits.ts";

const log = createLog("silent");
const secrets = makeSecrets([{ id: 1, secret: Buffer.alloc(32, 7) }]);
let server: TestRedis;
let redis: RedisTier;
let database: FreshDatabase;

before(async () => {
  database = await freshDatabase();
  server = await startRedis();
  redis = await openRedis(server.url, log);
});
beforeEach(async () => void (await redis.client.flushall()));
after(async () => {
  await redis.close();
  await server.stop();
  await database.drop();
});

function limitsOn(clock: Clock, pool: FreshDatabase["pool"] | null = null): SharedLimits {
  const none = { query: () => Promise.reject(new Error("the database was asked")) };
  const hints = new OptionalRedis(redis, { patienceMs: 5_000, restMs: 0 });
  return new SharedLimits({ pool: pool ?? (none as never), redis: hints, secrets, clock, log });
}

testLimits("in Redis", (clock) => limitsOn(clock));

test("fifty at once through two instances: exactly the limit gets through", async () => {
  const instances = [limitsOn(databaseClock), limitsOn(databaseClock)];
  const taken = await Promise.all(
    Array.from({ length: 50 }, (_, i) => instances[i % 2]!.take("crowd", "192.0.2.1", 20, 60_000)),
  );
  assert.equal(taken.filter(({ allowed }) => allowed).length, 20);
});

test("nothing personal is stored, and nothing for longer than its window", async () => {
  await limitsOn(databaseClock).take("joins", "+41791234567", 3, 60_000);
  const [key, ...others] = await redis.client.keys("*");
  assert.deepEqual(others, []);
  assert.doesNotMatch(key!, /4179/);
  const leftMs = await redis.client.pttl(key!);
  assert(leftMs > 0 && leftMs <= 60_000);
});

test("without Redis the database counts", async () => {
  const limits = limitsOn(new ManualClock("2026-01-01T12:00:00Z"), database.pool);
  assert.deepEqual(await allowedOf(limits, 3, "lost"), [true, true, true]);
  await server.kill();
  assert.deepEqual(await allowedOf(limits, 5, "lost"), [true, true, true, false, false]);
  const { rowCount } = await database.pool.query(
    `select 1 from rate_window where key like 'lost:%'`,
  );
  assert.equal(rowCount, 1);
  await server.restartEmpty();
});
