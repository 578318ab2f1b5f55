import assert from "node:assert/strict";
import { after as afterAll, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { act, holder, newUser, openBakery, type Bakery } from "../../test/boxes.ts";
import { api, newKey } from "../../test/http.ts";

let app: TestApp;
let bakery: Bakery;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-03-02T16:00:00Z");
  bakery = await openBakery(app);
});

const asShopper = { bearer: null };

test("a shopper needs no account: the secret reads, confirms and cancels that one reservation", async () => {
  const box = await bakery.offer();
  const mine = await box.reserve({}, asShopper);
  const me = holder(app, mine);
  assert.equal((await me.get(`/v1/reservations/${mine.id}`)).body.pickupCode, mine.pickupCode);
  assert.equal((await me.post(`/v1/reservations/${mine.id}/confirm`)).status, 200);
  const gone = await me.post(`/v1/reservations/${mine.id}/cancel`);
  assert.deepEqual([gone.body.status, gone.body.reason], ["CANCELLED", null]);
  const theirs = await box.reserve();
  assert.equal((await me.get(`/v1/reservations/${theirs.id}`)).status, 404);
  assert.equal((await me.post(`/v1/reservations/${theirs.id}/cancel`)).status, 404);
});

test("a shopper accepts and declines offers, but hands nothing over", async () => {
  const box = await bakery.offer({ quantity: 1 });
  const [held] = await box.sellOut();
  const mine = await box.reserve({ waitlist: true }, asShopper);
  await act(app, held.id, "cancel");
  const me = holder(app, mine);
  assert.equal((await me.post(`/v1/reservations/${mine.id}/accept`)).body.status, "ACTIVE");
  assert.equal((await me.post(`/v1/reservations/${mine.id}/undo`)).status, 403);
  const pickups = `/v1/merchants/${bakery.id}/pickups`;
  assert.equal((await me.post(pickups, { code: mine.pickupCode ?? "AAAAAA" })).status, 403);
});

test("the id that a shopper's device makes up blocks nobody with an account", async () => {
  const box = await bakery.offer();
  const userId = newUser();
  await box.reserve({ userId }, asShopper);
  await box.reserve({ userId });
  const again = await box.ask({ userId }, asShopper);
  assert.equal(again.body.code, "ACTIVE_RESERVATION_EXISTS");
  // Whose reservation that is, is not told to somebody who only knows the id.
  assert.equal(again.body.reservationId, undefined);
});

test("a shopper's repeated request gives the same reservation and secret", async () => {
  const box = await bakery.offer();
  const wish = { userId: newUser() };
  const key = newKey();
  const first = await box.ask(wish, { ...asShopper, key });
  const again = await box.ask(wish, { ...asShopper, key });
  assert.deepEqual(again.body, first.body);
  assert.equal(again.body.secret, first.body.secret);
});

test("a viewer looks at boxes, and reserves none", async () => {
  const { body: viewer } = await api(app).post("/v1/api-keys", { name: "V", role: "viewer" });
  const box = await bakery.offer();
  assert.equal((await box.ask({}, { bearer: viewer.key })).status, 403);
  assert.equal((await api(app, viewer.key).get(`/v1/inventories/${box.id}`)).status, 200);
});

test("the merchant's key never leaves the server", async () => {
  const { rows } = await app.pool.query<{ key: string }>(
    `select encode(code_key, 'base64') as key from merchant where id = $1`,
    [bakery.id],
  );
  const box = await bakery.offer();
  const answers = [
    (await api(app).get(`/v1/merchants/${bakery.id}`)).body,
    await box.view(),
    await box.reserve(),
  ];
  assert.ok(!JSON.stringify(answers).includes(rows[0]!.key));
});
