// A consultation takes a token in the doctor's slot; bookings and tokens share the doctor's time.

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
  hold,
  monday,
  openResource,
  refused,
  request,
} from "../../../test/booking.ts";
import { api } from "../../../test/http.ts";
import { newPatient, tokenNow } from "../../../test/opd.ts";
import { watch } from "../../../test/stream.ts";

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.close());

const openDoctor = (places: number) =>
  openResource(app, { type: "doctor", places, slotMinutes: 60, from: "10:00", to: "13:00" });

const consult = async (doctor: { id: string }, over: object = {}) => ({
  kind: "consultation",
  patientId: await newPatient(app),
  resources: [{ resourceId: doctor.id }],
  ...over,
});

async function token(doctorId: string, time = "10:00") {
  const wish = { patientId: await newPatient(app), doctorId, source: "walk_in" };
  const slotStart = at(time);
  return api(app).post("/v1/opd/tokens", { ...wish, slotStart, allowAlternative: false });
}

test("an approved consultation has a token in the doctor's slot", async () => {
  const doctor = await openDoctor(4);
  const made = await book(app, await consult(doctor, { end: at("10:15") }));
  assert.equal(made.status, "approved");
  const taken = await tokenNow(app, made.tokenId);
  assert.deepEqual(
    [taken.status, taken.number, taken.slotStart, taken.patientId],
    ["ALLOCATED", 1, at("10:00"), made.patientId],
  );
});

test("a requested one gets its token when it is approved, and none before", async () => {
  const doctor = await openDoctor(4);
  const wanted = await request(app, await consult(doctor));
  assert.equal(wanted.tokenId, null);
  const approved = await act(app, wanted.id, "approve");
  assert.equal((await tokenNow(app, approved.tokenId)).status, "ALLOCATED");
});

test("where the slot has no place left nothing is booked", async () => {
  const doctor = await openDoctor(1);
  expecting(201, await token(doctor.id));
  const wish = await consult(doctor);
  const full = await ask(app, wish);
  assert.equal(full.status, 409, JSON.stringify(full.body));
  const { items } = (await api(app).get(`/v1/bookings?patientId=${wish.patientId}`)).body;
  assert.deepEqual(items, []);
  const waiting = (await api(app).get(`/v1/opd/slots?doctorId=${doctor.id}&date=${monday}`)).body;
  assert.deepEqual(waiting[0].waiting, []);
});

test("a patient cannot have two tokens on a day, booked or not", async () => {
  const doctor = await openDoctor(4);
  const wish = await consult(doctor);
  await book(app, wish);
  refused(
    await ask(app, { ...wish, start: at("11:00"), end: at("12:00") }),
    409,
    "DUPLICATE_TOKEN",
  );
});

test("a series leaves out the days on which there is no token to be had", async () => {
  const doctor = await openDoctor(4);
  const wish = await consult(doctor, {
    start: at("10:00"),
    end: at("10:15"),
    rule: { every: "week", interval: 1, count: 3 },
  });
  const secondDay = new Date(Date.parse(at("12:00")) + 7 * 24 * 60 * 60_000).toISOString();
  const has = { patientId: wish.patientId, doctorId: doctor.id, source: "walk_in" };
  expecting(201, await api(app).post("/v1/opd/tokens", { ...has, slotStart: secondDay }));

  const all = await api(app).post("/v1/bookings/series", wish);
  const { occurrences } = refused(all, 409, "SERIES_CONFLICTS");
  assert.deepEqual(
    occurrences.map(({ code }: { code: string }) => code),
    ["DUPLICATE_TOKEN"],
  );
  const fitting = await api(app).post("/v1/bookings/series", { ...wish, take: "fitting" });
  const { bookings, skipped } = expecting(201, fitting);
  assert.equal(bookings.length, 2);
  assert.deepEqual([skipped.length, skipped[0].code], [1, "DUPLICATE_TOKEN"]);
  for (const { tokenId } of bookings) {
    assert.equal((await tokenNow(app, tokenId)).status, "ALLOCATED");
  }
});

test("canceling gives the token back", async () => {
  const doctor = await openDoctor(1);
  const made = await book(app, await consult(doctor));
  await act(app, made.id, "cancel");
  assert.equal((await tokenNow(app, made.tokenId)).status, "CANCELLED");
  await book(app, await consult(doctor));
});

test("rescheduling moves the token along", async () => {
  const doctor = await openDoctor(2);
  const made = await book(app, await consult(doctor));
  const moved = await act(app, made.id, "reschedule", { start: at("12:00") });
  assert.equal(moved.tokenId, made.tokenId);
  assert.equal((await tokenNow(app, made.tokenId)).slotStart, at("12:00"));
  const other = await openDoctor(2);
  await act(app, made.id, "reschedule", { resources: [{ resourceId: other.id }] });
  assert.equal((await tokenNow(app, made.tokenId)).doctorId, other.id);
});

test("a time that lies in no slot is refused", async () => {
  const doctor = await openDoctor(2);
  const across = await consult(doctor, { start: at("10:30"), end: at("11:30") });
  refused(await ask(app, across), 422, "INVALID_SLOT");
});

