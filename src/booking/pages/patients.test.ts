// Whom a booking from the public is for, and what the public learns of it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, bookingNow, expecting, refused } from "../../../test/booking.ts";
import { api, newKey, type Answer } from "../../../test/http.ts";
import { newClinic, newPatient, openClinic, type Clinic } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000" } });
});
after(() => app.close());

async function openPage(clinics: Clinic[], over: object = {}): Promise<string> {
  const made = await api(app).post("/v1/booking-pages", {
    title: "Consultation",
    kind: "consultation",
    minutes: 60,
    resourceIds: clinics.map(({ doctorId }) => doctorId),
    ...over,
  });
  return expecting(201, made).id;
}

let numbers = 0;
/** Nobody has it yet. */
const newPhone = () => `+49 30 ${String(5_550_000 + (numbers += 1))}`;

interface Wish {
  start: string;
  name?: string;
  phone?: string | null;
  externalId?: string;
  resourceId?: string;
}

const ask = (pageId: string, wish: Wish, key?: string): Promise<Answer> =>
  api(app, null).post(
    `/v1/public/booking-pages/${pageId}/requests`,
    { name: "Ada Quist", phone: newPhone(), ...wish },
    key === undefined ? {} : { key },
  );

async function asked(pageId: string, wish: Wish) {
  return expecting(201, await ask(pageId, wish));
}

/** For whom it is, as staff see it. */
const patientOf = async ({ id }: { id: string }) => (await bookingNow(app, id)).patientId;

async function countPatients(): Promise<number> {
  const { rows } = await app.pool.query(`select count(*)::int as n from patient`);
  return rows[0].n;
}

test("somebody who is known is found again by name and phone, however both are written", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic]);
  const known = await newPatient(app, { name: "José Álvarez Peña", phone: "030 7654321" });
  const before = await countPatients();
  for (const [name, phone] of [
    ["José Álvarez Peña", "030 7654321"],
    ["alvarez pena, JOSE", "+49 30 765-4321"],
    ["Jose Alvarez Pena", "0049 (30) 7654321"],
  ] as const) {
    const made = await asked(page, { start: clinic.at("10:00"), name, phone });
    assert.equal(await patientOf(made), known, `${name}, ${phone}`);
  }
  assert.equal(await countPatients(), before, "nobody was added");
});

test("a number alone finds nobody: another name becomes a patient of their own", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic]);
  const phone = newPhone();
  const mother = await newPatient(app, { name: "Ruth Okafor", phone, externalId: "RO-1" });
  const son = await patientOf(
    await asked(page, { start: clinic.at("10:00"), name: "Ben Okafor", phone }),
  );
  assert.notEqual(son, mother);
  const again = await asked(page, { start: clinic.at("11:00"), name: "Ben Okafor", phone });
  assert.equal(await patientOf(again), son);
  const { body } = await api(app).get(`/v1/patients/${mother}`);
  assert.deepEqual([body.name, body.phone], ["Ruth Okafor", phone], "nothing of hers was changed");
});

test("somebody is found by the hospital's number with their name, and never without it", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic], { asksExternalId: true });
  const known = await newPatient(app, { name: "Nils Berg", externalId: "MRN-77" });
  const start = clinic.at("10:00");
  const his = await asked(page, { start, name: "Nils Berg", externalId: "MRN-77" });
  assert.equal(await patientOf(his), known);
  const other = await asked(page, { start, name: "Eve Stranger", externalId: "MRN-77" });
  assert.notEqual(await patientOf(other), known);
  const { contact } = await bookingNow(app, other.id);
  assert.equal(contact.externalId, "MRN-77", "staff see what was typed");
});

test("nobody from the public can take a number of the hospital for themselves", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic], { asksExternalId: true });
  const made = await asked(page, { start: clinic.at("10:00"), externalId: "MRN-500" });
  const { body } = await api(app).get(`/v1/patients/${await patientOf(made)}`);
  assert.equal(body.externalId, null);
  await newPatient(app, { name: "The real one", externalId: "MRN-500" });
});

test("one person has one token a day, also when they ask on the page twice", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic]);
  const who = { name: "Twice Asking", phone: newPhone() };
  const [first, second] = [
    await asked(page, { start: clinic.at("10:00"), ...who }),
    await asked(page, { start: clinic.at("11:00"), ...who }),
  ];
  await act(app, first.id, "approve");
  refused(await api(app).post(`/v1/bookings/${second.id}/approve`), 409, "DUPLICATE_TOKEN");
});

test("the public cannot tell a known person from a new one", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic], { confirmation: "instant" });
  const phone = newPhone();
  await newPatient(app, { name: "Known Person", phone });
  const known = await asked(page, { start: clinic.at("10:00"), name: "Known Person", phone });
  const unknown = await asked(page, { start: clinic.at("10:00"), name: "New Person" });
  const otherName = await asked(page, { start: clinic.at("10:00"), name: "Other Person", phone });
  const shape = (answer: object) => {
    const own = new Set(["id", "secret", "followUrl", "visitUrl"]);
    return Object.entries(answer).filter(([field]) => !own.has(field));
  };
  assert.deepEqual(shape(known), shape(unknown));
  assert.deepEqual(shape(known), shape(otherName));
});

