import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import {
  act,
  idsOf,
  newClinic,
  newPatient,
  numbersOf,
  openClinic,
  setRules,
  tokenNow,
  type Clinic,
} from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const minute = 60_000;
const unknown = "0190a5f0-0000-7000-8000-000000000000";

// ---- step 1: validation

test("a doctor who does not exist: 404", async () => {
  const clinic = await openClinic(app);
  const { status, body } = await clinic.ask({ doctorId: unknown });
  assert.deepEqual([status, body.code], [404, "NOT_FOUND"]);
  assert.match(body.detail, /doctor/);
});

test("a resource that is no doctor gives out no tokens", async () => {
  const clinic = await openClinic(app);
  const { body: room } = await api(app).post("/v1/resources", {
    type: "consultation_room",
    name: "Room 1",
    timezone: "UTC",
  });
  assert.equal((await clinic.ask({ doctorId: room.id })).status, 404);
});

test("a doctor who is not active gives out no tokens, and again when active", async () => {
  const clinic = await openClinic(app);
  const path = `/v1/resources/${clinic.doctorId}`;
  await api(app).patch(path, { active: false });
  const { status, body } = await clinic.ask();
  assert.deepEqual([status, body.code], [409, "DOCTOR_INACTIVE"]);
  assert.match(body.detail, /Dr Rao/);
  await api(app).patch(path, { active: true });
  assert.equal((await clinic.ask()).status, 201);
});

test("a patient who does not exist: 404", async () => {
  const clinic = await openClinic(app);
  const { status, body } = await clinic.ask({ patientId: unknown });
  assert.deepEqual([status, body.code], [404, "NOT_FOUND"]);
  assert.match(body.detail, /patient/);
});

test("edge case 6, invalid slot for doctor: refused, on an open day and on a closed one", async () => {
  const clinic = await openClinic(app);
  for (const at of ["10:30", "16:00", `${clinic.later(-400)}T10:00:00Z`]) {
    const { status, body } = await clinic.ask({ at });
    assert.deepEqual([status, body.code], [422, "INVALID_SLOT"], at);
  }
});

test("no token, move or slot lies at the ends of the calendar, or years ahead", async () => {
  const clinic = await openClinic(app);
  const token = await clinic.token();
  // The hours hold every day from then on, so these would be slots.
  const years = ["0000", "0001", "1999", "2032", "2199", "2200", "9999"];
  for (const slotStart of years.map((year) => `${year}-03-05T10:00:00Z`)) {
    const { doctorId } = clinic;
    for (const { status, body } of [
      await clinic.ask({ at: slotStart }),
      await api(app).post(`/v1/opd/tokens/${token.id}/move`, { slotStart }),
      await api(app).put("/v1/opd/slots", { doctorId, slotStart, capacity: 3 }),
    ]) {
      const known = /^(1999|2032|2199)/.test(slotStart) ? ["INVALID", "INVALID_SLOT"] : ["INVALID"];
      assert.ok(
        status === 422 && known.includes(body.code),
        `${slotStart} ${JSON.stringify(body)}`,
      );
    }
  }
});

test("a slot that has ended is refused, one that has begun is not", async () => {
  const clinic = await openClinic(app);
  app.clock.advance(119 * minute); // 10:59
  assert.equal((await clinic.ask()).status, 201);
  app.clock.advance(minute);
  const { status, body } = await clinic.ask();
  assert.deepEqual([status, body.code], [409, "SLOT_ENDED"]);
});

test("edge case 5, patient already has token: refused while it is active, whatever the slot", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1 });
  const patientId = await newPatient(app);
  await clinic.token({ at: "10:00" });
  await clinic.token({ at: "11:00" });
  const waiting = await clinic.token({ patientId });
  assert.equal(waiting.status, "WAITING");
  const again = async () => {
    const { status, body } = await clinic.ask({ patientId, at: "11:00" });
    assert.deepEqual([status, body.code, body.tokenId], [409, "DUPLICATE_TOKEN", waiting.id]);
  };
  await again();
  await clinic.setSlot("10:00", 2, 0);
  assert.equal((await tokenNow(app, waiting.id)).status, "ALLOCATED");
  await again();
  await act(app, waiting.id, "start");
  await again();
  await act(app, waiting.id, "complete");
  await clinic.setSlot("11:00", 2, 0);
  assert.equal((await clinic.ask({ patientId, at: "11:00" })).status, 201);
});

