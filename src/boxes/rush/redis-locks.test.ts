import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { startRedis, type TestRedis } from "../../../test/redis.ts";
import { createLog } from "../../infra/log.ts";
import { OptionalRedis, type Hints } from "../../infra/optional-redis.ts";
import { openRedis, type RedisTier } from "../../infra/redis.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inventoryLock, Locks, userLock } from "./locks.ts";
import { InventoryGate, type TurnOptions } from "./inventory-gate.ts";

let server: TestRedis;
let redis: RedisTier;
let hints: OptionalRedis;

before(async () => {
  server = await startRedis();
  redis = await openRedis(server.url, createLog("silent"));
  hints = new OptionalRedis(redis, { patienceMs: 5_000 });
});
beforeEach(async () => void (await redis.client.flushall()));
after(async () => {
  await redis.close();
  await server.stop();
});

describe("the lock over several keys", () => {
  const keys = ["lock:{m}:a", "lock:{m}:b", "lock:{m}:c"];

  test("is all or none: where one key is held, the others stay free", async () => {
    const locks = new Locks(hints);
    await redis.client.set("lock:{m}:b", "somebody");
    assert.deepEqual(await locks.take(keys), { kind: "blocked", key: "lock:{m}:b" });
    assert.equal(await redis.client.exists("lock:{m}:a", "lock:{m}:c"), 0);
  });

  test("keeps a second one out until it is released", async () => {
    const locks = new Locks(hints);
    const held = await locks.take(keys);
    assert(held.kind === "held");
    assert.equal((await locks.take(keys.slice(1))).kind, "blocked");
    assert.equal(await locks.release(keys, held.owner), 3);
    assert.equal((await locks.take(keys)).kind, "held");
  });

  test("cannot be released by anybody but its owner", async () => {
    const locks = new Locks(hints);
    const slow = await locks.take(keys);
    assert(slow.kind === "held");
    // Its time ran out while it slept, and the next one has the lock.
    await redis.client.del(...keys);
    assert.equal((await locks.take(keys)).kind, "held");
    assert.equal(await locks.release(keys, slow.owner), 0);
    assert.equal(await redis.client.exists(...keys), 3);
  });

  test("runs out by itself when its holder dies", async () => {
    await new Locks(hints, { ttlMs: 2_000 }).take(keys);
    for (const key of keys) {
      const leftMs = await redis.client.pttl(key);
      assert(leftMs > 0 && leftMs <= 2_000, `${key} is kept for ${leftMs} ms`);
    }
  });

  test("of one merchant lives in one slot of a cluster", () => {
    const tag = (key: string) => /\{(.*?)\}/.exec(key)![1];
    assert.equal(tag(inventoryLock("m1", "i1")), tag(userLock("m1", "u1")));
  });

  test("a user's own id is not in the lock's name", () => {
    assert.doesNotMatch(userLock("m1", "ann@example.org"), /ann|example/);
    assert.notEqual(userLock("m1", "ann@example.org"), userLock("m1", "bob@example.org"));
  });
});