test("somebody who has a place that day becomes a request on a page that confirms at once, without being told why", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic], { confirmation: "instant" });
  const who = { name: "Has A Place", phone: newPhone() };
  assert.equal((await asked(page, { start: clinic.at("10:00"), ...who })).status, "approved");
  const second = await asked(page, { start: clinic.at("11:00"), ...who });
  assert.deepEqual([second.status, second.why, second.statusMessage], ["requested", null, null]);
  const text = JSON.stringify(second);
  assert.ok(!text.includes("DUPLICATE") && !text.includes("token"), text);
});

test("after a refusal there is no patient", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 1 });
  const page = await openPage([clinic], { confirmation: "instant" });
  await asked(page, { start: clinic.at("10:00") });
  const before = await countPatients();
  refused(await ask(page, { start: clinic.at("10:00"), name: "Too Late" }), 409, "TAKEN");
  refused(await ask(page, { start: clinic.at("10:07"), name: "No Slot" }), 409, "TAKEN");
  assert.equal(await countPatients(), before);
});

test("nor after one that was refused only when everything was decided", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 3, reserve: 0 });
  const page = await openPage([clinic], { confirmation: "instant" });
  const before = await countPatients();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      ask(page, { start: clinic.at("10:00"), name: `Racer ${i}` }),
    ),
  );
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, 3);
  for (const answer of answers) if (answer.status !== 201) refused(answer, 409, "TAKEN");
  assert.equal(await countPatients(), before + 3);
});

test("a new person who asks for several times at once becomes one patient", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic]);
  const who = { name: "All At Once", phone: newPhone() };
  const before = await countPatients();
  const times = ["10:00", "11:00", "12:00", "10:00", "11:00", "12:00"];
  await Promise.all(times.map((time) => asked(page, { start: clinic.at(time), ...who })));
  assert.equal(await countPatients(), before + 1);
});

test("a retry adds nobody", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic], { confirmation: "instant" });
  const [key, wish] = [newKey(), { start: clinic.at("10:00"), name: "Again", phone: newPhone() }];
  const first = await ask(page, wish, key);
  const before = await countPatients();
  const again = await ask(page, wish, key);
  assert.deepEqual([again.status, again.body.id], [201, first.body.id]);
  assert.equal(await countPatients(), before);
});

test("who was added by the public is in the audit trail", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic]);
  const made = await asked(page, { start: clinic.at("10:00") });
  const patientId = await patientOf(made);
  const { rows } = await app.pool.query(
    `select actor from event where type = 'opd.patient_created' and after->>'id' = $1`,
    [patientId],
  );
  assert.deepEqual(rows, [{ actor: "public" }]);
});

test("a phone number is needed where the booking is for a patient, and must look like one", async () => {
  const clinic = await openClinic(app);
  const page = await openPage([clinic]);
  for (const phone of [null, "call me"]) {
    const { status, body } = await ask(page, { start: clinic.at("10:00"), phone });
    assert.deepEqual([status, body.errors?.[0].field], [422, "phone"], JSON.stringify(body));
  }
  const shown = await api(app, null).get(`/v1/public/booking-pages/${page}`);
  assert.equal(shown.body.forPatients, true);
});

test("patients of one organisation are no patients of another", async () => {
  const who = { name: "Same Name", phone: newPhone() };
  const known = await newPatient(app, who);
  const { body } = await api(app).post("/v1/organisations", { name: "Elsewhere" });
  const there = api(app, body.apiKey);
  const doctor = { type: "doctor", name: "Dr Away", timezone: "UTC" };
  const { id } = expecting(201, await there.post("/v1/resources", doctor));
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: "10:00", end: "12:00" }));
  const hours = { validFrom: "2026-01-01", slotMinutes: 60, tokensPerSlot: 5, weekly };
  expecting(200, await there.put(`/v1/resources/${id}/availability`, hours));
  const settings = { title: "There", kind: "consultation", minutes: 60, resourceIds: [id] };
  const page = expecting(201, await there.post("/v1/booking-pages", settings));
  const [morning] = new Date(app.clock.fixed().getTime() + 86_400_000).toISOString().split("T");
  const made = await asked(page.id, { start: `${morning}T10:00:00.000Z`, ...who });
  const { patientId } = expecting(200, await there.get(`/v1/bookings/${made.id}`));
  assert.notEqual(patientId, known);
});

test("on a page with several doctors whoever is free is booked at once", async () => {
  const first = await openClinic(app, { slots: 1, places: 1 });
  const second = await newClinic(app, { slots: 1, places: 1 });
  const page = await openPage([first, second], { confirmation: "instant" });
  const made = [
    await asked(page, { start: first.at("10:00") }),
    await asked(page, { start: first.at("10:00") }),
  ];
  const names = made.map(({ status, resources }) => [status, resources[0].name]);
  assert.deepEqual(names, [
    ["approved", "Dr Rao"],
    ["approved", "Dr Iyer"],
  ]);
  refused(await ask(page, { start: first.at("10:00") }), 409, "TAKEN");
});
