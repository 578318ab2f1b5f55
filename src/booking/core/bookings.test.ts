// Booking, asking for it, deciding on it, and moving it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  act,
  ask,
  at,
  book,
  bookingNow,
  expecting,
  freeOn,
  openResource,
  refused,
  request,
} from "../../../test/booking.ts";
import { api, newKey } from "../../../test/http.ts";

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.close());

test("a booking takes all of its resources, each for its own part of the time", async () => {
  const theatre = await openResource(app, { type: "ot" });
  const surgeon = await openResource(app, { type: "doctor", name: "Dr Rao" });
  const anaesthetist = await openResource(app, { type: "doctor", name: "Dr Iyer" });
  const made = await book(app, {
    kind: "surgery",
    start: at("10:00"),
    end: at("12:00"),
    resources: [
      theatre,
      { resourceId: anaesthetist.id, start: at("10:00"), end: at("10:45") },
      surgeon,
    ],
  });
  assert.equal(made.status, "approved");
  assert.match(made.bookedBy, /^key:/);
  const parts = made.resources.map((part: Record<string, string>) => [
    part.role,
    part.start!.slice(11, 16),
    part.end!.slice(11, 16),
    part.busyTill!.slice(11, 16),
  ]);
  assert.deepEqual(parts, [
    ["theatre", "10:00", "12:00", "12:30"],
    ["anaesthetist", "10:00", "10:45", "10:45"],
    ["surgeon", "10:00", "12:00", "12:00"],
  ]);
  assert.deepEqual(await freeOn(theatre), ["08:00-10:00", "12:30-18:00"]);
  assert.deepEqual(await freeOn(anaesthetist), ["08:00-10:00", "10:45-18:00"]);
  const { rows } = await app.pool.query(`select resources_used from booking where id = $1`, [
    made.id,
  ]);
  assert.equal(rows[0].resources_used.length, 3);
});

test("all of its resources or none: one that is taken refuses the booking, with the interval", async () => {
  const [first, second] = [await openResource(app), await openResource(app, { name: "Annex" })];
  await book(app, { resources: [second], start: at("10:30"), end: at("11:30") });
  const answer = await ask(app, { resources: [first, second] });
  const problem = refused(answer, 409, "TAKEN");
  assert.deepEqual(problem.conflicts, [
    {
      resourceId: second.id,
      name: "Annex",
      kind: "taken",
      start: at("10:30"),
      end: at("11:00"),
    },
  ]);
  assert.deepEqual(await freeOn(first), ["08:00-18:00"]);
});

test("the database itself refuses a second booking of a resource of one place", async () => {
  const room = await openResource(app);
  const made = await book(app, { resources: [room] });
  await assert.rejects(
    app.pool.query(
      `insert into booking_use select org_id, resource_id, gen_random_uuid(), 0, owner, start_at,
         end_at, busy_from + interval '15 minutes' - interval '15 minutes', busy_till, whole, sole,
         occupies, null from booking_use where owner_id = $1`,
      [made.id],
    ),
    /booking_use_once/,
  );
});

test("a resource with several places takes that many at once, and no more", async () => {
  const lab = await openResource(app, { type: "lab", places: 2 });
  await book(app, { resources: [lab] });
  await book(app, { resources: [lab], start: at("10:30"), end: at("11:30") });
  const third = await ask(app, { resources: [lab], start: at("10:45"), end: at("12:00") });
  const { conflicts } = refused(third, 409, "TAKEN");
  assert.deepEqual(
    conflicts.map(({ start, end }: Record<string, string>) => [start, end]),
    [[at("10:45"), at("11:00")]],
  );
  await book(app, { resources: [lab], start: at("11:00"), end: at("12:00") });
});

test("bookings that follow each other without a gap both fit", async () => {
  const room = await openResource(app);
  await book(app, { resources: [room] });
  await book(app, { resources: [room], start: at("11:00"), end: at("12:00") });
  await book(app, { resources: [room], start: at("09:00"), end: at("10:00") });
});

test("who may not book at once asks for it; a request holds nothing unless its kind says so", async () => {
  const room = await openResource(app);
  const wanted = await request(app, { resources: [room] });
  assert.equal(wanted.status, "requested");
  assert.deepEqual(await freeOn(room), ["08:00-18:00"]);
  const other = await book(app, { resources: [room] });
  refused(await api(app).post(`/v1/bookings/${wanted.id}/approve`), 409, "TAKEN");
  assert.equal((await bookingNow(app, wanted.id)).status, "requested");
  await act(app, other.id, "cancel");
  const approved = await act(app, wanted.id, "approve", { statusMessage: "See you" });
  assert.equal(approved.status, "approved");
  assert.equal(approved.statusMessage, "See you");
  assert.match(approved.decidedBy, /^key:/);
});

test("a request of a kind that holds its time keeps it until it is decided", async () => {
  const lab = await openResource(app, { type: "lab" });
  const wanted = await request(app, { kind: "lab", resources: [lab] });
  refused(await ask(app, { resources: [lab] }), 409, "TAKEN");
  await act(app, wanted.id, "deny", { statusMessage: "Closed that day" });
  await book(app, { resources: [lab] });
});