describe("turns at a hot inventory", () => {
  const wanted = (user: number) => ({
    merchantId: "m",
    inventoryId: "i",
    userId: `user ${user}`,
  });

  function gateWith(given: Partial<TurnOptions> = {}) {
    const told: string[] = [];
    const reports = { turn: (result: string) => void told.push(result) };
    const locks = new Locks(hints);
    return { told, gate: new InventoryGate({ locks, reports, hotFrom: 2, pauseMs: 1, ...given }) };
  }

  /** Work that goes on until it is told to end. */
  function latch() {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { open: resolve, work: () => promise };
  }

  test("asks Redis for nothing while few want the same box", async () => {
    const { gate, told } = gateWith({ hotFrom: 10 });
    await Promise.all(Array.from({ length: 10 }, (_, n) => gate.around(wanted(n), async () => n)));
    assert.deepEqual(told, []);
  });

  test("takes one lock for everybody who came meanwhile", async () => {
    const { gate, told } = gateWith();
    const first = latch();
    const early = [0, 1].map((n) => gate.around(wanted(n), first.work));
    let most = 0;
    let inside = 0;
    const late = Array.from({ length: 100 }, (_, n) =>
      gate.around(wanted(n + 2), async () => {
        most = Math.max(most, (inside += 1));
        await new Promise(setImmediate);
        inside -= 1;
      }),
    );
    first.open();
    await Promise.all([...early, ...late]);
    assert(told.length < 10, `${told.length} turns for 100`);
    assert(most > 10, `at most ${most} went together`);
    await untilNothingIsLocked();
  });

  test("lets one server in after another", async () => {
    const one = gateWith({ hotFrom: 0 }).gate;
    const two = gateWith({ hotFrom: 0 }).gate;
    let inside: InventoryGate | null = null;
    const visit = (gate: InventoryGate, n: number) =>
      gate.around(wanted(n), async () => {
        assert(inside === null || inside === gate, "two servers were inside at once");
        inside = gate;
        await new Promise(setImmediate);
        inside = null;
      });
    const visits = Array.from({ length: 40 }, (_, n) => visit(n % 2 ? one : two, n));
    const results = await Promise.allSettled(visits);
    const refused = results.filter((result) => result.status === "rejected");
    for (const { reason } of refused)
      assert.equal((reason as Refusal).code, "LOCK_ACQUISITION_FAILED");
  });

  test("refuses with advice when to come back, after a few tries", async () => {
    const { gate, told } = gateWith({ hotFrom: 0 });
    await redis.client.set(inventoryLock("m", "i"), "somebody");
    await assert.rejects(
      gate.around(wanted(1), async () => undefined),
      (error: unknown) =>
        error instanceof Refusal &&
        error.code === "LOCK_ACQUISITION_FAILED" &&
        error.extra.retryAfterSeconds === 2,
    );
    assert.deepEqual(told, ["refused"]);
  });

  test("keeps only the user waiting who is asking elsewhere at the same time", async () => {
    const { gate } = gateWith({ hotFrom: 0 });
    await redis.client.set(userLock("m", "user 1"), "somebody");
    const results = await Promise.allSettled(
      [0, 1, 2].map((n) => gate.around(wanted(n), async () => n)),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
  });

  test("the same user twice on one server goes in two turns", async () => {
    const { gate, told } = gateWith({ hotFrom: 0 });
    await Promise.all([1, 1, 1].map((n) => gate.around(wanted(n), async () => n)));
    assert.equal(told.length, 3);
  });

  test("is left out when Redis has nothing to say", async () => {
    const away: Hints = { ask: () => Promise.resolve(undefined) };
    const { gate, told } = gateWith({ hotFrom: 0, locks: new Locks(away) });
    assert.equal(await gate.around(wanted(1), async () => "done"), "done");
    assert.deepEqual(told, ["away"]);
  });

  test("hands on what the work throws, and goes on with the next", async () => {
    const { gate } = gateWith({ hotFrom: 0 });
    const failed = gate.around(wanted(1), () => Promise.reject(new Error("no luck")));
    const fine = gate.around(wanted(2), async () => "fine");
    await assert.rejects(failed, /no luck/);
    assert.equal(await fine, "fine");
    await untilNothingIsLocked();
  });
});

/** Everybody is answered before the lock is released; the file's time limit ends a wait in vain. */
async function untilNothingIsLocked(): Promise<void> {
  while ((await redis.client.dbsize()) > 0) await new Promise(setImmediate);
}

describe("Redis as a help", () => {
  test("is not taken for slow when it is this process that is late", async () => {
    const answered = () => new Promise((resolve) => setImmediate(() => resolve(0)));
    const quick = { ...redis, isReady: () => true, run: answered };
    const asked = new Locks(new OptionalRedis(quick, { patienceMs: 1 })).take(["a"]);
    const until = performance.now() + 20;
    while (performance.now() < until); // busy with something else
    assert.equal((await asked).kind, "held");
  });

  test("a frozen one is waited for once, then left alone for a while", async () => {
    const impatient = new OptionalRedis(redis, { patienceMs: 1, restMs: 60_000 });
    const locks = new Locks(impatient);
    server.pause();
    try {
      assert.equal((await locks.take(["a"])).kind, "away");
      assert.equal((await locks.take(["a"])).kind, "away");
    } finally {
      server.resume();
    }
  });
});
