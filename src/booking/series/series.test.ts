// Bookings that recur, with a preview of what does not fit.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { at, book, expecting, openResource, refused } from "../../../test/booking.ts";
import { api, newKey } from "../../../test/http.ts";
import { newPatient, tokenNow } from "../../../test/opd.ts";
import { newPerson } from "../../../test/people.ts";
import { startsOf } from "./series.ts";

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.close());

const tuesday = "2026-03-10";

function wishFor(resourceId: string, over: object = {}) {
  return {
    kind: "room",
    start: at("10:00", tuesday),
    end: at("11:00", tuesday),
    resources: [{ resourceId }],
    rule: { every: "week", interval: 2, count: 10 },
    ...over,
  };
}

test("every second Tuesday, ten times", async () => {
  const room = await openResource(app);
  const made = expecting(201, await api(app).post("/v1/bookings/series", wishFor(room.id)));
  assert.equal(made.bookings.length, 10);
  const dates = made.bookings.map(({ start }: { start: string }) => start.slice(0, 10));
  assert.deepEqual(dates.slice(0, 3), ["2026-03-10", "2026-03-24", "2026-04-07"]);
  const listed = await api(app).get(`/v1/bookings?seriesId=${made.id}`);
  assert.equal(expecting(200, listed).items.length, 10);
});

test("the preview names what does not fit, and writes nothing", async () => {
  const room = await openResource(app);
  await book(app, {
    resources: [room],
    start: at("10:30", "2026-03-24"),
    end: at("12:00", "2026-03-24"),
  });
  await room.except({ available: false, start: "2026-04-07", end: "2026-04-08" });
  const preview = await api(app).post("/v1/bookings/series/preview", wishFor(room.id));
  const { occurrences, fitting } = expecting(200, preview);
  assert.equal(fitting, 8);
  assert.deepEqual(
    occurrences.slice(0, 4).map(({ fits, code }: { fits: boolean; code: string }) => [fits, code]),
    [
      [true, null],
      [false, "TAKEN"],
      [false, "OUTSIDE_HOURS"],
      [true, null],
    ],
  );
  assert.deepEqual(occurrences[1].conflicts[0].start, at("10:30", "2026-03-24"));
  const listed = await api(app).get(`/v1/bookings?resourceId=${room.id}`);
  assert.equal(listed.body.items.length, 1);
});

test("all of them or none; or those that fit", async () => {
  const room = await openResource(app);
  await book(app, {
    resources: [room],
    start: at("10:00", "2026-03-24"),
    end: at("11:00", "2026-03-24"),
  });
  const all = await api(app).post("/v1/bookings/series", wishFor(room.id));
  const problem = refused(all, 409, "SERIES_CONFLICTS");
  assert.equal(problem.occurrences.length, 1);
  const key = newKey();
  const body = wishFor(room.id, { take: "fitting" });
  const some = expecting(201, await api(app).post("/v1/bookings/series", body, { key }));
  assert.equal(some.bookings.length, 9);
  assert.equal(some.skipped.length, 1);
  const again = await api(app).post("/v1/bookings/series", body, { key });
  assert.deepEqual(again.body, some);
});

test("a preview in which nothing fits says so", async () => {
  const room = await openResource(app, { to: "09:00" });
  const preview = await api(app).post("/v1/bookings/series/preview", wishFor(room.id));
  assert.equal(expecting(200, preview).fitting, 0);
});

test("more than a hundred are refused", async () => {
  const room = await openResource(app);
  const rule = { every: "day", interval: 1, until: at("10:00", "2027-03-10") };
  const answer = await api(app).post("/v1/bookings/series", wishFor(room.id, { rule }));
  refused(answer, 422, "INVALID");
  const both = { every: "day", count: 3, until: at("10:00", "2026-03-12") };
  refused(
    await api(app).post("/v1/bookings/series", wishFor(room.id, { rule: both })),
    422,
    "INVALID",
  );
});

test("the clock on the wall stays the same when clocks are changed", () => {
  const start = Date.parse("2026-03-26T09:00:00Z"); // 10:00 in Berlin, before summer time
  const starts = startsOf(start, { every: "week", interval: 1, count: 2 }, "Europe/Berlin");
  assert.deepEqual(
    starts.map((each) => new Date(each).toISOString()),
    ["2026-03-26T09:00:00.000Z", "2026-04-02T08:00:00.000Z"],
  );
});

test("on several days of the week", () => {
  const monday = Date.parse("2026-03-09T10:00:00Z");
  const rule = { every: "week", interval: 1, days: [0, 3], count: 4 } as const;
  const starts = startsOf(monday, { ...rule, days: [0, 3] }, "UTC");
  assert.deepEqual(
    starts.map((each) => new Date(each).toISOString().slice(5, 10)),
    ["03-09", "03-12", "03-16", "03-19"],
  );
});

test("a series is cancelled as a whole: what is still to come, in one go", async () => {
  const room = await openResource(app);
  const daily = { every: "day", count: 4 };
  const wish = wishFor(room.id, { rule: daily });
  const made = expecting(201, await api(app).post("/v1/bookings/series", wish));
  const [first, second] = made.bookings;
  expecting(200, await api(app).post(`/v1/bookings/${second.id}/cancel`));
  const before = app.clock.fixed();
  app.clock.set(first.start);
  const path = `/v1/bookings/series/${made.id}/cancel`;
  const canceled = expecting(200, await api(app).post(path, { statusMessage: "Moving house" }));
  app.clock.set(before.toISOString());
  assert.deepEqual(
    canceled.bookings.map(({ id }: { id: string }) => id),
    made.bookings.slice(2).map(({ id }: { id: string }) => id),
  );
  const { items } = expecting(200, await api(app).get(`/v1/bookings?seriesId=${made.id}`));
  assert.deepEqual(
    items.map(({ status }: { status: string }) => status),
    ["approved", "canceled", "canceled", "canceled"],
  );
  assert.equal(items[3].statusMessage, "Moving house");
});

test("a series with tokens gives all of them back", async () => {
  const doctor = await openResource(app, { type: "doctor", places: 4, slotMinutes: 60 });
  const patientId = await newPatient(app);
  const rule = { every: "day", count: 3 };
  const wish = wishFor(doctor.id, { kind: "consultation", patientId, rule });
  const made = expecting(201, await api(app).post("/v1/bookings/series", wish));
  expecting(200, await api(app).post(`/v1/bookings/series/${made.id}/cancel`));
  for (const { tokenId } of made.bookings) {
    assert.equal((await tokenNow(app, tokenId)).status, "CANCELLED");
  }
});

test("who may not book its resources cancels no series of others", async () => {
  const room = await openResource(app);
  const made = expecting(201, await api(app).post("/v1/bookings/series", wishFor(room.id)));
  const viewer = await newPerson(app);
  refused(await viewer.as.post(`/v1/bookings/series/${made.id}/cancel`), 403, "FORBIDDEN");
});
