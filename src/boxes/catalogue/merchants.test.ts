import assert from "node:assert/strict";
import { after as afterAll, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, eveningBox, newUser, openBakery, type Bakery } from "../../../test/boxes.ts";
import { api, newKey } from "../../../test/http.ts";

let app: TestApp;
let bakery: Bakery;
let organisation: string;
before(async () => {
  app = await startApp();
  organisation = (await api(app).get("/v1/me")).body.organisation.id;
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-03-02T16:00:00Z");
  bakery = await openBakery(app);
});

test("a merchant has a zone and a currency that exist", async () => {
  const post = (given: object) =>
    api(app).post("/v1/merchants", {
      name: "Boulangerie",
      timezone: "Europe/Paris",
      currency: "eur",
      ...given,
    });
  assert.equal((await post({})).body.currency, "EUR");
  for (const wrong of [{ timezone: "Mars/Olympus" }, { currency: "XYZ" }, { name: " " }]) {
    assert.equal((await post(wrong)).status, 422);
  }
});

test("the same merchant sent twice is one", async () => {
  const body = { name: "Once", timezone: "UTC", currency: "EUR" };
  const key = newKey();
  const first = await api(app).post("/v1/merchants", body, { key });
  const again = await api(app).post("/v1/merchants", body, { key });
  assert.deepEqual(again.body, first.body);
});

test("prices are whole minor units", async () => {
  const { status } = await bakery.ask({ ...eveningBox, date: "2026-03-02", price: 4.5 });
  assert.equal(status, 422);
});

test("the quantity goes down to what is taken, and no further", async () => {
  const box = await bakery.offer({ quantity: 5 });
  await box.reserve({ quantity: 3 });
  assert.equal((await box.change({ quantity: 3 })).body.remaining, 0);
  const refused = await box.change({ quantity: 2 });
  assert.deepEqual([refused.status, refused.body.code], [409, "CAPACITY_BELOW_TAKEN"]);
  assert.equal(refused.body.taken, 3);
  assert.equal((await box.change({ quantity: 4 })).body.remaining, 1);
});

test("boxes that were picked up are taken for good", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const box = await bakery.offer({ quantity: 2 });
  const { pickupCode } = await box.reserve();
  await bakery.pickUp(pickupCode);
  assert.equal((await box.view()).remaining, 1);
  assert.equal((await box.change({ quantity: 0 })).body.code, "CAPACITY_BELOW_TAKEN");
});

test("changing the quantity under load sells none twice", async () => {
  const box = await bakery.offer({ quantity: 10 });
  const asking = Array.from({ length: 80 }, () => box.ask());
  const changing = [15, 12, 20, 18].map((quantity) => box.change({ quantity }));
  const answers = await Promise.all(asking);
  const changed = await Promise.all(changing);
  const won = answers.filter(({ status }) => status === 201).length;
  const { quantity, remaining } = await box.view();
  assert.equal(won + remaining, quantity);
  assert.ok(changed.some(({ status }) => status === 200));
});

