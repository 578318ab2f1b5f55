import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import { act, newClinic, newPatient, openClinic, tokenNow } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const move = (id: string, to: object) => api(app).post(`/v1/opd/tokens/${id}/move`, to);

test("to another slot of the day: the number on the slip stays, the old place goes to who waits", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 2, reserve: 0 });
  const [first] = await clinic.tokens(2);
  await clinic.token({ at: "11:00" });
  const waiting = await clinic.token({ allowAlternative: false });
  const { status, body } = await move(first.id, { slotStart: clinic.at("11:00") });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.slotStart, body.number, body.reason, body.requestedSlotStart],
    [clinic.at("11:00"), 1, "MOVED", clinic.at("10:00")],
  );
  const promoted = await tokenNow(app, waiting.id);
  assert.deepEqual([promoted.status, promoted.number], ["ALLOCATED", 3]);
  assert.deepEqual(
    (await clinic.slots()).map(({ taken }) => taken),
    [2, 2],
  );
});

test("who moves keeps the time of arrival, and the place that follows from it", async () => {
  const clinic = await openClinic(app);
  const early = await clinic.token();
  await clinic.tokens(2, { at: "11:00" });
  const { body } = await move(early.id, { slotStart: clinic.at("11:00") });
  assert.deepEqual([body.position, body.number], [1, 1]);
  assert.equal((await tokenNow(app, early.id)).position, 1);
});

test("to another day: the patient has a token there and none here", async () => {
  const clinic = await openClinic(app);
  const patientId = await newPatient(app);
  const { id } = await clinic.token({ patientId });
  const tomorrow = clinic.at("10:00", clinic.later(1));
  const { body } = await move(id, { slotStart: tomorrow });
  assert.deepEqual([body.slotStart, body.date, body.number], [tomorrow, clinic.later(1), 1]);
  assert.equal((await clinic.slot()).taken, 0);
  assert.equal((await clinic.ask({ patientId, at: tomorrow })).body.code, "DUPLICATE_TOKEN");
  assert.equal((await clinic.ask({ patientId })).status, 201);
});

test("to another doctor: the uniqueKey for the date goes along", async () => {
  const clinic = await openClinic(app);
  const other = await newClinic(app);
  const patientId = await newPatient(app);
  const { id } = await clinic.token({ patientId });
  const { body } = await move(id, { slotStart: other.at("11:00"), doctorId: other.doctorId });
  assert.deepEqual([body.doctorId, body.slotStart], [other.doctorId, other.at("11:00")]);
  assert.equal((await clinic.ask({ patientId })).body.code, "DUPLICATE_TOKEN");
  await act(app, id, "cancel");
  assert.equal((await clinic.ask({ patientId })).status, 201);
});

test("a full slot is refused, and nothing has changed", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1 });
  const { id } = await clinic.token();
  await clinic.token({ at: "11:00" });
  const before = await clinic.slots();
  const { status, body } = await move(id, { slotStart: clinic.at("11:00") });
  assert.deepEqual([status, body.code], [409, "SLOT_FULL"]);
  assert.deepEqual(await clinic.slots(), before);
});

test("the reserve of the other slot is not for somebody regular, but for an emergency", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1, reserve: 1 });
  const token = await clinic.token({ source: "emergency" });
  assert.equal((await move(token.id, { slotStart: clinic.at("11:00") })).status, 200);
  const waiting = await clinic.token({ allowAlternative: false });
  const refused = await move(waiting.id, { slotStart: clinic.at("11:00") });
  assert.equal(refused.body.code, "SLOT_FULL");
});

test("somebody who waits can be moved to a place", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1 });
  await clinic.token();
  const waiting = await clinic.token({ allowAlternative: false });
  const { body } = await move(waiting.id, { slotStart: clinic.at("11:00") });
  assert.deepEqual([body.status, body.number, body.position], ["ALLOCATED", 11, 1]);
  assert.equal((await clinic.slot()).waiting.length, 0);
});

test("what cannot be: the same slot, no slot, one that has ended, a second token, an inactive doctor", async () => {
  const clinic = await openClinic(app);
  const other = await newClinic(app);
  const patientId = await newPatient(app);
  const { id } = await clinic.token({ patientId, at: "12:00" });
  const tomorrow = clinic.at("10:00", clinic.later(1));
  await clinic.token({ patientId, at: tomorrow });
  app.clock.advance(2 * 3_600_000); // 11:00
  await api(app).patch(`/v1/resources/${other.doctorId}`, { active: false });
  const wishes: [object, string][] = [
    [{ slotStart: clinic.at("12:00") }, "SAME_SLOT"],
    [{ slotStart: clinic.at("12:30") }, "INVALID_SLOT"],
    [{ slotStart: clinic.at("10:00") }, "SLOT_ENDED"],
    [{ slotStart: tomorrow }, "DUPLICATE_TOKEN"],
    [{ slotStart: other.at("12:00"), doctorId: other.doctorId }, "DOCTOR_INACTIVE"],
    [{ slotStart: clinic.at("11:00"), doctorId: patientId }, "NOT_FOUND"],
  ];
  for (const [to, code] of wishes) assert.equal((await move(id, to)).body.code, code);
  assert.equal((await tokenNow(app, id)).version, 1);
});

test("who was called, is being seen or is done cannot be moved", async () => {
  const clinic = await openClinic(app);
  const [called, seen, gone] = await clinic.tokens(3);
  await clinic.callNext();
  await act(app, seen.id, "start");
  await act(app, gone.id, "cancel");
  for (const { id } of [called, seen, gone]) {
    const { status, body } = await move(id, { slotStart: clinic.at("11:00") });
    assert.deepEqual([status, body.code], [409, "WRONG_STATE"]);
  }
});

test("moves between two doctors in both directions at once lose nobody", async () => {
  const clinic = await openClinic(app, { reserve: 0 });
  const other = await newClinic(app);
  const [here, there] = [await clinic.tokens(4), await other.tokens(4)];
  await Promise.all([
    ...here.map(({ id }) =>
      act(app, id, "move", { slotStart: other.at("11:00"), doctorId: other.doctorId }),
    ),
    ...there.map(({ id }) =>
      act(app, id, "move", { slotStart: clinic.at("11:00"), doctorId: clinic.doctorId }),
    ),
  ]);
  for (const one of [clinic, other]) {
    assert.deepEqual(
      (await one.slots()).map(({ taken }) => taken),
      [0, 4, 0],
    );
  }
});