test("a token that was cancelled, or on another date, is no duplicate", async () => {
  const clinic = await openClinic(app);
  const patientId = await newPatient(app);
  const { id } = await clinic.token({ patientId });
  await act(app, id, "cancel");
  await clinic.token({ patientId });
  const tomorrow = clinic.at("10:00", clinic.later(1));
  assert.equal((await clinic.ask({ patientId, at: tomorrow })).status, 201);
});

test("duplicates are counted over all doctors, or for each when so set", async () => {
  const clinic = await openClinic(app);
  const other = await newClinic(app);
  const patientId = await newPatient(app);
  await clinic.token({ patientId });
  assert.equal((await other.ask({ patientId })).body.code, "DUPLICATE_TOKEN");
  await setRules(app, { duplicates: "per_doctor" });
  assert.equal((await clinic.ask({ patientId })).body.code, "DUPLICATE_TOKEN");
  assert.equal((await other.ask({ patientId })).status, 201);
  await setRules(app, { duplicates: "per_date" });
  const third = await newClinic(app);
  assert.equal((await third.ask({ patientId })).body.code, "DUPLICATE_TOKEN");
});

test("a patient who asks two doctors in the same moment has one token", async () => {
  const doctors = [await openClinic(app), ...(await Promise.all([newClinic(app), newClinic(app)]))];
  const patientId = await newPatient(app);
  await Promise.all(doctors.map((one) => one.token())); // the days are open
  const answers = await Promise.all(doctors.map((one) => one.ask({ patientId })));
  assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ["201", "409", "409"]);
});

// ---- step 2: priority

test("emergency 0, paid 1, follow-up 2, walk-in 3, online 4", async () => {
  const clinic = await openClinic(app, { reserve: 0 });
  const priorities = [];
  for (const source of ["emergency", "paid", "follow_up", "walk_in", "online"]) {
    priorities.push((await clinic.token({ source })).priority);
  }
  assert.deepEqual(priorities, [0, 1, 2, 3, 4]);
});

test("any source can carry the emergency flag", async () => {
  const clinic = await openClinic(app, { places: 1, reserve: 1, slots: 1 });
  const token = await clinic.token({ source: "online", emergency: true });
  assert.deepEqual([token.priority, token.emergency, token.source], [0, true, "online"]);
});

test("who waits: higher priority first, within a priority who came first", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 1 });
  await clinic.token();
  const expected: Record<string, string[]> = {};
  for (const source of ["online", "walk_in", "paid", "online", "paid", "follow_up"]) {
    const { id } = await clinic.token({ source });
    (expected[source] ??= []).push(id);
  }
  const { waiting } = await clinic.slot();
  const order = ["paid", "follow_up", "walk_in", "online"].flatMap((key) => expected[key]!);
  assert.deepEqual(idsOf(waiting), order);
  assert.deepEqual(
    waiting.map(({ position }: { position: number }) => position),
    [1, 2, 3, 4, 5, 6],
  );
});

// ---- step 3: capacity

test("10 places and a reserve of 2 unless set: 8 for everybody, 2 for emergencies", async () => {
  const clinic = await openClinic(app);
  const { capacity, emergencyReserve, state } = await clinic.slot();
  assert.deepEqual([capacity, emergencyReserve, state], [10, 2, "AVAILABLE"]);
});

const reservesOf = async (clinic: Clinic, capacities: number[]) => {
  const reserves: number[][] = [];
  for (const capacity of capacities) {
    const { body } = await clinic.setSlot("10:00", capacity);
    reserves.push([body.capacity, body.emergencyReserve]);
  }
  return reserves;
};

test("two places of each slot are kept for emergencies, where two are left for everybody", async () => {
  const clinic = await openClinic(app);
  assert.deepEqual(await reservesOf(clinic, [0, 1, 2, 3, 4, 5, 10, 100]), [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 2],
    [5, 2],
    [10, 2],
    [100, 2],
  ]);
});

test("by setting, a fifth of the places is kept, at most two", async (t) => {
  assert.equal((await setRules(app, { usualReserve: "fifth" })).status, 200);
  t.after(() => setRules(app, { usualReserve: "two" }));
  const clinic = await openClinic(app);
  assert.deepEqual(await reservesOf(clinic, [1, 4, 5, 9, 10, 100]), [
    [1, 0],
    [4, 0],
    [5, 1],
    [9, 1],
    [10, 2],
    [100, 2],
  ]);
});

