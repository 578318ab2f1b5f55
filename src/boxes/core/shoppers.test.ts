import assert from "node:assert/strict";
import { after as afterAll, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, holder, newUser, openBakery, type Bakery } from "../../../test/boxes.ts";
import { api, newKey } from "../../../test/http.ts";

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

test("whoever makes up ids holds only so many boxes of a merchant from one network", async () => {
  const small = await startApp({
    env: { LIMIT_GUEST_HOLDS_PER_NETWORK: "3", TRUST_PROXY: "127.0.0.1" },
  });
  try {
    small.clock.set("2026-03-02T16:00:00Z");
    const shop = await openBakery(small);
    const box = await shop.offer({ quantity: 20 });
    const from = (ip: string, key = newKey()) =>
      box.ask({ userId: newUser() }, { ...asShopper, key, headers: { "x-forwarded-for": ip } });
    for (const last of [1, 2]) assert.equal((await from(`2001:db8::${last}`)).status, 201);
    const key = newKey();
    const userId = newUser();
    const mine = { ...asShopper, key, headers: { "x-forwarded-for": "2001:db8::3" } };
    const held = await box.ask({ userId }, mine);
    assert.equal(held.status, 201);
    const refused = await from("2001:db8::4");
    assert.deepEqual([refused.status, refused.body.code], [429, "TOO_MANY_HOLDS"]);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);

    // Neither another network, nor staff, nor whoever only asks again is kept from it.
    assert.equal((await from("2001:db8:0:1::1")).status, 201);
    assert.equal((await box.ask({ userId: newUser() })).status, 201);
    assert.equal((await box.ask({ userId }, mine)).body.id, held.body.id);
    // A refusal holds nothing, and costs nothing.
    const elsewhere = { ...asShopper, headers: { "x-forwarded-for": "203.0.113.7" } };
    for (let i = 0; i < 4; i++) {
      const { body } = await box.ask({ userId: newUser(), quantity: 100 }, elsewhere);
      assert.notEqual(body.code, "TOO_MANY_HOLDS");
    }
    // When the longest hold of them is over, there is room again.
    small.clock.advance(30 * 60_000 + 1);
    assert.equal((await from("2001:db8::4")).status, 201);
  } finally {
    await small.close();
  }
});
