import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startRedis, startRedisCluster, type TestRedis } from "../../test/redis.ts";
import { createLog } from "./log.ts";
import { openRedis, script, type RedisTier } from "./redis.ts";

const log = createLog("silent");
const put = script(`redis.call("set", KEYS[1], ARGV[1]) return redis.call("get", KEYS[1])`);

describe("one Redis", () => {
  let server: TestRedis;
  let redis: RedisTier;

  before(async () => {
    server = await startRedis();
    redis = await openRedis(server.url, log);
  });
  after(async () => {
    await redis.close();
    await server.stop();
  });

  test("a script runs, also after SCRIPT FLUSH", async () => {
    assert.equal(await redis.run(put, ["a"], [1]), "1");
    await redis.client.script("FLUSH");
    assert.equal(await redis.run(put, ["a"], ["two"]), "two");
  });

  test("a frozen Redis fails the command instead of hanging it, and is used again when it thaws", async () => {
    server.pause();
    await assert.rejects(redis.run(put, ["a"], [1]));
    server.resume();
    assert.equal(await eventually(() => redis.run(put, ["a"], ["awake"])), "awake");
  });

  test("a killed Redis fails commands at once, and is found again when it is back, empty", async () => {
    await server.kill();
    await assert.rejects(eventuallyNotReady(redis));
    await server.restartEmpty();
    assert.equal(await eventually(() => redis.client.exists("a")), 0);
    assert.equal(redis.isReady(), true);
  });
});

test("without a Redis at the address the server still starts, and closes", async () => {
  const redis = await openRedis("redis://127.0.0.1:1", log);
  assert.equal(redis.isReady(), false);
  await assert.rejects(redis.run(put, ["a"], [1]));
  await redis.close();
});

test("six nodes are one cluster: each key is sent to where it lives", async () => {
  const cluster = await startRedisCluster();
  const redis = await openRedis(cluster.url, log);
  try {
    for (const key of ["{a}", "{b}", "{c}", "{d}"]) {
      assert.equal(await eventually(() => redis.run(put, [key], [key])), key);
    }
  } finally {
    await redis.close();
    await cluster.stop();
  }
});

/** Asks until there is an answer; the file's time limit ends it when there is none. */
async function eventually<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await new Promise(setImmediate);
    }
  }
}

async function eventuallyNotReady(redis: RedisTier): Promise<unknown> {
  while (redis.isReady()) await new Promise(setImmediate);
  return redis.run(put, ["a"], [1]);
}
