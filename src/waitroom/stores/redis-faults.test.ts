// Redis stopped, killed, frozen, cut off and emptied under a running server: rooms say that they wait,
// everything else goes on, and all is well again soon after Redis is back, without a restart.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import { startRedis, type TestRedis } from "../../../test/redis.ts";
import { TcpProxy } from "../../../test/tcp-proxy.ts";
import { openRoom, type TestRoom } from "../../../test/waitroom.ts";

let redis: TestRedis;
let proxy: TcpProxy;
let app: TestApp;
before(async () => {
  redis = await startRedis();
  proxy = await TcpProxy.start({ host: "127.0.0.1", port: redis.port });
  app = await startApp({ env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` } });
});
after(async () => {
  await app.close();
  await proxy.close();
  await redis.stop();
});

const redisIsUp = async () => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return /^turnkeeper_redis_up (\d)$/m.exec(text)![1] === "1";
};

async function until(what: () => Promise<boolean>): Promise<void> {
  const giveUp = performance.now() + 30_000;
  while (!(await what())) {
    assert.ok(performance.now() < giveUp, `not within half a minute: ${String(what)}`);
    await pause(50);
  }
}

/** Two places, both taken. */
async function fullRoom(): Promise<{ room: TestRoom; sessions: string[] }> {
  const room = await openRoom(app, { maxActive: 2, admitPerSecond: 100, sessionMinutes: 60 });
  const visitors = [await room.join(), await room.join()];
  await app.admit();
  const sessions: string[] = [];
  for (const { id, secret } of visitors) {
    const { body } = await api(app, secret).get(`/v1/positions/${id}`);
    const redeemed = await api(app, null).post(`${room.path}/redeem`, { pass: body.pass });
    assert.equal(redeemed.status, 200);
    sessions.push(redeemed.body.session);
  }
  return { room, sessions };
}

const faults: [name: string, begin: () => unknown, end: () => unknown][] = [
  ["killed and started again, empty", () => redis.kill(), () => redis.restartEmpty()],
  ["frozen", () => redis.pause(), () => redis.resume()],
  ["behind a network that loses everything", () => proxy.swallow(), () => proxy.restore()],
  ["cut off", () => (proxy.refuse(), proxy.cutAll()), () => proxy.restore()],
];

for (const [name, begin, end] of faults) {
  test(`Redis ${name}: rooms ask for patience, the rest goes on, and then all is well`, async () => {
    const { room, sessions } = await fullRoom();
    const someone = await room.join();
    await begin();
    try {
      await until(async () => !(await redisIsUp()));
      const asked = await api(app, someone.secret).post(`/v1/positions/${someone.id}/heartbeat`);
      assert.deepEqual([asked.status, asked.body.code], [503, "BUSY"]);
      assert.ok(asked.headers.get("retry-after"));
      assert.equal((await fetch(`${app.url}/readyz`)).status, 200);
      const queue = await api(app).post("/v1/queues", {
        name: `While Redis is ${name}`,
        prefix: "A",
        timezone: "UTC",
      });
      assert.equal(queue.status, 201);
      const joined = await api(app, null).post(`/v1/queues/${queue.body.id}/tickets`, {
        name: "Ann",
      });
      assert.equal(joined.status, 201, JSON.stringify(joined.body));
    } finally {
      await end();
    }
    await until(async () => (await api(app).get(`${room.path}/stats`)).status === 200);
    assert.ok(await redisIsUp());
    for (const session of sessions) {
      const renewed = await api(app, null).post(`${room.path}/renew`, { session });
      assert.equal(renewed.status, 200, JSON.stringify(renewed.body));
    }
    await room.join();
    await app.admit();
    const { active, admitted } = await room.stats();
    assert.deepEqual([active, admitted], [2, 0]);
  });
}

test("Redis emptied while it runs: who is in stays in, and nobody new goes in their place", async () => {
  const { room, sessions } = await fullRoom();
  await redis.empty();
  await room.join();
  await app.admit();
  const { active, admitted, quarantineUntil } = await room.stats();
  assert.deepEqual([active, admitted], [2, 0]);
  assert.ok(Date.parse(quarantineUntil) > app.clock.fixed().getTime());
  const [session] = sessions;
  const renewed = await api(app, null).post(`${room.path}/renew`, { session });
  assert.equal(renewed.status, 200);
});
