import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { api, type Answer } from "../../../test/http.ts";
import { watch } from "../../../test/stream.ts";
import { actOn, onBothStores, openRoom, see } from "../../../test/waitroom.ts";

onBothStores((app) => {
  test("the counts of a room", async () => {
    const room = await openRoom(app(), { maxActive: 2, admitPerSecond: 1 });
    const visitors = [];
    for (let n = 0; n < 4; n++) visitors.push(await room.join());
    app().clock.advance(4_000);
    await app().admit();
    await actOn(app(), visitors[0], "start");
    app().clock.advance(6_000);
    await actOn(app(), visitors[0], "complete");
    await actOn(app(), visitors[3], "cancel");
    const stats = await room.stats();
    const { waiting, admitted, active, expired, completed, joined } = stats;
    assert.deepEqual([waiting, admitted, active, expired, completed, joined], [1, 1, 0, 1, 1, 4]);
    assert.deepEqual([stats.averageWaitSeconds, stats.averageSessionSeconds], [4, 6]);
    assert.equal(Date.parse(stats.lastAdmissionAt), app().clock.fixed().getTime() - 6_000);
  });

  test("a room is watched live, and a watcher who comes back misses nothing", async () => {
    const room = await openRoom(app(), { maxActive: 1 });
    const stream = await watch(app(), `${room.path}/events`);
    const first = await stream.next();
    assert.deepEqual([first.event, first.data.waiting], ["stats", 0]);
    const ann = await room.join();
    await app().admit();
    const seen: string[] = [];
    while (!seen.includes("waitroom.admitted")) {
      const { event, data } = await stream.next();
      if (event === "change") seen.push(data.type);
    }
    assert.deepEqual(seen, ["waitroom.joined", "waitroom.admitted"]);
    const place = stream.lastId();
    await stream.close();
    await actOn(app(), ann, "start");
    await app().admit();
    const resumed = await watch(app(), `${room.path}/events`, { lastEventId: place });
    const change = await resumed.next();
    assert.deepEqual([change.data.type, change.data.positionId], ["waitroom.started", ann.id]);
    const { data: stats } = await resumed.next();
    assert.equal(stats.active, 1);
    await resumed.close();
  });

  test("minutes for the chart", async () => {
    const room = await openRoom(app(), { maxActive: 1 });
    const ann = await room.join();
    await room.join();
    app().clock.advance(10_000);
    await app().admit();
    await actOn(app(), ann, "start");
    await actOn(app(), ann, "complete");
    await app().admit();
    const { body } = await api(app()).get(`${room.path}/history?minutes=5`);
    const sum = (name: string) =>
      body.items.reduce((total: number, item: Record<string, number>) => total + item[name]!, 0);
    assert.deepEqual(["joined", "started", "completed", "expired"].map(sum), [2, 1, 1, 0]);
    assert.equal(body.items.at(-1).averageWaitSeconds, 10);
  });

  test("who waits is listed in order, page by page", async () => {
    const room = await openRoom(app(), { state: "paused" });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await room.join()).id);
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body } = await api(app()).get(`${room.path}/positions?limit=2${cursor}`);
      seen.push(...body.items.map((item: { id: string }) => item.id));
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : "";
    } while (cursor);
    assert.deepEqual(seen, ids);
  });

  test("an operator looks somebody up, and removes them", async () => {
    const room = await openRoom(app(), { state: "paused" });
    const ann = await room.join(undefined, { metadata: { cart: 3 } });
    const bob = await room.join();
    const { body } = await api(app()).get(`/v1/positions/${ann.id}`);
    assert.deepEqual([body.status, body.metadata], ["WAITING", { cart: 3 }]);
    await api(app()).post(`/v1/positions/${ann.id}/terminate`);
    const gone = await see(app(), ann);
    assert.deepEqual([gone.status, gone.reason], ["EXPIRED", "TERMINATED"]);
    assert.equal((await see(app(), bob)).ahead, 0);
  });

  test("thousands from one address are seen, and sent away", async () => {
    const room = await openRoom(app(), { state: "paused" });
    for (let n = 0; n < 3; n++) await api(app(), null).post(`${room.path}/positions`);
    await room.join(); // by staff: from no address
    const { body } = await api(app()).get(`${room.path}/addresses`);
    assert.deepEqual(body.items, [{ address: "127.0.0.1", positions: 3 }]);
    const revoked = await api(app()).post(`${room.path}/addresses/revoke`, {
      address: "127.0.0.1",
    });
    assert.deepEqual(revoked.body, { terminated: 3 });
    assert.equal((await room.stats()).waiting, 1);
  });

  test("changes take effect at once, and those who wait hear the operator's words", async () => {
    const room = await openRoom(app(), { maxActive: 1, admitPerSecond: 100 });
    const visitors = [];
    for (let n = 0; n < 3; n++) visitors.push(await room.join());
    await app().admit();
    await room.change({ maxActive: 2, message: "Nearly there" });
    app().clock.advance(1_000);
    await app().admit();
    assert.equal((await see(app(), visitors[1])).status, "ADMITTED");
    const last = await see(app(), visitors[2]);
    assert.deepEqual([last.status, last.message], ["WAITING", "Nearly there"]);
    await room.change({ state: "paused" });
    assert.equal((await see(app(), visitors[2])).estimatedWait, null);
  });

  test("the draw: its seed is promised before, shown after, and anyone can check the order", async () => {
    const opensAt = new Date(app().clock.fixed().getTime() + 20_000).toISOString();
    const room = await openRoom(app(), { opensAt, maxActive: 1, heartbeatSeconds: 60 });
    const promised = (await api(app(), null).get(`${room.path}/public`)).body.draw;
    assert.equal(promised.seed, null);
    const early: Answer["body"][] = [];
    for (let n = 0; n < 6; n++) early.push(await room.join());
    assert.ok(early.every(({ position, ahead }) => position === null && ahead === null));
    const before = await api(app(), null).get(`${room.path}/draw`);
    assert.deepEqual([before.body.seed, before.body.items], [null, []]);
    await app().admit();
    assert.equal((await room.stats()).admitted, 0);

    app().clock.advance(20_000);
    await room.change({ state: "paused" });
    const late = await room.join();
    await app().admit();
    const { body } = await api(app(), null).get(`${room.path}/draw`);
    assert.equal(createHash("sha256").update(body.seed).digest("hex"), promised.seedHash);
    const value = (id: string) =>
      createHash("sha256").update(`${body.seed}:${id}`).digest().readUIntBE(0, 5);
    const order = early.map(({ id }) => id).toSorted((a, b) => value(a) - value(b));
    assert.deepEqual(
      body.items.map(({ positionId }: { positionId: string }) => positionId),
      order,
    );
    const places = await Promise.all(
      order.map(
        async (id) =>
          (
            await see(
              app(),
              early.find((one) => one.id === id),
            )
          ).ahead,
      ),
    );
    assert.deepEqual(places, [0, 1, 2, 3, 4, 5]);
    assert.equal((await see(app(), late)).ahead, 6);
  });

  test("a second draw has another seed", async () => {
    const soon = () => new Date(app().clock.fixed().getTime() + 20_000).toISOString();
    const room = await openRoom(app(), { opensAt: soon() });
    const first = (await api(app()).get(room.path)).body.draw.seedHash;
    await room.change({ opensAt: new Date(Date.parse(soon()) + 5_000).toISOString() });
    assert.equal((await api(app()).get(room.path)).body.draw.seedHash, first);
    app().clock.advance(30_000);
    const again = await room.change({ opensAt: soon() });
    assert.notEqual(again.body.draw.seedHash, first);
    assert.equal(again.body.draw.seed, null);
  });

  test("a second draw shows those who took part in it, a page at a time, and not the first's", async () => {
    const soon = () => new Date(app().clock.fixed().getTime() + 20_000).toISOString();
    const room = await openRoom(app(), { opensAt: soon() });
    await room.join();
    await app().admit();
    app().clock.advance(30_000);
    await room.change({ opensAt: soon() });
    const second = [await room.join(), await room.join(), await room.join()].map(({ id }) => id);
    await app().admit();
    app().clock.advance(30_000);
    const shown: string[] = [];
    for (let cursor = ""; ;) {
      const { body } = await api(app(), null).get(`${room.path}/draw?limit=2${cursor}`);
      shown.push(...body.items.map(({ positionId }: { positionId: string }) => positionId));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
    }
    assert.deepEqual(new Set(shown), new Set(second));
    assert.equal(shown.length, 3);
  });

  test("where nobody is drawn there is no draw to see, and it is not asked for without end", async () => {
    const room = await openRoom(app());
    const look = () => api(app(), null).get(`${room.path}/draw`);
    const none = await look();
    assert.deepEqual([none.status, none.body.code], [404, "NOT_FOUND"]);
    const answers = await Promise.all(Array.from({ length: 120 }, look));
    assert.ok(answers.some(({ status }) => status === 429));
  });
});
