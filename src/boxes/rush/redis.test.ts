// Boxes with a Redis: what it spares the database, and that nothing rests on it.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { Redis } from "ioredis";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, newUser, openBakery, type Bakery, type Box } from "../../../test/boxes.ts";
import { api, newKey, type Answer } from "../../../test/http.ts";
import { startRedis, type TestRedis } from "../../../test/redis.ts";
import { until } from "../../../test/until.ts";
import { holdLine } from "../../../test/held-line.ts";
import { inventoryLock } from "./locks.ts";

let server: TestRedis;
let redis: Redis;
let app: TestApp;
let bakery: Bakery;

before(async () => {
  server = await startRedis();
  redis = new Redis(server.url, { maxRetriesPerRequest: 0 });
  redis.on("error", () => undefined); // it is killed on purpose
  app = await startApp({ env: { REDIS_URL: server.url }, now: "2026-03-02T16:00:00Z" });
});
beforeEach(async () => {
  bakery = await openBakery(app);
  // Whatever the last story did to Redis: it is empty, and the server uses it.
  const box = await bakery.offer();
  await eventually(async () => {
    await box.view();
    return cached(box, "version").catch(() => null);
  }, Boolean);
  await redis.flushall();
});
after(async () => {
  redis.disconnect();
  await app.close();
  await server.stop();
});

/** Asks until it is so: what follows a commit comes a moment after it. The file's time limit ends it. */
async function eventually<T>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isSo(answer)) return answer;
    await new Promise(setImmediate);
  }
}

const cached = (box: Box, field: string) => redis.hget(`inventory:quantity:{${box.id}}`, field);

async function remainingInCache(box: Box): Promise<number | null> {
  const value = await cached(box, "value");
  if (value === null) return null;
  const { line } = JSON.parse(value) as { line: { capacity: number; taken: number } };
  return line.capacity - line.taken;
}

/** Everybody's questions to the database fail while this goes on. */
async function withoutDatabase<T>(work: () => Promise<T>): Promise<T> {
  const { query, connect } = app.pool;
  const away = () => Promise.reject(new Error("the database was asked"));
  Object.assign(app.pool, { query: away, connect: away });
  try {
    return await work();
  } finally {
    Object.assign(app.pool, { query, connect });
  }
}

/** Sold out, and Redis knows it. */
async function soldOut(): Promise<Box> {
  const box = await bakery.offer({ quantity: 2 });
  await box.view();
  await box.sellOut();
  await eventually(
    () => remainingInCache(box),
    (left) => left === 0,
  );
  return box;
}