test("whether requests of a kind hold their time can be set", async () => {
  const room = await openResource(app);
  const set = await api(app).put("/v1/bookings/kinds/room", { requestsHold: true });
  assert.equal(expecting(200, set).requestsHold, true);
  await request(app, { resources: [room] });
  refused(await ask(app, { resources: [room] }), 409, "TAKEN");
  await api(app).put("/v1/bookings/kinds/room", { requestsHold: false });
});

test("a decided booking cannot be decided again", async () => {
  const room = await openResource(app);
  const made = await book(app, { resources: [room] });
  refused(await api(app).post(`/v1/bookings/${made.id}/approve`), 409, "WRONG_STATE");
  refused(await api(app).post(`/v1/bookings/${made.id}/deny`), 409, "WRONG_STATE");
  await act(app, made.id, "cancel", { statusMessage: "Ill" });
  refused(await api(app).post(`/v1/bookings/${made.id}/cancel`), 409, "WRONG_STATE");
});

test("rescheduling takes the new time before it gives back the old one", async () => {
  const room = await openResource(app);
  const made = await book(app, { resources: [room] });
  const other = await book(app, { resources: [room], start: at("12:00"), end: at("13:00") });
  const blocked = await api(app).post(`/v1/bookings/${made.id}/reschedule`, {
    start: at("12:30"),
    end: at("13:30"),
  });
  refused(blocked, 409, "TAKEN");
  assert.deepEqual((await bookingNow(app, made.id)).start, at("10:00"));
  const moved = await act(app, made.id, "reschedule", { start: at("10:30") });
  assert.deepEqual([moved.start, moved.end], [at("10:30"), at("11:30")]);
  assert.equal(moved.resources[0].end, at("11:30"));
  assert.deepEqual(await freeOn(room), ["08:00-10:30", "11:30-12:00", "13:00-18:00"]);
  assert.equal((await bookingNow(app, other.id)).version, 1);
});

test("rescheduling also stretches, and moves single parts or changes resources", async () => {
  const [room, annex] = [await openResource(app), await openResource(app, { name: "Annex" })];
  const made = await book(app, { resources: [room] });
  const longer = await act(app, made.id, "reschedule", { end: at("12:00") });
  assert.equal(longer.resources[0].end, at("12:00"));
  const changed = await act(app, made.id, "reschedule", {
    resources: [{ resourceId: annex.id, start: at("11:00"), end: at("12:00") }],
  });
  assert.equal(changed.resources[0].name, "Annex");
  assert.deepEqual(await freeOn(room), ["08:00-18:00"]);
  assert.deepEqual(await freeOn(annex), ["08:00-11:00", "12:00-18:00"]);
});

test("bookings are listed by resource, time and status, in order, a page at a time", async () => {
  const room = await openResource(app);
  for (const hour of ["12", "09", "15"]) {
    await book(app, { resources: [room], start: at(`${hour}:00`), end: at(`${hour}:30`) });
  }
  const canceled = await book(app, { resources: [room], start: at("17:00"), end: at("17:30") });
  await act(app, canceled.id, "cancel");
  const list = async (query: string) => {
    const answer = await api(app).get(`/v1/bookings?resourceId=${room.id}&${query}`);
    return expecting(200, answer);
  };
  const times = (page: { items: { start: string }[] }) =>
    page.items.map(({ start }) => start.slice(11, 16));
  assert.deepEqual(times(await list("")), ["09:00", "12:00", "15:00", "17:00"]);
  assert.deepEqual(times(await list("status=canceled")), ["17:00"]);
  assert.deepEqual(times(await list(`from=${at("12:00")}&to=${at("15:00")}`)), ["12:00"]);
  const first = await list("limit=2&status=approved");
  assert.deepEqual(times(first), ["09:00", "12:00"]);
  assert.deepEqual(times(await list(`limit=2&status=approved&cursor=${first.nextCursor}`)), [
    "15:00",
  ]);
});

test("the same Idempotency-Key answers the same booking again", async () => {
  const room = await openResource(app);
  const key = newKey();
  const first = await ask(app, { resources: [room] }, { key });
  const again = await ask(app, { resources: [room] }, { key });
  assert.equal(again.status, 201);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(again.body, first.body);
  const other = await ask(app, { resources: [room], title: "Other" }, { key });
  refused(other, 422, "IDEMPOTENCY_KEY_REUSED");
  const { body: made } = await api(app).post("/v1/api-keys", { name: "Other", role: "owner" });
  const others = await ask(app, { resources: [room] }, { key }, api(app, made.key));
  refused(others, 422, "IDEMPOTENCY_KEY_REUSED");
});

test("whoever has the secret of a booking may look at it and cancel it, and nothing else", async () => {
  const room = await openResource(app);
  const made = await request(app, { resources: [room] });
  const holder = api(app, made.secret);
  assert.equal(expecting(200, await holder.get(`/v1/bookings/${made.id}`)).status, "requested");
  assert.equal((await holder.post(`/v1/bookings/${made.id}/approve`)).status, 403);
  const other = await book(app, { resources: [room] });
  assert.equal((await holder.get(`/v1/bookings/${other.id}`)).status, 404);
  const canceled = await holder.post(`/v1/bookings/${made.id}/cancel`, {});
  assert.equal(expecting(200, canceled).status, "canceled");
});
