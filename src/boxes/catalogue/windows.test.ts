import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, openBakery } from "../../../test/boxes.ts";
import { windowOf } from "./windows.ts";

const iso = (date: string, pickupStart: string, pickupEnd: string, timezone: string) => {
  const window = windowOf(date, { pickupStart, pickupEnd }, timezone);
  return window && [window.startsAt, window.endsAt].map((at) => new Date(at).toISOString());
};

test("times are the merchant's own, wherever that is", () => {
  assert.deepEqual(iso("2026-07-01", "17:00", "19:00", "Europe/Brussels"), [
    "2026-07-01T15:00:00.000Z",
    "2026-07-01T17:00:00.000Z",
  ]);
  assert.deepEqual(iso("2026-07-01", "17:00", "19:00", "Pacific/Auckland"), [
    "2026-07-01T05:00:00.000Z",
    "2026-07-01T07:00:00.000Z",
  ]);
});

test("a window may go past midnight", () => {
  assert.deepEqual(iso("2026-07-01", "22:30", "00:30", "Europe/Brussels"), [
    "2026-07-01T20:30:00.000Z",
    "2026-07-01T22:30:00.000Z",
  ]);
});

test("in spring an hour is missing: a time that the clock skips is an hour later", () => {
  assert.deepEqual(iso("2026-03-29", "01:30", "02:30", "Europe/Brussels"), [
    "2026-03-29T00:30:00.000Z",
    "2026-03-29T01:30:00.000Z",
  ]);
  assert.equal(iso("2026-03-29", "02:30", "03:10", "Europe/Brussels"), null);
});

test("in autumn an hour comes twice: the window has both", () => {
  assert.deepEqual(iso("2026-10-25", "02:15", "02:45", "Europe/Brussels"), [
    "2026-10-25T00:15:00.000Z",
    "2026-10-25T01:45:00.000Z",
  ]);
});

let app: TestApp;
before(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test("the day of a shop in Auckland is its own, not that of UTC", async () => {
  app.clock.set("2026-03-02T16:00:00Z"); // five in the morning of the 3rd there
  const bakery = await openBakery(app, { timezone: "Pacific/Auckland", currency: "NZD" });
  const box = await bakery.offer({ date: "2026-03-03" });
  const view = await box.view();
  assert.deepEqual(
    [view.startsAt, view.endsAt],
    ["2026-03-03T04:00:00.000Z", "2026-03-03T06:00:00.000Z"],
  );
  assert.deepEqual([view.pickupStart, view.pickupEnd], ["17:00", "19:00"]);
  assert.deepEqual(
    (await bakery.day()).map(({ id }) => id),
    [box.id],
  );
  const { id, pickupCode } = await box.reserve();
  assert.equal((await act(app, id, "confirm")).expiresAt, "2026-03-03T06:00:00.000Z");
  app.clock.set("2026-03-03T05:59:59Z");
  assert.equal((await bakery.pickUp(pickupCode)).status, 200);
});

test("a box that is picked up after midnight belongs to the evening before", async () => {
  app.clock.set("2026-03-02T20:00:00Z");
  const bakery = await openBakery(app);
  const box = await bakery.offer({ pickupStart: "23:00", pickupEnd: "01:00" });
  const { id, pickupCode } = await box.reserve();
  await act(app, id, "confirm");
  app.clock.set("2026-03-03T00:30:00Z");
  assert.equal((await box.view()).date, "2026-03-02");
  assert.deepEqual(
    (await bakery.day()).map((one) => one.id),
    [box.id],
  );
  assert.equal((await bakery.pickUp(pickupCode)).status, 200);
  app.clock.set("2026-03-03T01:00:00Z");
  assert.deepEqual(await bakery.day(), []);
});

test("a window that is over, or too far ahead, is no offer", async () => {
  app.clock.set("2026-03-02T20:00:00Z");
  const bakery = await openBakery(app);
  const box = { title: "Bread", quantity: 1, price: 100, pickupStart: "17:00", pickupEnd: "19:00" };
  const past = await bakery.ask({ ...box, date: "2026-03-02" });
  assert.deepEqual([past.status, past.body.code], [409, "PICKUP_WINDOW_CLOSED"]);
  const far = await bakery.ask({ ...box, date: "2028-03-02" });
  assert.deepEqual([far.status, far.body.errors[0].field], [422, "date"]);
  const skipped = { ...box, date: "2026-03-29", pickupStart: "01:10", pickupEnd: "02:00" };
  const lisbon = await bakery.ask(skipped);
  assert.equal(lisbon.body.errors?.[0].field, "pickupEnd");
});