test("AVAILABLE, then FULL_REGULAR, then FULL", async () => {
  const clinic = await openClinic(app, { places: 5, reserve: 2 });
  const states = [];
  for (const source of ["walk_in", "paid", "online", "emergency", "emergency"]) {
    await clinic.token({ source, allowAlternative: false });
    const { state, open, openToEmergencies, taken } = await clinic.slot();
    states.push([taken, state, open, openToEmergencies]);
  }
  assert.deepEqual(states, [
    [1, "AVAILABLE", 2, 4],
    [2, "AVAILABLE", 1, 3],
    [3, "FULL_REGULAR", 0, 2],
    [4, "FULL_REGULAR", 0, 1],
    [5, "FULL", 0, 0],
  ]);
});

test("the reserve is taken literally: emergencies count, and it stays kept for the next one", async () => {
  const clinic = await openClinic(app, { places: 5, reserve: 2, slots: 1 });
  await clinic.token({ source: "emergency" });
  assert.equal((await clinic.slot()).open, 2);
  await clinic.tokens(2);
  const third = await clinic.token();
  assert.equal(third.status, "WAITING");
  assert.equal((await clinic.slot()).openToEmergencies, 2);
});

test("allocated, in-progress and completed tokens count; cancelled and expired give back", async () => {
  const clinic = await openClinic(app, { places: 5, reserve: 0, slots: 1 });
  const [a, b, c, d] = await clinic.tokens(4);
  await act(app, a.id, "start");
  await act(app, b.id, "start");
  await act(app, b.id, "complete");
  assert.equal((await clinic.slot()).taken, 4);
  await act(app, c.id, "cancel");
  await act(app, d.id, "no-show");
  assert.equal((await clinic.slot()).taken, 2);
});

test("settable per doctor, per slot and date; the slot's own setting goes first", async () => {
  const clinic = await openClinic(app);
  await clinic.setLimits({ capacity: 6, emergencyReserve: 3 });
  await clinic.setSlot("11:00", 4, 1);
  const limits = (await clinic.slots()).map((slot) => [slot.capacity, slot.emergencyReserve]);
  assert.deepEqual(limits, [
    [6, 3],
    [4, 1],
    [6, 3],
  ]);
  const tomorrow = await clinic.slots(clinic.later(1));
  assert.deepEqual([tomorrow[1].capacity, tomorrow[1].emergencyReserve], [6, 3]);
  await clinic.setLimits({});
  const back = await clinic.slot("10:00");
  assert.deepEqual([back.capacity, back.emergencyReserve], [10, 2]);
});

// ---- step 4: decision

test("capacity available: ALLOCATED with the next number, and said in words", async () => {
  const clinic = await openClinic(app);
  const patientId = await newPatient(app, { name: "Asha Menon" });
  await clinic.token();
  const token = await clinic.token({ patientId, source: "online" });
  assert.equal(token.status, "ALLOCATED");
  assert.equal(token.number, 2);
  assert.equal(token.position, 2);
  assert.equal(token.slotStart, clinic.at("10:00"));
  assert.equal(token.requestedSlotStart, clinic.at("10:00"));
  assert.equal(token.movedToAlternative, false);
  assert.equal(token.allocatedAt, app.clock.fixed().toISOString());
  assert.match(token.message, /^Asha Menon has number \w+-2 at 10:00 with Dr Rao\.$/);
});

test("edge case 1, slot full, alternative available: the nearest by minutes", async () => {
  const clinic = await openClinic(app, { slots: 4, places: 1 });
  await clinic.token({ at: "10:00" });
  await clinic.token({ at: "11:00" });
  const patientId = await newPatient(app, { name: "Asha" });
  const token = await clinic.token({ at: "10:00", patientId });
  assert.equal(token.status, "ALLOCATED");
  assert.equal(token.slotStart, clinic.at("12:00"));
  assert.equal(token.requestedSlotStart, clinic.at("10:00"));
  assert.equal(token.movedToAlternative, true);
  assert.equal(token.number, 21);
  assert.match(token.message, /10:00 with Dr Rao is full. Asha has number \w+-21 at 12:00/);
});

test("of two slots equally near, the earlier one", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 1 });
  await clinic.token({ at: "11:00" });
  assert.equal((await clinic.token({ at: "11:00" })).slotStart, clinic.at("10:00"));
});

