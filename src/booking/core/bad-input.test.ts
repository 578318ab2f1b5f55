// What cannot be booked: each a clear error that names the interval, and nothing is stored.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import type { TestResource } from "../../../test/availability.ts";
import {
  ask,
  at,
  expecting,
  hold,
  openResource,
  refused,
  type Wish,
} from "../../../test/booking.ts";
import { api } from "../../../test/http.ts";

let app: TestApp;
let room: TestResource;

before(async () => {
  app = await startApp();
});
beforeEach(async () => {
  room = await openResource(app);
});
after(() => app.close());

async function refusedBooking(wish: Partial<Wish>, status: number, code: string) {
  const body = refused(await ask(app, { resources: [room], ...wish }), status, code);
  const { rows } = await app.pool.query(
    `select count(*)::int as n from booking_use where resource_id = $1`,
    [room.id],
  );
  assert.equal(rows[0].n, 0, "something was stored");
  return body;
}

test("times outside the hours", async () => {
  const late = { start: at("17:00"), end: at("19:00") };
  const { conflicts } = await refusedBooking(late, 409, "OUTSIDE_HOURS");
  assert.deepEqual(conflicts, [
    {
      resourceId: room.id,
      name: "Room",
      kind: "outside_hours",
      start: at("18:00"),
      end: at("19:00"),
    },
  ]);
});

test("times in an exception that closes", async () => {
  await room.except({ available: false, start: at("10:30"), end: at("10:45") });
  const { conflicts } = await refusedBooking({}, 409, "OUTSIDE_HOURS");
  assert.deepEqual([conflicts[0].start, conflicts[0].end], [at("10:30"), at("10:45")]);
});

test("the end before the start, or no time at all", async () => {
  const { errors } = await refusedBooking({ end: at("09:00") }, 422, "INVALID");
  assert.deepEqual(errors, [{ field: "end", message: "must be after start" }]);
  await refusedBooking({ end: at("10:00") }, 422, "INVALID");
});

test("parts outside the booking", async () => {
  const early = { resourceId: room.id, start: at("09:30"), end: at("10:30") };
  const { errors } = await refusedBooking({ resources: [early] }, 422, "INVALID");
  assert.equal(errors[0].field, "resources.0");
  assert.match(errors[0].message, /inside the booking, 2026-03-09T10:00/);
  const backwards = { resourceId: room.id, start: at("10:30"), end: at("10:15") };
  await refusedBooking({ resources: [backwards] }, 422, "INVALID");
});

test("the same resource twice at the same time", async () => {
  const { errors } = await refusedBooking({ resources: [room, room] }, 422, "INVALID");
  assert.match(errors[0].message, /twice at the same time/);
});

test("unknown resources, and those of somebody else", async () => {
  const nobodys = { resourceId: "01890000-0000-7000-8000-000000000000" };
  const problem = await refusedBooking({ resources: [room, nobodys] }, 404, "NOT_FOUND");
  assert.equal(problem.resourceId, nobodys.resourceId);
});

test("resources that are not in use", async () => {
  expecting(200, await api(app).patch(`/v1/resources/${room.id}`, { active: false }));
  const { conflicts } = await refusedBooking({}, 409, "RESOURCE_INACTIVE");
  assert.deepEqual([conflicts[0].start, conflicts[0].end], [at("10:00"), at("11:00")]);
});

test("more than twenty resources", async () => {
  const many = Array.from({ length: 21 }, () => room);
  const { errors } = await refusedBooking({ resources: many }, 422, "INVALID");
  assert.match(errors[0].message, /at most 20/);
  await refusedBooking({ resources: [] }, 422, "INVALID");
});

test("five years ahead", async () => {
  const far = { start: at("10:00", "2032-03-08"), end: at("11:00", "2032-03-08") };
  const { errors } = await refusedBooking(far, 422, "INVALID");
  assert.match(errors[0].message, /five years, before 2031/);
});

test("a time that has passed", async () => {
  const past = { start: at("10:00", "2026-02-23"), end: at("11:00", "2026-02-23") };
  const { interval } = await refusedBooking(past, 409, "TIME_PASSED");
  assert.equal(interval.end, past.end);
});

test("longer than a month", async () => {
  await refusedBooking({ end: at("10:00", "2026-04-20") }, 422, "INVALID");
});

test("a patient, a hold or a kind that does not exist", async () => {
  const id = "01890000-0000-7000-8000-000000000000";
  await refusedBooking({ patientId: id }, 404, "NOT_FOUND");
  await refusedBooking({ holdId: id }, 409, "HOLD_EXPIRED");
  await refusedBooking({ kind: "party" }, 422, "INVALID");
});

test("holds of nothing, backwards, or for too long", async () => {
  const part = { resourceId: room.id, start: at("10:00"), end: at("11:00") };
  refused(await hold(app, []), 422, "INVALID");
  refused(await hold(app, [{ ...part, end: at("09:00") }]), 422, "INVALID");
  refused(await hold(app, [part], { ttlSeconds: 3_600 }), 422, "INVALID");
  refused(await hold(app, [part, part]), 422, "INVALID");
});

test("a waitlist entry that could never be served", async () => {
  const body = { resources: [{ resourceId: room.id }], earliest: at("10:00"), latest: at("10:30") };
  const short = await api(app).post("/v1/bookings/waitlist", { ...body, minutes: 60 });
  refused(short, 422, "INVALID");
  const twice = { ...body, minutes: 30, resources: [body.resources[0], body.resources[0]] };
  refused(await api(app).post("/v1/bookings/waitlist", twice), 422, "INVALID");
});

test("a rescheduling that names nothing, or a time that cannot be had", async () => {
  const made = expecting(201, await ask(app, { resources: [room] }));
  const path = `/v1/bookings/${made.id}/reschedule`;
  refused(await api(app).post(path, {}), 422, "INVALID");
  refused(await api(app).post(path, { end: at("09:00") }), 422, "INVALID");
  refused(await api(app).post(path, { start: at("17:30") }), 409, "OUTSIDE_HOURS");
  const now = expecting(200, await api(app).get(`/v1/bookings/${made.id}`));
  assert.deepEqual([now.start, now.version], [at("10:00"), 1]);
});
