// Redis Cluster: six nodes, rooms spread over them, each with all its keys on one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import { startRedisCluster, type TestCluster } from "../../../test/redis.ts";
import { actOn, openRoom, see } from "../../../test/waitroom.ts";

let cluster: TestCluster;
let app: TestApp;
before(async () => {
  cluster = await startRedisCluster();
  app = await startApp({ env: { REDIS_URL: cluster.url } });
});
after(async () => {
  await app.close();
  await cluster.stop();
});

test("rooms on several nodes: join, admission, pass, session, end, audit trail", async () => {
  const rooms = [];
  for (let n = 0; n < 8; n++) rooms.push(await openRoom(app, { maxActive: 1 }));
  for (const room of rooms) {
    const ann = await room.join();
    const bob = await room.join(undefined, { priority: 2 });
    assert.equal((await see(app, ann)).ahead, 1);
    await app.admit();
    const { pass } = await see(app, bob);
    const redeemed = await api(app, null).post(`${room.path}/redeem`, { pass });
    assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body));
    const renewed = await api(app, null).post(`${room.path}/renew`, {
      session: redeemed.body.session,
    });
    assert.equal(renewed.status, 200);
    assert.equal((await actOn(app, bob, "complete")).body.status, "COMPLETED");
    assert.equal((await actOn(app, ann, "cancel")).body.status, "EXPIRED");
    await app.admit();
    const { body } = await api(app).get(`${room.path}/history`);
    assert.equal(body.items[0].joined, 2);
    assert.equal((await api(app).get(`${room.path}/addresses`)).status, 200);
  }
});