test("a slot that has ended, or of another date, is no alternative", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1 });
  app.clock.advance(121 * minute); // 11:01
  await clinic.token({ at: "11:00" });
  assert.equal((await clinic.token({ at: "11:00" })).status, "WAITING");
});

test("the reserve of another slot is no alternative for somebody regular", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1, reserve: 1 });
  assert.equal((await clinic.token()).status, "WAITING");
});

test("edge case 2, slot full, no alternative available: WAITING in the requested slot", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1 });
  await clinic.tokens(2);
  const patientId = await newPatient(app, { name: "Asha" });
  const token = await clinic.token({ patientId });
  assert.equal(token.status, "WAITING");
  assert.equal(token.number, null);
  assert.equal(token.position, 1);
  assert.equal(token.slotStart, clinic.at("10:00"));
  assert.equal(token.allocatedAt, null);
  assert.match(
    token.message,
    /All places at 10:00 .* no other slot is free. Asha waits at place 1/,
  );
});

test("without allowAlternative somebody waits for the slot they want", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1 });
  await clinic.token();
  const token = await clinic.token({ allowAlternative: false });
  assert.equal(token.status, "WAITING");
  assert.doesNotMatch(token.message, /other slot/);
  assert.equal((await clinic.slot("11:00")).taken, 0);
});

test("edge case 7, token number assignment: sequential within the slot, cancelled numbers stay unused", async (t) => {
  await setRules(app, { numbersPer: "slot" });
  t.after(() => setRules(app, { numbersPer: "day" }));
  const clinic = await openClinic(app);
  const [, second] = await clinic.tokens(3);
  await act(app, second.id, "cancel");
  assert.equal((await clinic.token()).number, 4);
  assert.equal((await clinic.token({ at: "11:00" })).number, 1);
  assert.deepEqual(numbersOf((await clinic.slot()).allocated), [1, 3, 4]);
});

test("edge case 8, concurrent allocations: no slot over its places, no number twice", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 5, reserve: 1 });
  const patients = await Promise.all(Array.from({ length: 30 }, () => newPatient(app)));
  const answers = await Promise.all(patients.map((patientId) => clinic.ask({ patientId })));
  assert(answers.every(({ status }) => status === 201));
  for (const [i, slot] of (await clinic.slots()).entries()) {
    assert.equal(slot.taken, 4);
    const first = i * 10 + 1;
    const given = [first, first + 1, first + 2, first + 3];
    assert.deepEqual(new Set(numbersOf(slot.allocated)), new Set(given));
  }
  assert.equal((await clinic.slot()).waiting.length, 18);
});

test("hours that are added later to a day with tokens can be used at once", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 1 });
  await clinic.token();
  const opened = await clinic.resource.except({
    available: true,
    start: clinic.at("15:00"),
    end: clinic.at("17:00"),
  });
  assert.equal(opened.status, 201, JSON.stringify(opened.body));
  assert.equal((await clinic.token({ at: "16:00" })).slotStart, clinic.at("16:00"));
  assert.equal((await clinic.token({ at: "10:00" })).slotStart, clinic.at("15:00"));
});

test("a day when the clocks change has the slots of its wall clock", async () => {
  // 28 March 2027: 02:00 to 03:00 does not exist in Berlin.
  const { status, body: doctor } = await api(app).post("/v1/resources", {
    type: "doctor",
    name: "Dr Weber",
    timezone: "Europe/Berlin",
  });
  assert.equal(status, 201);
  await api(app).put(`/v1/resources/${doctor.id}/availability`, {
    validFrom: "2026-01-01",
    slotMinutes: 60,
    tokensPerSlot: 1,
    weekly: [{ day: 6, start: "01:00", end: "05:00" }],
  });
  const springs = "2027-03-28";
  const { body: slots } = await api(app).get(`/v1/opd/slots?doctorId=${doctor.id}&date=${springs}`);
  assert.deepEqual(
    slots.map(({ start }: { start: string }) => start.slice(11, 16)),
    ["00:00", "01:00", "02:00"],
  );
  for (const { start } of slots) {
    const token = await api(app).post("/v1/opd/tokens", {
      patientId: await newPatient(app),
      doctorId: doctor.id,
      slotStart: start,
      source: "online",
    });
    assert.deepEqual([token.status, token.body.date], [201, springs]);
  }
});