test("a shop page lists what is open now in a town, what closes first at the top", async () => {
  const town = `Ghent ${newUser()}`;
  const ghent = await openBakery(app, { town });
  const late = await ghent.offer({ pickupEnd: "21:00", title: "Late" });
  const soon = await ghent.offer({ pickupEnd: "18:00", title: "Soon" });
  await (await openBakery(app, { town: "Bruges" })).offer();
  const list = async (query: string) => {
    const { status, body } = await api(app, null).get(
      `/v1/boxes?organisation=${organisation}&${query}`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    return body.items.map(({ id }: { id: string }) => id);
  };
  assert.deepEqual(await list(`town=${town.toUpperCase()}`), [soon.id, late.id]);
  app.clock.set("2026-03-02T18:00:00Z");
  assert.deepEqual(await list(`town=${town}`), [late.id]);
  const { body } = await api(app, null).get(`/v1/boxes/towns?organisation=${organisation}`);
  assert.ok(body.items.includes(town));
});

test("or near a place, the nearest first", async () => {
  const at = async (latitude: number, longitude: number) =>
    (await openBakery(app, { latitude, longitude })).offer();
  const [far, near] = [await at(-51.75, -57.85), await at(-51.7, -57.86)];
  await at(-51, -58);
  const path = `/v1/boxes?organisation=${organisation}&latitude=-51.69&longitude=-57.86`;
  const { body } = await api(app, null).get(`${path}&radiusKm=20`);
  assert.deepEqual(
    body.items.map(({ id }: { id: string }) => id),
    [near.id, far.id],
  );
  assert.ok(Math.abs(body.items[0].distanceKm - 1.11) < 0.01, body.items[0].distanceKm);
});

test("another organisation's boxes are on its own page", async () => {
  const box = await bakery.offer();
  const { body: others } = await api(app).post("/v1/organisations", { name: "Others" });
  const { body } = await api(app, null).get(`/v1/boxes?organisation=${others.id}`);
  assert.ok(!JSON.stringify(body).includes(box.id));
});

test("a merchant's reservations of the day, the newest first, by status, a page at a time", async () => {
  const box = await bakery.offer({ quantity: 3 });
  const [a, b, c] = [await box.reserve({ name: "Ann" }), await box.reserve(), await box.reserve()];
  const w = await box.waitlist();
  await act(app, b.id, "cancel");
  const list = async (query = "") => {
    const { status, body } = await api(app).get(`/v1/merchants/${bakery.id}/reservations${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
  const all = await list();
  assert.deepEqual(ids(all), [w.id, c.id, b.id, a.id]);
  assert.equal(all.items[3].name, "Ann");
  assert.deepEqual(ids(await list("?status=active,offered")), [w.id, c.id, a.id]);
  assert.deepEqual(ids(await list("?date=2026-03-03")), []);
  const first = await list("?limit=3");
  assert.deepEqual(ids(await list(`?limit=3&cursor=${first.nextCursor}`)), [a.id]);
});

test("the history counts what happened to the boxes, day by day", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const box = await bakery.offer({ quantity: 10 });
  const collected = await box.reserve({ quantity: 2 });
  await bakery.pickUp(collected.pickupCode);
  const missed = await box.reserve();
  await act(app, missed.id, "confirm");
  await act(app, (await box.reserve()).id, "cancel");
  await box.reserve({ quantity: 3 });
  app.clock.set("2026-03-02T19:00:00Z");
  await app.sweep();
  app.clock.set("2026-03-03T10:00:00Z");
  await bakery.offer({ quantity: 4 });
  const { body } = await api(app).get(`/v1/merchants/${bakery.id}/history`);
  const none = { pickedUp: 0, notCollected: 0, lapsed: 0, cancelled: 0, takings: 0 };
  assert.deepEqual(body.items, [
    { date: "2026-03-03", quantity: 4, ...none },
    {
      date: "2026-03-02",
      quantity: 10,
      pickedUp: 2,
      notCollected: 1,
      lapsed: 3,
      cancelled: 1,
      takings: 900,
    },
  ]);
});

test("a merchant has as many open inventories as there are parts of its codes", async () => {
  await app.pool.query(
    `insert into box_inventory (org_id, id, merchant_id, title, details, date, starts_at, ends_at, ordinal, created_at)
     select $1, gen_random_uuid(), $2, 'x', '{}', '2026-03-02', '2026-03-02T17:00Z', '2026-03-02T19:00Z', n, now()
       from generate_series(0, 638) n`,
    [organisation, bakery.id],
  );
  await bakery.offer();
  const full = await bakery.ask({ ...eveningBox, date: "2026-03-02" });
  assert.deepEqual([full.status, full.body.code], [409, "TOO_MANY_INVENTORIES"]);
  // A day after they have closed their codes are free again.
  app.clock.set("2026-03-03T19:00:00Z");
  await bakery.offer({ date: "2026-03-04" });
});

test("a coordinate too fine to compute with hides nobody's boxes", async () => {
  await bakery.offer();
  await bakery.change({ latitude: 5e-324, longitude: -5e-324 });
  const { body: merchant } = await api(app).get(`/v1/merchants/${bakery.id}`);
  assert.deepEqual([merchant.latitude, merchant.longitude], [0, 0]);
  for (const near of ["5e-324&longitude=1e-310", "0&longitude=0", "1e-7&longitude=-1e-200"]) {
    const path = `/v1/boxes?organisation=${organisation}&latitude=${near}`;
    const { status, body } = await api(app, null).get(path);
    assert.equal(status, 200, near);
    assert.ok(JSON.stringify(body).includes(bakery.id), near);
  }
});

test("dates beyond the horizon are refused, those within it have their answer", async () => {
  for (const date of ["0000-01-01", "0001-01-01", "1999-12-31", "2200-01-01", "9999-12-31"]) {
    assert.equal((await bakery.ask({ ...eveningBox, date })).status, 422, date);
    for (const list of [
      `inventories?from=${date}`,
      `history?to=${date}`,
      `reservations?date=${date}`,
    ]) {
      assert.equal((await api(app).get(`/v1/merchants/${bakery.id}/${list}`)).status, 422, list);
    }
  }
  for (const date of ["2000-01-01", "2199-12-31"]) {
    assert.equal((await bakery.ask({ ...eveningBox, date })).status >= 500, false, date);
    for (const list of [
      `inventories?from=${date}`,
      `history?to=${date}`,
      `reservations?date=${date}`,
    ]) {
      assert.equal((await api(app).get(`/v1/merchants/${bakery.id}/${list}`)).status, 200, list);
    }
  }
});