describe("with Redis", () => {
  test("what is left is told without the database", async () => {
    const box = await bakery.offer({ quantity: 4 });
    await box.view();
    const view = await withoutDatabase(() => box.view());
    assert.equal(view.remaining, 4);
    assert.equal(view.status, "ACTIVE");
    assert.equal(view.price, 450);
  });

  test("prices fall and windows close by the time of asking, also from the cache", async () => {
    const steps = [{ minutesBeforeEnd: 60, price: 200 }];
    const box = await bakery.offer({ priceDrops: { kind: "steps", steps } });
    await box.view();
    const before = app.clock.fixed();
    app.clock.set("2026-03-02T18:30:00Z");
    const later = await withoutDatabase(() => box.view());
    app.clock.set("2026-03-02T19:00:00Z");
    const over = await withoutDatabase(() => box.view());
    app.clock.set(before);
    assert.equal(later.price, 200);
    assert.equal(over.status, "CLOSED");
  });

  test("while the database is away, whoever looks sees how it was", async () => {
    const box = await bakery.offer({ quantity: 4 });
    await box.view();
    await redis.hset(`inventory:quantity:{${box.id}}`, "until", 0); // believed no more
    assert.equal((await withoutDatabase(() => box.view())).remaining, 4);
  });

  test("the cache follows each commit: reserving, cancelling, changing the quantity", async () => {
    const box = await bakery.offer({ quantity: 3 });
    await box.view();
    const reservation = await box.reserve();
    await eventually(
      () => remainingInCache(box),
      (left) => left === 2,
    );
    await act(app, reservation.id, "cancel");
    await eventually(
      () => remainingInCache(box),
      (left) => left === 3,
    );
    await box.change({ quantity: 10 });
    await eventually(
      () => remainingInCache(box),
      (left) => left === 10,
    );
    assert.equal((await box.view()).remaining, 10);
  });

  test("sold out is told without the database, whoever holds its row", async () => {
    const box = await soldOut();
    await box.ask(); // the key is known from here on
    await eventually(
      () => remainingInCache(box),
      (left) => left === 0,
    );
    const release = await holdLine(app.databaseUrl, box.id);
    try {
      const refused = await withoutDatabase(() => box.ask());
      assert.equal(refused.status, 409);
      assert.equal(refused.body.code, "INSUFFICIENT_INVENTORY");
      assert.equal(refused.body.remaining, 0);
      const path = `/v1/inventories/${box.id}/reservations`;
      const wish = { userId: "phone-0123456789abcdef" };
      const guest = await withoutDatabase(() => api(app, null).post(path, wish));
      assert.equal(guest.body.code, "INSUFFICIENT_INVENTORY");
    } finally {
      await release();
    }
  });

  test("whoever has a box and asks again with the same key has the same answer again", async () => {
    const box = await bakery.offer({ quantity: 1 });
    await box.view();
    const wish = { userId: newUser() };
    const key = newKey();
    const reserved = await box.reserve(wish, { key });
    await eventually(
      () => remainingInCache(box),
      (left) => left === 0,
    );
    const again = await box.ask(wish, { key });
    assert.equal(again.status, 201);
    assert.deepEqual(again.body, reserved);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
  });

  test("a sold-out box still has a waitlist, and what comes back is sold again", async () => {
    const box = await soldOut();
    const waiting = await box.waitlist();
    await act(app, waiting.id, "cancel");
    await box.change({ quantity: 3 });
    await eventually(
      () => box.ask(),
      ({ status }) => status === 201,
    );
    assert.equal((await box.ask()).body.code, "INSUFFICIENT_INVENTORY");
  });

  test("a cache that differs from the database is seen in the metrics", async () => {
    const difference = async () => {
      const text = await (await fetch(`${app.url}/metrics`)).text();
      return Number(/^turnkeeper_boxes_cache_difference (.*)$/m.exec(text)![1]);
    };
    const box = await bakery.offer({ quantity: 5 });
    await box.view();
    assert.equal(await difference(), 0);
    const value = JSON.parse((await cached(box, "value"))!) as { line: { taken: number } };
    value.line.taken = 3;
    const spoilt = JSON.stringify(value);
    // An event that is heard late brings the cache up to date once more.
    await until("the metrics show what the cache is wrong by", async () => {
      await redis.hset(`inventory:quantity:{${box.id}}`, "value", spoilt);
      return (await difference()) === 3;
    });
  });
});

