// The calendar as pages read it: hours, bookings and what is held, in one answer.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { at, book, expecting, hold, openResource, request } from "../../../test/booking.ts";
import { api } from "../../../test/http.ts";
import { newPatient } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

type Resource = Awaited<ReturnType<typeof openResource>>;

const ask = (resources: Pick<Resource, "id">[], from = at("00:00"), to = at("23:59")) =>
  api(app).get(
    `/v1/bookings/calendar?resources=${resources.map(({ id }) => id).join(",")}&from=${from}&to=${to}`,
  );

test("it says when each is open, how many it takes, and what is booked", async () => {
  const room = await openResource(app, { places: 2 });
  const other = await openResource(app, { from: "12:00", to: "14:00" });
  const { id } = await book(app, { resources: [room], title: "Meeting" });
  const calendar = expecting(200, await ask([room, other]));
  assert.deepEqual(calendar.resources, [
    {
      resourceId: room.id,
      open: [{ start: at("08:00"), end: at("18:00") }],
      places: 2,
      tokens: [],
    },
    {
      resourceId: other.id,
      open: [{ start: at("12:00"), end: at("14:00") }],
      places: 1,
      tokens: [],
    },
  ]);
  assert.deepEqual(
    calendar.bookings.map((one: { id: string; title: string }) => [one.id, one.title]),
    [[id, "Meeting"]],
  );
});

test("a booking has the patient's name for those who may see patients, and only for them", async () => {
  const room = await openResource(app);
  const patientId = await newPatient(app, { name: "Amara Okafor" });
  await book(app, { resources: [room], patientId });
  const seen = expecting(200, await ask([room]));
  assert.equal(seen.bookings[0].patientName, "Amara Okafor");
  const key = expecting(
    201,
    await api(app).post("/v1/api-keys", { name: "Door sign", scopes: ["bookings:read"] }),
  );
  const path = `/v1/bookings/calendar?resources=${room.id}&from=${at("00:00")}&to=${at("23:59")}`;
  const unseen = expecting(200, await api(app, key.key).get(path));
  assert.equal(unseen.bookings[0].patientName, null);
});

test("a hold is there until it expires, swept or not", async () => {
  const room = await openResource(app);
  const part = { resourceId: room.id, start: at("10:00"), end: at("11:00") };
  const held = expecting(201, await hold(app, [part]));
  const now = expecting(200, await ask([room]));
  assert.deepEqual(now.holds, [
    {
      id: held.id,
      of: "hold",
      expiresAt: held.expiresAt,
      resources: [{ ...part, busyFrom: part.start, busyTill: part.end }],
    },
  ]);
  app.clock.advance(60_000);
  assert.deepEqual(expecting(200, await ask([room])).holds, []);
});

test("a request that holds nothing does not occupy its time", async () => {
  const room = await openResource(app);
  await request(app, { resources: [room] });
  const { bookings } = expecting(200, await ask([room]));
  assert.equal(bookings[0].status, "requested");
  assert.equal(bookings[0].occupies, false);
});

test("denied and canceled bookings are history, not calendar", async () => {
  const room = await openResource(app);
  const { id } = await book(app, { resources: [room] });
  expecting(200, await api(app).post(`/v1/bookings/${id}/cancel`));
  assert.deepEqual(expecting(200, await ask([room])).bookings, []);
});

test("a day has an end: what is asked for is bounded", async () => {
  const room = await openResource(app);
  const backwards = await ask([room], at("12:00"), at("10:00"));
  assert.equal(backwards.status, 422);
  assert.equal(backwards.body.errors[0].field, "to");
  const years = await ask([room], at("00:00"), at("00:00", "2028-01-01"));
  assert.equal(years.status, 422);
});

test("a resource of somebody else is not there", async () => {
  const room = await openResource(app);
  const there = expecting(201, await api(app).post("/v1/organisations", { name: "There" }));
  const path = `/v1/bookings/calendar?resources=${room.id}&from=${at("00:00")}&to=${at("23:59")}`;
  assert.equal((await api(app, there.apiKey).get(path)).status, 404);
});

test("before a request is approved one can see what is in its way, and nothing is changed by looking", async () => {
  const room = await openResource(app);
  const asked = await request(app, { resources: [room] });
  const path = `/v1/bookings/${asked.id}/conflicts`;
  assert.deepEqual(expecting(200, await api(app).get(path)), {
    fits: true,
    code: null,
    conflicts: [],
  });
  assert.equal(expecting(200, await api(app).get(`/v1/bookings/${asked.id}`)).status, "requested");
  await book(app, { resources: [room], start: at("10:30"), end: at("11:30") });
  const looked = expecting(200, await api(app).get(path));
  assert.equal(looked.fits, false);
  assert.equal(looked.code, "TAKEN");
  assert.deepEqual(looked.conflicts, [
    {
      resourceId: room.id,
      name: "Room",
      kind: "taken",
      start: at("10:30"),
      end: at("11:00"),
    },
  ]);
});
