import assert from "node:assert/strict";
import { after as afterAll, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, openBakery, type Bakery } from "../../../test/boxes.ts";
import { api } from "../../../test/http.ts";
import { watch } from "../../../test/stream.ts";

let app: TestApp;
let bakery: Bakery;
before(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-03-02T16:00:00Z");
  bakery = await openBakery(app);
});

test("shoppers see what is left, as it changes", async () => {
  const box = await bakery.offer({ quantity: 2 });
  const stream = await watch(app, `/v1/inventories/${box.id}/events`, { bearer: null });
  const now = await stream.next();
  assert.deepEqual([now.event, now.data.remaining], ["inventory", 2]);
  await box.reserve();
  assert.equal((await stream.next()).data.remaining, 1);
  await box.change({ paused: true });
  assert.equal((await stream.next()).data.status, "PAUSED");
  await stream.close();
});

test("the shop page watches many boxes in one stream", async () => {
  const [bread, cake] = [await bakery.offer(), await bakery.offer({ title: "Cake" })];
  const path = `/v1/boxes/events?inventories=${bread.id},${cake.id}`;
  const stream = await watch(app, path, { bearer: null });
  const first = [(await stream.next()).data.title, (await stream.next()).data.title];
  assert.deepEqual(new Set(first), new Set(["Evening bread", "Cake"]));
  await cake.reserve();
  const { data } = await stream.next();
  assert.deepEqual([data.id, data.remaining], [cake.id, 4]);
  await stream.close();
  const nowhere = "01900000-0000-7000-8000-000000000000";
  const refused = await api(app, null).get(`/v1/boxes/events?inventories=${nowhere}`);
  assert.equal(refused.body.code, "BOX_NOT_FOUND");
});

test("who waits in line sees the place get better, then the offer", async () => {
  const box = await bakery.offer({ quantity: 1 });
  const [held] = await box.sellOut();
  const [first, second] = [await box.waitlist(), await box.waitlist()];
  const path = `/v1/reservations/${second.id}/events`;
  const stream = await watch(app, path, { bearer: second.secret });
  assert.equal((await stream.next()).data.position, 2);
  await act(app, first.id, "cancel");
  assert.equal((await stream.next()).data.position, 1);
  await act(app, held.id, "cancel");
  const { event, data } = await stream.next();
  assert.deepEqual([event, data.status, data.position], ["reservation", "OFFERED", null]);
  await stream.close();
});

test("a holder watches their own reservation alone", async () => {
  const box = await bakery.offer();
  const [mine, theirs] = [await box.reserve(), await box.reserve()];
  const refused = await api(app, mine.secret).get(`/v1/reservations/${theirs.id}/events`);
  assert.equal(refused.status, 404);
});

test("the merchant sees today's counts, and boxes that come later in the day", async () => {
  const box = await bakery.offer();
  const stream = await watch(app, `/v1/merchants/${bakery.id}/events`);
  const opening = [await stream.next(), await stream.next()];
  const list = opening.find(({ event }) => event === "inventories")!;
  assert.deepEqual(list.data.ids, [box.id]);
  const { id } = await box.reserve({ quantity: 2 });
  assert.equal((await stream.next()).data.boxes.held, 2);
  await act(app, id, "confirm");
  assert.deepEqual((await stream.next()).data.boxes.confirmed, 2);
  const cake = await bakery.offer({ title: "Cake" });
  const later = [await stream.next(), await stream.next()];
  const lists = later.find(({ event }) => event === "inventories")!;
  assert.deepEqual(lists.data.ids.toSorted(), [box.id, cake.id].toSorted());
  assert.equal(later.find(({ event }) => event === "inventory")!.data.id, cake.id);
  await stream.close();
});

test("events name neither the person nor the code", async () => {
  const box = await bakery.offer();
  const { userId, pickupCode } = await box.reserve({ name: "Ann" });
  const { rows } = await app.pool.query<{ text: string }>(
    `select concat(before, after) as text from event where line_id = $1`,
    [box.id],
  );
  assert.ok(rows.length > 0);
  for (const { text } of rows) {
    for (const word of [userId, pickupCode, "Ann"]) assert.ok(!text.includes(word), text);
  }
});
