import assert from "node:assert/strict";
import { after as afterAll, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, newUser, openBakery, reservationNow, type Bakery } from "../../../test/boxes.ts";
import { api, newKey } from "../../../test/http.ts";

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

test("the code opens the box inside the window, once", async () => {
  const box = await bakery.offer();
  const { id, pickupCode } = await box.reserve();
  await act(app, id, "confirm");
  const early = await bakery.pickUp(pickupCode);
  assert.deepEqual([early.status, early.body.code], [409, "PICKUP_WINDOW_CLOSED"]);
  assert.equal(early.body.opensAt, "2026-03-02T17:00:00.000Z");
  app.clock.set("2026-03-02T17:00:00Z");
  const taken = await bakery.pickUp(pickupCode);
  assert.deepEqual([taken.status, taken.body.id], [200, id]);
  assert.deepEqual([taken.body.status, taken.body.paymentStatus], ["PICKED_UP", "PAID"]);
  assert.equal(taken.body.paidOnline, false, "the money is to be taken here");
  const again = await bakery.pickUp(pickupCode);
  assert.deepEqual([again.body.code, again.body.ticketStatus], ["WRONG_STATE", "PICKED_UP"]);
  assert.equal(again.body.endedAt, "2026-03-02T17:00:00.000Z");
  const { boxes, takings } = await box.counts();
  assert.deepEqual([boxes.pickedUp, takings], [1, 450]);
});

test("the same scan sent twice is one pickup", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const key = newKey();
  const { pickupCode: code } = await (await bakery.offer()).reserve();
  const [first, again] = [await bakery.pickUp(code, { key }), await bakery.pickUp(code, { key })];
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
});

test("however the code is typed", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const { pickupCode } = await (await bakery.offer()).reserve();
  const typed = ` ${pickupCode.slice(0, 3).toLowerCase()}-${pickupCode.slice(3).toLowerCase()} `;
  assert.equal((await bakery.pickUp(typed)).status, 200);
});

test("a hold can be picked up before it is confirmed: they are here", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const { pickupCode } = await (await bakery.offer()).reserve();
  assert.equal((await bakery.pickUp(pickupCode)).body.status, "PICKED_UP");
});

test("after the window nothing is handed over", async () => {
  const { id, pickupCode } = await (await bakery.offer()).reserve();
  await act(app, id, "confirm");
  app.clock.set("2026-03-02T19:00:00Z");
  assert.equal((await bakery.pickUp(pickupCode)).body.code, "PICKUP_WINDOW_CLOSED");
});

test("another merchant's code is no code here", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const other = await openBakery(app);
  const { pickupCode } = await (await other.offer()).reserve();
  const refused = await bakery.pickUp(pickupCode);
  assert.deepEqual([refused.status, refused.body.code], [404, "PICKUP_CODE_UNKNOWN"]);
});

test("the code of somebody who was only offered a box opens nothing", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const box = await bakery.offer({ quantity: 1 });
  const [held] = await box.sellOut();
  const { id } = await box.waitlist();
  await act(app, held.id, "cancel");
  const { rows } = await app.pool.query<{ number: string }>(
    `select number from ticket where id = $1`,
    [id],
  );
  assert.equal((await bakery.pickUp(rows[0]!.number)).body.code, "PICKUP_CODE_UNKNOWN");
});

test("nobody finds a code by trying: after ten wrong ones there is a pause", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const box = await bakery.offer();
  const { pickupCode } = await box.reserve();
  for (let i = 0; i < 10; i++) {
    assert.equal((await bakery.pickUp(`22222${"2345679ACF"[i]}`)).status, 404);
  }
  const locked = await bakery.pickUp(pickupCode);
  assert.deepEqual([locked.status, locked.body.code], [429, "RATE_LIMITED"]);
  assert.ok(Number(locked.headers.get("retry-after")) > 0);
  // Another merchant is not locked out by that, and it passes.
  const other = await openBakery(app);
  const theirs = await (await other.offer()).reserve();
  assert.equal((await other.pickUp(theirs.pickupCode)).status, 200);
  app.clock.advance(5 * 60_000);
  assert.equal((await bakery.pickUp(pickupCode)).status, 200);
});

test("right codes are not counted as tries", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const box = await bakery.offer({ quantity: 12 });
  for (const { pickupCode } of await box.sellOut()) {
    assert.equal((await bakery.pickUp(pickupCode)).status, 200);
  }
});

test("a pickup can be undone for a minute, and stands until the window ends then", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const box = await bakery.offer();
  const { id, pickupCode } = await box.reserve();
  await bakery.pickUp(pickupCode);
  app.clock.advance(60_000);
  const undone = await act(app, id, "undo");
  assert.deepEqual([undone.status, undone.paymentStatus], ["ACTIVE", "PENDING"]);
  assert.equal(undone.expiresAt, "2026-03-02T19:00:00.000Z");
  const { boxes, takings } = await box.counts();
  assert.deepEqual([boxes.pickedUp, boxes.confirmed, takings], [0, 1, 0]);
  assert.equal((await bakery.pickUp(pickupCode)).status, 200);
  app.clock.advance(60_001);
  const { body } = await api(app).post(`/v1/reservations/${id}/undo`);
  assert.equal(body.code, "TOO_LATE_TO_UNDO");
});

test("undo makes no second active reservation", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const box = await bakery.offer();
  const userId = newUser();
  const { id, pickupCode } = await box.reserve({ userId });
  await bakery.pickUp(pickupCode);
  await box.reserve({ userId });
  const { body } = await api(app).post(`/v1/reservations/${id}/undo`);
  assert.equal(body.code, "ACTIVE_RESERVATION_EXISTS");
  assert.equal((await reservationNow(app, id)).status, "PICKED_UP");
});

test("after an undo there is one active reservation again, and not two", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const box = await bakery.offer();
  const userId = newUser();
  const { id, pickupCode } = await box.reserve({ userId });
  await bakery.pickUp(pickupCode);
  await act(app, id, "undo");
  assert.equal((await box.ask({ userId })).body.code, "ACTIVE_RESERVATION_EXISTS");
});
