// Bookings of a doctor's time have the places that are left for them: not the emergency reserve, and not more
// than the doctor's limits say.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  ask,
  at,
  book,
  expecting,
  hold,
  openResource,
  refused,
  request,
} from "../../../test/booking.ts";
import { api } from "../../../test/http.ts";
import { newPatient, setRules } from "../../../test/opd.ts";
import type { TestResource } from "../../../test/availability.ts";

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.close());

const openDoctor = (places: number) =>
  openResource(app, { type: "doctor", places, slotMinutes: 60, from: "10:00", to: "12:00" });

async function token(doctor: TestResource, more: object = {}) {
  const wish = { patientId: await newPatient(app), doctorId: doctor.id, source: "walk_in" };
  const slot = { slotStart: at("10:00"), allowAlternative: false };
  return api(app).post("/v1/opd/tokens", { ...wish, ...slot, ...more });
}

async function tokens(doctor: TestResource, count: number) {
  for (let i = 0; i < count; i++) expecting(201, await token(doctor));
}

const emergency = (doctor: TestResource) => token(doctor, { source: "emergency", emergency: true });

const check = async (doctor: TestResource, over: object = {}) =>
  expecting(
    200,
    await api(app).post("/v1/bookings/check", {
      kind: "room",
      start: at("10:00"),
      end: at("11:00"),
      resources: [{ resourceId: doctor.id }],
      ...over,
    }),
  );

async function freeAt(doctor: TestResource): Promise<string[]> {
  const query = `kind=room&resources=${doctor.id}&minutes=60&from=${at("10:00")}&to=${at("12:00")}`;
  const free = expecting(200, await api(app).get(`/v1/bookings/free?${query}`));
  return free.map((one: { start: string }) => one.start);
}

test("bookings leave the emergency reserve: ten places, a reserve of two, eight tokens", async () => {
  const doctor = await openDoctor(10);
  await tokens(doctor, 8);
  const { fits, code } = await check(doctor);
  assert.deepEqual([fits, code], [false, "TAKEN"]);
  assert.deepEqual(await freeAt(doctor), [at("11:00")]);
  refused(await ask(app, { resources: [doctor] }), 409, "TAKEN");
  const part = { resourceId: doctor.id, start: at("10:00"), end: at("11:00") };
  refused(await hold(app, [part]), 409, "TAKEN");
  for (const given of [await emergency(doctor), await emergency(doctor)]) expecting(201, given);
  refused(await emergency(doctor), 409, "NO_PLACE_FOR_EMERGENCY");
});

test("what is booked leaves the reserve as it is, and tokens the rest", async () => {
  const doctor = await openDoctor(10);
  for (let i = 0; i < 8; i++) await book(app, { resources: [doctor] });
  refused(await ask(app, { resources: [doctor] }), 409, "TAKEN");
  assert.equal(expecting(201, await token(doctor)).status, "WAITING");
  for (const given of [await emergency(doctor), await emergency(doctor)]) expecting(201, given);
});

test("on a day without a token the reserve is kept too", async () => {
  const doctor = await openDoctor(5);
  for (let i = 0; i < 3; i++) await book(app, { resources: [doctor] });
  assert.equal((await check(doctor)).fits, false);
  refused(await ask(app, { resources: [doctor] }), 409, "TAKEN");
});

test("a doctor's limit and one for the slot on its date hold for bookings, more or fewer", async () => {
  const doctor = await openDoctor(4);
  const limits = { capacity: 2, emergencyReserve: 1 };
  expecting(200, await api(app).put(`/v1/opd/doctors/${doctor.id}`, limits));
  await book(app, { resources: [doctor] });
  refused(await ask(app, { resources: [doctor] }), 409, "TAKEN");
  const slot = { doctorId: doctor.id, slotStart: at("10:00"), capacity: 6, emergencyReserve: 0 };
  expecting(200, await api(app).put("/v1/opd/slots", slot));
  for (let i = 0; i < 5; i++) await book(app, { resources: [doctor] });
  refused(await ask(app, { resources: [doctor] }), 409, "TAKEN");
  const half = { start: at("10:30"), end: at("11:00") };
  refused(await ask(app, { resources: [doctor], ...half }), 409, "TAKEN");
});

test("once it is released the reserve is for bookings too", async (t) => {
  const doctor = await openDoctor(5);
  await tokens(doctor, 3);
  assert.equal((await check(doctor)).fits, false);
  const now = app.clock.fixed();
  t.after(async () => {
    app.clock.set(now.toISOString());
    await setRules(app, { bufferReleaseMinutes: 0 });
  });
  await setRules(app, { bufferReleaseMinutes: 45 });
  app.clock.set(at("10:15"));
  const half = { start: at("10:30"), end: at("11:00") };
  assert.equal((await check(doctor, half)).fits, true);
  await book(app, { resources: [doctor], ...half });
});

async function slotAt(doctor: TestResource, start = "10:00") {
  const slots = await doctor.get(`/slots?from=${at(start)}&to=${at("12:00")}`);
  const [slot] = expecting(200, slots);
  const { capacity, taken, reserve, left, open } = slot;
  return { capacity, taken, reserve, left, open };
}

