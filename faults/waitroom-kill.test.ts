// An instance is killed in the middle of a sale. Those who wait ask another one and stand where they
// stood; everybody who is still there goes in, in order, and never more than may.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { freshDatabase, type FreshDatabase } from "../test/database.ts";
import type { TestApp } from "../test/app.ts";
import { freePort } from "../test/port.ts";
import { startRedis, type TestRedis } from "../test/redis.ts";
import { watch } from "../test/stream.ts";
import { call, key, startServer } from "./processes.ts";

let database: FreshDatabase;
let redis: TestRedis;
let servers: Awaited<ReturnType<typeof startServer>>[];

before(async () => {
  database = await freshDatabase();
  redis = await startRedis();
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    TURNKEEPER_API_KEY: key,
    DATABASE_POOL_SIZE: "4",
  };
  servers = [await startServer(env), await startServer(env)];
});
after(async () => {
  for (const { child } of servers) child.kill("SIGKILL");
  await redis.stop();
  await database.drop();
});

test("an operator whose stream hops between instances hears everything once, in order", async () => {
  const at = (hop: number) => ({ url: servers[hop % 2]!.url, ownerKey: key }) as TestApp;
  const made = await call(at(0).url, "/v1/rooms", {
    name: "Sale",
    targetUrl: "https://shop.example/",
    maxActive: 1_000,
    admitPerSecond: 1_000,
  });
  const { id: roomId } = made.body as { id: string };
  const people = 60;
  const joining = Promise.all(
    Array.from({ length: people }, (_, n) =>
      call(at(n).url, `/v1/rooms/${roomId}/positions`, { sessionId: `hop ${n}` }),
    ),
  );
  // Made, joined, admitted.
  const last = 1 + 2 * people;
  const heard: number[] = [];
  let place = "0";
  for (let hop = 0; heard.at(-1) !== last; hop++) {
    const stream = await watch(at(hop), `/v1/rooms/${roomId}/events`, { lastEventId: place });
    for (let more = 3; more > 0 && heard.at(-1) !== last; more--) {
      const { event, data } = await stream.next();
      if (event === "change") heard.push(data.seq);
    }
    place = stream.lastId();
    await stream.close();
  }
  await joining;
  assert.deepEqual(
    heard,
    Array.from({ length: last }, (_, n) => n + 1),
  );
});

test("an instance that would keep rooms elsewhere than the others does not start, and says why", async () => {
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const { REDIS_URL: _none, ...env } = process.env;
  const child = spawn(process.execPath, [main], {
    env: { ...env, DATABASE_URL: database.url, PORT: String(await freePort()) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, "exit")) as [number];
  assert.equal(code, 1, said);
  assert.match(said, /^Other running instances keep waiting rooms in Redis/m);
});

test("an instance is killed in the middle: nobody who is still there is lost", async () => {
  const [doomed, other] = servers as [(typeof servers)[0], (typeof servers)[0]];
  const { body } = await call(doomed.url, "/v1/rooms", {
    name: "Sale",
    targetUrl: "https://shop.example/",
    maxActive: 3,
    admitPerSecond: 1_000,
    heartbeatSeconds: 600,
  });
  const { id: roomId } = body as { id: string };
  const visitors: string[] = [];
  for (let n = 0; n < 30; n++) {
    const joined = await call(doomed.url, `/v1/rooms/${roomId}/positions`, { sessionId: `s${n}` });
    visitors.push((joined.body as { id: string }).id);
  }
  const admitted: string[] = [];
  for (const [n, id] of visitors.entries()) {
    if (n === 10) {
      doomed.child.kill("SIGKILL");
      await once(doomed.child, "exit");
    }
    const url = n < 10 ? doomed.url : other.url;
    for (let status = ""; status !== "ADMITTED";) {
      const answer = await call(url, `/v1/positions/${id}`);
      status = (answer.body as { status: string }).status;
      assert.ok(status === "WAITING" || status === "ADMITTED", status);
    }
    admitted.push(id);
    for (const act of ["start", "complete"]) {
      assert.equal((await call(url, `/v1/positions/${id}/${act}`, {})).status, 200);
    }
  }
  assert.deepEqual(admitted, visitors);
  const { body: stats } = await call(other.url, `/v1/rooms/${roomId}/stats`);
  const { completed, expired, waiting } = stats as Record<string, number>;
  assert.deepEqual([completed, expired, waiting], [30, 0, 0]);
});
