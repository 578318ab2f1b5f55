import assert from "node:assert/strict";
import { after as afterAll, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  act,
  after,
  newUser,
  openBakery,
  reservationNow,
  type Bakery,
} from "../../../test/boxes.ts";

let app: TestApp;
let bakery: Bakery;
before(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-03-02T16:00:00Z"); // a Monday, an hour before the window
  bakery = await openBakery(app);
});

test("a hold that nobody confirms lapses, and the box is back", async () => {
  const box = await bakery.offer({ quantity: 1 });
  const { id } = await box.reserve();
  await after(app, 19);
  assert.equal((await reservationNow(app, id)).status, "ACTIVE");
  await after(app, 1);
  const lapsed = await reservationNow(app, id);
  assert.deepEqual([lapsed.status, lapsed.reason], ["EXPIRED", "HOLD_LAPSED"]);
  assert.deepEqual([lapsed.expiresAt, lapsed.pickupCode], [null, null]);
  assert.equal((await box.view()).remaining, 1);
  await box.reserve();
});

test("the deadline decides, not the sweep that comes later", async () => {
  const box = await bakery.offer();
  const { id, pickupCode } = await box.reserve();
  app.clock.set("2026-03-02T16:20:00Z");
  await assert.rejects(act(app, id, "confirm"), /HOLD_EXPIRED/);
  app.clock.set("2026-03-02T17:00:00Z");
  assert.equal((await bakery.pickUp(pickupCode)).body.code, "HOLD_EXPIRED");
});

test("confirming keeps the box until the window ends", async () => {
  const box = await bakery.offer({ quantity: 1 });
  const { id } = await box.reserve();
  const confirmed = await act(app, id, "confirm");
  assert.deepEqual([confirmed.status, confirmed.paymentStatus], ["ACTIVE", "PENDING"]);
  assert.equal(confirmed.expiresAt, "2026-03-02T19:00:00.000Z");
  await after(app, 60);
  assert.equal((await reservationNow(app, id)).status, "ACTIVE");
  assert.equal((await box.ask()).body.code, "INSUFFICIENT_INVENTORY");
});

test("confirming twice changes nothing more", async () => {
  const { id } = await (await bakery.offer()).reserve();
  const first = await act(app, id, "confirm");
  app.clock.advance(60_000);
  assert.deepEqual(await act(app, id, "confirm"), first);
});

test("what was confirmed and not collected is marked and counted when the window ends", async () => {
  const box = await bakery.offer();
  const { id } = await box.reserve({ quantity: 2 });
  await act(app, id, "confirm");
  app.clock.set("2026-03-02T19:00:00Z");
  await app.sweep();
  const missed = await reservationNow(app, id);
  assert.deepEqual([missed.status, missed.reason], ["EXPIRED", "NOT_COLLECTED"]);
  const { boxes } = await box.counts();
  assert.deepEqual([boxes.notCollected, boxes.lapsed, boxes.confirmed], [2, 0, 0]);
});

test("whoever let a hold lapse waits a while before the next one, with this merchant", async () => {
  const [bread, cake] = [await bakery.offer(), await bakery.offer({ title: "Cake" })];
  const userId = newUser();
  await bread.reserve({ userId });
  await after(app, 20);
  for (const box of [bread, cake]) {
    const refused = await box.ask({ userId });
    assert.deepEqual([refused.status, refused.body.code], [409, "COOLING_DOWN"]);
    assert.equal(refused.headers.get("retry-after"), "1800");
    assert.equal(refused.body.until, "2026-03-02T16:50:00.000Z");
  }
  await (await (await openBakery(app)).offer()).reserve({ userId });
  await cake.reserve();
  await after(app, 29);
  assert.equal((await cake.ask({ userId })).headers.get("retry-after"), "60");
  await after(app, 1);
  await cake.reserve({ userId });
});

test("only a lapsed hold is followed by a cool-down: who gives back may come again", async () => {
  const box = await bakery.offer();
  const userId = newUser();
  const { id } = await box.reserve({ userId });
  await act(app, id, "cancel");
  await box.reserve({ userId });
});

test("a merchant without a cool-down", async () => {
  await bakery.change({ cooldownMinutes: 0 });
  const box = await bakery.offer();
  const userId = newUser();
  await box.reserve({ userId });
  await after(app, 20);
  await box.reserve({ userId });
});

test("many holds that run out together are each given back once", async () => {
  const box = await bakery.offer({ quantity: 120 });
  const all = await Promise.all(Array.from({ length: 60 }, () => box.reserve({ quantity: 2 })));
  assert.equal((await box.view()).remaining, 0);
  app.clock.advance(20 * 60_000);
  assert.equal(await app.sweep(), 60);
  assert.equal(await app.sweep(), 0);
  assert.equal((await box.view()).remaining, 120);
  const { boxes } = await box.counts();
  assert.deepEqual([boxes.held, boxes.lapsed], [0, 120]);
  for (const { id } of all) assert.equal((await reservationNow(app, id)).status, "EXPIRED");
});

test("a sweep that was decided on something older changes nothing", async () => {
  const box = await bakery.offer();
  const { id } = await box.reserve();
  app.clock.advance(20 * 60_000 - 1);
  await act(app, id, "confirm");
  app.clock.advance(1);
  assert.equal(await app.sweep(), 0);
  assert.equal((await reservationNow(app, id)).status, "ACTIVE");
});

test("cancelling gives back at once, and only once", async () => {
  const box = await bakery.offer({ quantity: 1 });
  const { id } = await box.reserve();
  const cancelled = await act(app, id, "cancel");
  assert.deepEqual([cancelled.status, cancelled.reason], ["CANCELLED", "BY_MERCHANT"]);
  await assert.rejects(act(app, id, "cancel"), /WRONG_STATE/);
  assert.equal((await box.view()).remaining, 1);
});