test("slots say how many places are left for others than emergencies", async () => {
  const doctor = await openDoctor(10);
  const before = { capacity: 10, taken: 0, reserve: 2, left: 8, open: true };
  assert.deepEqual(await slotAt(doctor), before);
  await tokens(doctor, 7);
  await book(app, { resources: [doctor] });
  assert.deepEqual(await slotAt(doctor), { ...before, taken: 8, left: 0, open: false });
  expecting(201, await emergency(doctor));
  assert.deepEqual(await slotAt(doctor), { ...before, taken: 9, left: 0, open: false });
});

test("slots have the limits of the doctor, and those of their date", async () => {
  const doctor = await openDoctor(4);
  const limits = { capacity: 3, emergencyReserve: 1 };
  expecting(200, await api(app).put(`/v1/opd/doctors/${doctor.id}`, limits));
  const slot = { doctorId: doctor.id, slotStart: at("11:00"), capacity: 6, emergencyReserve: 0 };
  expecting(200, await api(app).put("/v1/opd/slots", slot));
  const none = { taken: 0, open: true };
  assert.deepEqual(await slotAt(doctor), { ...none, capacity: 3, reserve: 1, left: 2 });
  assert.deepEqual(await slotAt(doctor, "11:00"), { ...none, capacity: 6, reserve: 0, left: 6 });
});

test("only a doctor has a reserve", async () => {
  const room = await openResource(app, { places: 10 });
  assert.equal((await slotAt(room)).left, 10);
});

test("a time of which only the reserve is left is neither free nor open to one more", async () => {
  const doctor = await openDoctor(10);
  const ask = async (path: string) =>
    expecting(200, await doctor.get(`${path}?from=${at("10:30")}&to=${at("11:30")}`));
  assert.equal((await ask("/check")).left, 8);
  await tokens(doctor, 8);
  const { left, open, free, conflicts } = await ask("/check");
  assert.deepEqual([left, open, free], [0, true, false]);
  const kept = conflicts.find(({ kind }: { kind: string }) => kind === "reserved");
  assert.deepEqual([kept.start, kept.end, kept.places], [at("10:00"), at("11:00"), 2]);
  assert.deepEqual(await ask("/free"), [{ start: at("11:00"), end: at("11:30") }]);
});

test("a time that is for emergencies alone is not free, though nobody has it", async () => {
  const doctor = await openDoctor(4);
  const slot = { doctorId: doctor.id, slotStart: at("10:00"), capacity: 2, emergencyReserve: 2 };
  expecting(200, await api(app).put("/v1/opd/slots", slot));
  const free = await doctor.get(`/free?from=${at("10:00")}&to=${at("12:00")}`);
  assert.deepEqual(expecting(200, free), [{ start: at("11:00"), end: at("12:00") }]);
});

test("the calendar says what tokens have of a doctor's slots, and what is kept", async () => {
  const doctor = await openDoctor(10);
  await tokens(doctor, 3);
  const range = `from=${at("10:00")}&to=${at("12:00")}`;
  const path = `/v1/bookings/calendar?resources=${doctor.id}&${range}`;
  const [times] = expecting(200, await api(app).get(path)).resources;
  assert.deepEqual(times.tokens, [
    { start: at("10:00"), end: at("11:00"), taken: 3, kept: 2 },
    { start: at("11:00"), end: at("12:00"), taken: 0, kept: 2 },
  ]);
});

test("the public is offered no slot of which only the reserve is left", async () => {
  const doctor = await openDoctor(10);
  const page = { title: "Visit", kind: "consultation", resourceIds: [doctor.id], minutes: 60 };
  const { id } = expecting(201, await api(app).post("/v1/booking-pages", page));
  const offered = async () => {
    const range = `from=${at("00:00")}&to=${at("23:59")}`;
    const path = `/v1/public/booking-pages/${id}/free?${range}`;
    return expecting(200, await api(app).get(path)).items.map(
      ({ start }: { start: string }) => start,
    );
  };
  assert.deepEqual(await offered(), [at("10:00"), at("11:00")]);
  await tokens(doctor, 8);
  assert.deepEqual(await offered(), [at("11:00")]);
});

test("what is in the way of a consultation's approval is said before it is approved", async () => {
  const doctor = await openDoctor(10);
  const patientId = await newPatient(app);
  const asked = await request(app, { kind: "consultation", patientId, resources: [doctor] });
  const look = async () => expecting(200, await api(app).get(`/v1/bookings/${asked.id}/conflicts`));
  assert.equal((await look()).fits, true);
  assert.deepEqual(await slotAt(doctor), {
    capacity: 10,
    taken: 0,
    reserve: 2,
    left: 8,
    open: true,
  });
  await tokens(doctor, 8);
  const { fits, code } = await look();
  assert.equal(fits, false);
  refused(await api(app).post(`/v1/bookings/${asked.id}/approve`), 409, code);
});

test("somebody who needs all of a doctor's time is not kept away by the reserve", async () => {
  const doctor = await openDoctor(10);
  const theatre = await openResource(app, { type: "ot" });
  await book(app, { kind: "surgery", resources: [theatre, doctor] });
});