test("a doctor who operates has no tokens to give at that time", async () => {
  const doctor = await openDoctor(4);
  const theatre = await openResource(app, { type: "ot" });
  await book(app, { kind: "surgery", resources: [theatre, doctor] });
  const answer = await token(doctor.id);
  assert.equal(expecting(201, answer).status, "WAITING");
  expecting(201, await token(doctor.id, "11:00"));
  const slots = (await doctor.get(`/slots?from=${at("10:00")}&to=${at("13:00")}`)).body;
  assert.deepEqual(
    slots.map(({ taken, open }: { taken: number; open: boolean }) => [taken, open]),
    [
      [4, false],
      [1, true],
      [0, true],
    ],
  );
});

test("a doctor with a token cannot be booked as a surgeon at that time", async () => {
  const doctor = await openDoctor(4);
  const theatre = await openResource(app, { type: "ot" });
  expecting(201, await token(doctor.id));
  const answer = await ask(app, { kind: "surgery", resources: [theatre, doctor] });
  const { conflicts } = refused(answer, 409, "TAKEN");
  assert.deepEqual([conflicts[0].start, conflicts[0].end], [at("10:00"), at("11:00")]);
});

test("tokens and bookings of a doctor together never exceed the places of a slot", async () => {
  const doctor = await openDoctor(2);
  await book(app, { resources: [doctor], end: at("10:30") });
  assert.equal(expecting(201, await token(doctor.id)).status, "ALLOCATED");
  assert.equal(expecting(201, await token(doctor.id)).status, "WAITING");
  const third = await ask(app, { resources: [doctor], start: at("10:30"), end: at("11:00") });
  assert.equal(third.status, 201, "a token and a booking: the second half hour has a place left");
  refused(await ask(app, { resources: [doctor], end: at("10:30") }), 409, "TAKEN");
});

test("whoever waits for a token gets the place that a booking gives back", async () => {
  const doctor = await openDoctor(1);
  const booked = await book(app, { resources: [doctor] });
  const waiting = expecting(201, await token(doctor.id));
  assert.equal(waiting.status, "WAITING");
  await act(app, booked.id, "cancel");
  assert.equal((await tokenNow(app, waiting.id)).status, "ALLOCATED");
});

test("a hold on a doctor counts until it expires, for tokens too", async () => {
  const doctor = await openDoctor(1);
  expecting(
    201,
    await hold(app, [{ resourceId: doctor.id, start: at("10:00"), end: at("11:00") }]),
  );
  assert.equal(expecting(201, await token(doctor.id)).status, "WAITING");
  app.clock.advance(61_000);
  await app.sweep();
  const slots = (await api(app).get(`/v1/opd/slots?doctorId=${doctor.id}&date=${monday}`)).body;
  assert.equal(slots[0].allocated.length, 1, "the one who waited has moved up");
});

test("bookingNow shows the token", async () => {
  const doctor = await openDoctor(2);
  const made = await book(app, await consult(doctor));
  assert.equal((await bookingNow(app, made.id)).tokenId, made.tokenId);
});

test("a token that is given back at the desk takes its booking along", async () => {
  const doctor = await openDoctor(2);
  const made = await book(app, await consult(doctor));
  const stream = await watch(app, `/v1/bookings/events?resources=${doctor.id}`);
  expecting(200, await api(app).post(`/v1/opd/tokens/${made.tokenId}/cancel`));
  assert.equal((await stream.next()).data.type, "booking.canceled");
  await stream.close();
  const now = await bookingNow(app, made.id);
  assert.deepEqual([now.status, now.statusMessage], ["canceled", "The token was cancelled"]);
});

test("a token that is moved at the desk moves its booking, and the room where that is free", async () => {
  const [doctor, room] = [await openDoctor(2), await openResource(app)];
  const resources = [{ resourceId: doctor.id }, { resourceId: room.id }];
  const made = await book(app, await consult(doctor, { resources }));
  const stream = await watch(app, `/v1/bookings/events?resources=${room.id}`);
  const to = { slotStart: at("12:00") };
  expecting(200, await api(app).post(`/v1/opd/tokens/${made.tokenId}/move`, to));
  assert.equal((await stream.next()).data.type, "booking.rescheduled");
  await stream.close();
  const now = await bookingNow(app, made.id);
  assert.deepEqual([now.start, now.end, now.resources.length], [at("12:00"), at("13:00"), 2]);
  assert.deepEqual(await freeOn(room), ["08:00-12:00", "13:00-18:00"]);
});

test("a leave that moves tokens moves their bookings in the same commit", async () => {
  const doctor = await openDoctor(2);
  const made = await book(app, await consult(doctor));
  const away = { available: false, start: at("10:00"), end: at("11:00") };
  refused(await doctor.except(away), 409, "CLAIMS_OUTSIDE");
  expecting(201, await doctor.except({ ...away, conflicts: "move" }));
  assert.equal((await tokenNow(app, made.tokenId)).slotStart, at("11:00"));
  assert.equal((await bookingNow(app, made.id)).start, at("11:00"));
});