describe("nothing rests on Redis", () => {
  const people = 200;
  const boxes = 20;

  /** Exactly as many have a box as there are; everybody else is told why not. */
  async function outcome(box: Box, answers: Answer[]): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { status, body } of answers) {
      const told = status === 201 ? "reserved" : (body.code as string);
      counts[told] = (counts[told] ?? 0) + 1;
    }
    const { rows } = await app.pool.query<{ taken: number; held: number }>(
      `select l.taken, (select count(*)::int from ticket t
         where t.line_id = l.id and t.state = 'holding') as held from line l where l.id = $1`,
      [box.id],
    );
    const { taken, held } = rows[0]!;
    assert.equal(taken, held);
    assert.equal(held, counts["reserved"] ?? 0);
    assert(held <= boxes, `${held} of ${boxes}`);
    return counts;
  }

  /** Many ask at once. Who was not decided about in time, on a busy machine, asks again as clients do. */
  /** Told when a machine is busy, or its Redis has just died: whoever is told so asks again. */
  const comeBack = ["BUSY", "DATABASE_AWAY", "LOCK_ACQUISITION_FAILED"];

  function rush(box: Box) {
    const all = Array.from({ length: people }, () => {
      const [userId, key] = [newUser(), newKey()];
      return () => box.ask({ userId }, { key });
    });
    const first = Promise.all(all.map((ask) => ask()));
    const decided = async (later = comeBack) =>
      Promise.all(
        (await first).map(async (answer, i) => {
          while (later.includes(answer.body.code as string)) answer = await all[i]!();
          return answer;
        }),
      );
    return { first, decided };
  }

  /** A rush that piles up behind somebody who keeps the box's row, until it is so. */
  async function crowd<T>(
    box: Box,
    ask: () => Promise<T>,
    isSo: (answer: T) => boolean,
    later = comeBack,
  ) {
    const release = await holdLine(app.databaseUrl, box.id);
    const { first, decided } = rush(box);
    let isOver = false;
    void first.finally(() => (isOver = true));
    try {
      // On a machine that is busy enough Redis is given up on: then the story ends as it would without.
      await eventually(async () => isOver || isSo(await ask()), Boolean);
    } finally {
      await release();
    }
    return decided(later);
  }

  const locked = () => redis.keys("lock:inventory:*");

  /** How often somebody has asked whether a lock is held. */
  async function lookups(): Promise<number> {
    const stats = await redis.info("commandstats");
    return Number(/^cmdstat_exists:calls=(\d+)/m.exec(stats)?.[1] ?? 0);
  }

  test("a rush has exactly as many winners as there are boxes", async () => {
    const box = await bakery.offer({ quantity: boxes });
    const answers = await crowd(box, locked, (keys) => keys.length > 0);
    const counts = await outcome(box, answers);
    assert.deepEqual(counts, { reserved: boxes, INSUFFICIENT_INVENTORY: people - boxes });
  });

  test("every lock is refused: some are told to come back, and nobody has a box too many", async () => {
    let [box, answers, told] = [
      await bakery.offer(),
      [] as Answer[],
      undefined as Answer | undefined,
    ];
    // Once more where Redis was given up on.
    while (!told) {
      box = await bakery.offer({ quantity: boxes });
      await redis.set(inventoryLock(bakery.id, box.id), "somebody who never lets go");
      const before = await lookups();
      answers = await crowd(box, lookups, (count) => count >= before + 4, comeBack.slice(0, 2));
      await outcome(box, answers);
      told = answers.find(({ body }) => body.code === "LOCK_ACQUISITION_FAILED");
    }
    assert.equal(told.status, 503);
    assert.equal(told.body.retryAfter, 2_000);
    assert.equal(told.headers.get("retry-after"), "2");
    await redis.flushall();
    await outcome(box, [...answers, ...(await rush(box).decided())]);
  });

  test("every lock lies: all are let in at once, and nobody has a box too many", async () => {
    const box = await bakery.offer({ quantity: boxes });
    let isOver = false;
    const lying = (async () => {
      while (!isOver) await redis.flushall();
    })();
    const before = await lookups();
    const answers = await crowd(box, lookups, (count) => count > before);
    isOver = true;
    await lying;
    const counts = await outcome(box, answers);
    assert.deepEqual(counts, { reserved: boxes, INSUFFICIENT_INVENTORY: people - boxes });
  });

  test("the cache lies: too much is refused at worst, and nobody has a box too many", async () => {
    const box = await bakery.offer({ quantity: boxes });
    await box.view();
    const key = `inventory:quantity:{${box.id}}`;
    const value = JSON.parse((await cached(box, "value"))!) as { line: { capacity: number } };
    value.line.capacity = 1_000;
    await redis.hset(key, "version", 1_000_000, "value", JSON.stringify(value));
    const counts = await outcome(box, await rush(box).decided());
    assert.deepEqual(counts, { reserved: boxes, INSUFFICIENT_INVENTORY: people - boxes });
  });

  test("it is killed in the middle of a rush, and nobody notices", async () => {
    const box = await bakery.offer({ quantity: boxes });
    const answers = await crowd(
      box,
      async () => ((await locked()).length > 0 ? server.kill().then(() => true) : false),
      (killed) => killed,
    );
    const counts = await outcome(box, answers);
    assert.deepEqual(counts, { reserved: boxes, INSUFFICIENT_INVENTORY: people - boxes });
    assert.equal((await box.view()).remaining, 0);
    await server.restartEmpty();
  });

  test("it is frozen: everything goes on without it", async () => {
    const box = await bakery.offer({ quantity: boxes });
    server.pause();
    try {
      assert.equal((await box.view()).remaining, boxes);
      const counts = await outcome(box, await rush(box).decided());
      assert.deepEqual(counts, { reserved: boxes, INSUFFICIENT_INVENTORY: people - boxes });
    } finally {
      server.resume();
    }
  });
});
