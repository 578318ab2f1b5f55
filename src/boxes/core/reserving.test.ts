import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, newUser, openBakery, type Bakery } from "../../../test/boxes.ts";
import { api } from "../../../test/http.ts";

let app: TestApp;
let bakery: Bakery;
before(async () => {
  app = await startApp();
});
after(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-03-02T16:00:00Z"); // a Monday, an hour before the window
  bakery = await openBakery(app);
});

test("a reservation holds a box for 20 minutes, at the price of the moment", async () => {
  const box = await bakery.offer();
  const userId = newUser();
  const reservation = await box.reserve({ userId });
  assert.equal(reservation.status, "ACTIVE");
  assert.equal(reservation.expiresAt, "2026-03-02T16:20:00.000Z");
  assert.deepEqual([reservation.amount, reservation.currency], [450, "EUR"]);
  assert.equal(reservation.paymentStatus, "PENDING");
  assert.match(reservation.pickupCode, /^[2-9A-Z]{6}$/);
  const view = await box.view();
  assert.deepEqual([view.remaining, view.status, view.price], [4, "ACTIVE", 450]);
});

test("the hold is between 15 and 30 minutes, as asked", async () => {
  const box = await bakery.offer();
  const long = await box.reserve({ ttlMinutes: 30 });
  assert.equal(long.expiresAt, "2026-03-02T16:30:00.000Z");
  for (const ttlMinutes of [14, 31, 20.5]) {
    const refused = await box.ask({ ttlMinutes });
    assert.deepEqual([refused.status, refused.body.code], [422, "INVALID"]);
  }
});

test("nobody holds a box longer than it can be picked up", async () => {
  app.clock.set("2026-03-02T18:50:00Z");
  const { expiresAt } = await (await bakery.offer()).reserve();
  assert.equal(expiresAt, "2026-03-02T19:00:00.000Z");
});

test("BOX_NOT_FOUND: there is no such box", async () => {
  const box = await bakery.offer();
  const nowhere = `/v1/inventories/01900000-0000-7000-8000-000000000000`;
  const refused = await api(app).post(`${nowhere}/reservations`, { userId: "ann" });
  assert.deepEqual([refused.status, refused.body.code], [404, "BOX_NOT_FOUND"]);
  assert.equal((await api(app).get(nowhere)).body.code, "BOX_NOT_FOUND");
  // Another organisation's staff does not find it either.
  const { body } = await api(app).post("/v1/organisations", { name: "Others" });
  const theirs = await box.ask({}, { bearer: body.apiKey });
  assert.deepEqual([theirs.status, theirs.body.code], [404, "BOX_NOT_FOUND"]);
});

test("BOX_UNAVAILABLE: the merchant has paused it", async () => {
  const box = await bakery.offer();
  assert.equal((await box.change({ paused: true })).body.status, "PAUSED");
  const refused = await box.ask();
  assert.deepEqual([refused.status, refused.body.code], [409, "BOX_UNAVAILABLE"]);
  await box.change({ paused: false });
  await box.reserve();
});

test("PICKUP_WINDOW_CLOSED: the window is over, to the moment", async () => {
  const box = await bakery.offer();
  app.clock.set("2026-03-02T18:59:59.999Z");
  await box.reserve();
  app.clock.set("2026-03-02T19:00:00Z");
  const refused = await box.ask();
  assert.deepEqual([refused.status, refused.body.code], [409, "PICKUP_WINDOW_CLOSED"]);
  assert.equal((await box.view()).status, "CLOSED");
});

test("ACTIVE_RESERVATION_EXISTS: one active reservation per user and merchant", async () => {
  const [bread, cake] = [await bakery.offer(), await bakery.offer({ title: "Cake" })];
  const userId = newUser();
  const first = await bread.reserve({ userId });
  for (const box of [bread, cake]) {
    const refused = await box.ask({ userId });
    assert.deepEqual([refused.status, refused.body.code], [409, "ACTIVE_RESERVATION_EXISTS"]);
    assert.equal(refused.body.reservationId, first.id);
  }
  // Another merchant is another matter, and so is another user.
  await (await (await openBakery(app)).offer()).reserve({ userId });
  await cake.reserve();
  await act(app, first.id, "cancel");
  await cake.reserve({ userId });
});

test("INSUFFICIENT_INVENTORY: the last box is gone", async () => {
  const box = await bakery.offer({ quantity: 2 });
  await box.sellOut();
  const refused = await box.ask();
  assert.deepEqual([refused.status, refused.body.code], [409, "INSUFFICIENT_INVENTORY"]);
  assert.equal(refused.body.remaining, 0);
  assert.equal((await box.view()).status, "SOLD_OUT");
});

test("several boxes are had all or not at all", async () => {
  const box = await bakery.offer({ quantity: 3 });
  const two = await box.reserve({ quantity: 2 });
  assert.deepEqual([two.quantity, two.amount, two.unitPrice], [2, 900, 450]);
  const refused = await box.ask({ quantity: 2 });
  assert.equal(refused.body.code, "INSUFFICIENT_INVENTORY");
  assert.equal(refused.body.remaining, 1);
  assert.equal((await box.view()).remaining, 1);
  await act(app, two.id, "cancel");
  assert.equal((await box.view()).remaining, 3);
});

test("a merchant says how many go to one person", async () => {
  await bakery.change({ mostPerReservation: 2 });
  const box = await bakery.offer();
  const refused = await box.ask({ quantity: 3 });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, "quantity"]);
  await box.reserve({ quantity: 2 });
});

test("the same request again is the same reservation", async () => {
  const box = await bakery.offer();
  const wish = { userId: newUser() };
  const key = "reserve-only-once-0001";
  const [first, again] = [await box.ask(wish, { key }), await box.ask(wish, { key })];
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.equal((await box.view()).remaining, 4);
  const other = await box.ask({ userId: "somebody else" }, { key });
  assert.equal(other.body.code, "IDEMPOTENCY_KEY_REUSED");
});

test("a hundred at once on ten boxes: ten winners", async () => {
  const box = await bakery.offer({ quantity: 10 });
  const answers = await Promise.all(Array.from({ length: 100 }, () => box.ask()));
  const won = answers.filter(({ status }) => status === 201);
  assert.equal(won.length, 10);
  assert.equal(new Set(won.map(({ body }) => body.pickupCode)).size, 10);
  for (const { status, body } of answers) {
    assert.ok(status === 201 || body.code === "INSUFFICIENT_INVENTORY", JSON.stringify(body));
  }
});

test("one user at every box of a merchant at once: one reservation", async () => {
  const boxes = await Promise.all(Array.from({ length: 5 }, () => bakery.offer()));
  const userId = newUser();
  const answers = await Promise.all(boxes.map((box) => box.ask({ userId })));
  const codes: string[] = answers.map(({ body }) => body.code ?? body.status);
  assert.equal(codes.filter((code) => code === "ACTIVE").length, 1);
  assert.equal(codes.filter((code) => code === "ACTIVE_RESERVATION_EXISTS").length, 4);
});
