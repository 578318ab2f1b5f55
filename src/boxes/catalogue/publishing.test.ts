import assert from "node:assert/strict";
import { after as afterAll, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { openBakery, type Bakery } from "../../../test/boxes.ts";
import { api } from "../../../test/http.ts";
import { nextPublication, publishDue } from "./publishing.ts";
import type { Template } from "./merchant-store.ts";

let app: TestApp;
let bakery: Bakery;
before(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-03-01T12:00:00Z"); // a Sunday
  await app.sweep();
  bakery = await openBakery(app);
});

const datesOf = async (from: string, to: string) =>
  (await bakery.day(from, to)).map(({ date }) => date);

test("a box type publishes itself every weekday, at its time", async () => {
  const boxType = await bakery.boxType({ publishAt: "08:00" });
  assert.equal(boxType.nextPublicationAt, "2026-03-02T08:00:00.000Z");
  app.clock.set("2026-03-02T07:59:59Z");
  await app.sweep();
  assert.deepEqual(await datesOf("2026-03-02", "2026-03-08"), []);
  for (let day = 2; day <= 8; day++) {
    app.clock.set(`2026-03-0${day}T08:00:00Z`);
    await app.sweep();
  }
  const dates = await datesOf("2026-03-02", "2026-03-08");
  assert.deepEqual(
    dates,
    ["02", "03", "04", "05", "06"].map((day) => `2026-03-${day}`),
  );
  const [monday] = await bakery.day("2026-03-02");
  assert.deepEqual(
    [monday.title, monday.quantity, monday.price, monday.startsAt, monday.boxTypeId],
    ["Evening bread", 5, 450, "2026-03-02T17:00:00.000Z", boxType.id],
  );
});

test("however often and by whom it is looked at, a date is published once", async () => {
  await bakery.boxType();
  app.clock.set("2026-03-02T08:00:00Z");
  await Promise.all([app.sweep(), app.sweep(), app.sweep()]);
  await app.sweep();
  assert.deepEqual(await datesOf("2026-03-02", "2026-03-02"), ["2026-03-02"]);
});

test("two instances that publish the same date at the same moment make one inventory", async () => {
  const { id } = await bakery.boxType();
  app.clock.set("2026-03-02T08:00:00Z");
  const line = { orgId: (await api(app).get("/v1/me")).body.organisation.id, id } as never;
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, () => publishDue(app.pool, app.clock, line)),
  );
  assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
  assert.deepEqual(await datesOf("2026-03-02", "2026-03-02"), ["2026-03-02"]);
});

test("what was missed while nobody ran is published late, unless its window is over", async () => {
  await bakery.boxType();
  app.clock.set("2026-03-04T12:00:00Z");
  await app.sweep();
  assert.deepEqual(await datesOf("2026-03-01", "2026-03-08"), ["2026-03-04"]);
});

test("a date whose window is over before any instance came by is skipped, once", async () => {
  const { id } = await bakery.boxType();
  app.clock.set("2026-03-02T19:00:00Z");
  for (let sweeps = 0; sweeps < 3; sweeps++) await app.sweep();
  const { rows } = await app.pool.query(
    `select type, after->>'date' as date from event where after->>'boxTypeId' = $1 and type like '%publi%'`,
    [id],
  );
  assert.deepEqual(rows, [{ type: "boxes.publication_skipped", date: "2026-03-02" }]);
  const { body } = await api(app).get(`/v1/merchants/${bakery.id}/box-types`);
  assert.deepEqual(
    body.items.map((one: { nextPublicationAt: string }) => one.nextPublicationAt),
    ["2026-03-03T00:00:00.000Z"],
  );
});

test("a type that is made on its day is published at once", async () => {
  app.clock.set("2026-03-02T12:00:00Z");
  await bakery.boxType({ publishAt: "08:00" });
  await app.sweep();
  assert.deepEqual(await datesOf("2026-03-02", "2026-03-02"), ["2026-03-02"]);
});

test("one that was offered by hand is not published a second time", async () => {
  const { id } = await bakery.boxType();
  const box = await bakery.offer({ boxTypeId: id, date: "2026-03-02", quantity: 9 });
  assert.equal((await box.view()).quantity, 9);
  const again = await bakery.ask({ boxTypeId: id, date: "2026-03-02" });
  assert.deepEqual([again.status, again.body.code], [409, "ALREADY_PUBLISHED"]);
  app.clock.set("2026-03-02T08:00:00Z");
  await app.sweep();
  assert.deepEqual(await datesOf("2026-03-02", "2026-03-02"), ["2026-03-02"]);
  app.clock.set("2026-03-03T08:00:00Z");
  await app.sweep();
  assert.deepEqual(await datesOf("2026-03-03", "2026-03-03"), ["2026-03-03"]);
});

test("a template fills in what is not said", async () => {
  const { id } = await bakery.boxType({ description: "Rolls and bread", value: 1_200 });
  const { body } = await bakery.ask({ boxTypeId: id, date: "2026-03-02", price: 300 });
  assert.deepEqual(
    [body.title, body.description, body.value, body.price, body.pickupEnd],
    ["Evening bread", "Rolls and bread", 1_200, 300, "19:00"],
  );
});

test("a type that was changed publishes as it is now; one that is off does not", async () => {
  const { id } = await bakery.boxType();
  const change = (patch: object) => api(app).patch(`/v1/box-types/${id}`, patch);
  assert.equal((await change({ quantity: 12, weekdays: [1] })).status, 200);
  app.clock.set("2026-03-03T08:00:00Z");
  await app.sweep();
  const days = await bakery.day("2026-03-02", "2026-03-03");
  assert.deepEqual(
    days.map(({ date, quantity }) => [date, quantity]),
    [["2026-03-03", 12]],
  );
  assert.equal((await change({ active: false })).body.nextPublicationAt, null);
  app.clock.set("2026-03-10T08:00:00Z");
  await app.sweep();
  assert.deepEqual(await datesOf("2026-03-10", "2026-03-10"), []);
});

test("publishing follows the wall clock at the merchant's across daylight saving", () => {
  const template = {
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    publishAt: "08:00",
    active: true,
    pickupStart: "17:00",
    pickupEnd: "19:00",
  } as Template;
  const next = (publishedTo: string, now: string) => {
    const due = nextPublication(template, publishedTo, "Europe/Brussels", Date.parse(now));
    return due && [due.date, new Date(due.at).toISOString()];
  };
  assert.deepEqual(next("2026-03-27", "2026-03-27T12:00:00Z"), [
    "2026-03-28",
    "2026-03-28T07:00:00.000Z",
  ]);
  assert.deepEqual(next("2026-03-28", "2026-03-28T12:00:00Z"), [
    "2026-03-29",
    "2026-03-29T06:00:00.000Z",
  ]);
});
