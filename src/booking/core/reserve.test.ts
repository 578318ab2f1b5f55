// Bookings of a doctor's time have the places that are left for them: not the emergency reserve, and not more
// than the doctor's limits say.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { ask, at, book, expecting, hold, openResource, refused } from "../../../test/booking.ts";
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
  for (let i = 0; i < 4; i++) await book(app, { resources: [doctor] });
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
  await tokens(doctor, 4);
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

test("somebody who needs all of a doctor's time is not kept away by the reserve", async () => {
  const doctor = await openDoctor(10);
  const theatre = await openResource(app, { type: "ot" });
  await book(app, { kind: "surgery", resources: [theatre, doctor] });
});
