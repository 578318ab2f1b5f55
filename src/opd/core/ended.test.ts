// Patients who did not come, and those who come back: a no-show, skipping, calling once more, putting back, and
// the end of the day.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { ask, bookingNow, expecting } from "../../../test/booking.ts";
import { api } from "../../../test/http.ts";
import { act, idsOf, newPatient, openClinic, tokenNow, type Clinic } from "../../../test/opd.ts";
import { until } from "../../../test/until.ts";

let app: TestApp;
before(async () => (app = await startApp()));
after(() => app.close());

const minute = 60_000;
const send = (id: string, verb: string, body?: object) =>
  api(app).post(`/v1/opd/tokens/${id}/${verb}`, body);

async function refused(id: string, verb: string, code: string, body?: object) {
  const answer = await send(id, verb, body);
  assert.deepEqual([answer.status, answer.body.code], [409, code], verb);
  return answer.body;
}

const ended = async (clinic: Clinic) =>
  (await api(app).get(`/v1/opd/doctors/${clinic.doctorId}/ended?date=${clinic.date}`)).body.items;

async function closedSoFar(): Promise<number> {
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  return Number(/turnkeeper_opd_endings_total\{ending="DAY_ENDED"\} (\d+)/.exec(metrics)?.[1] ?? 0);
}

test("a no-show by hand needs the call and the grace, or a reason", async () => {
  const clinic = await openClinic(app);
  const [first, second] = await clinic.tokens(2);
  const uncalled = await refused(first.id, "no-show", "NO_SHOW_TOO_EARLY");
  assert.equal(uncalled.noShowFrom, null);
  app.clock.set(clinic.at("10:00"));
  await clinic.callNext();
  app.clock.advance(10 * minute - 1);
  const called = await refused(first.id, "no-show", "NO_SHOW_TOO_EARLY", {});
  assert.equal(called.noShowFrom, clinic.at("10:10"));
  app.clock.advance(1);
  assert.equal((await act(app, first.id, "no-show", {})).reason, "NO_SHOW");
  assert.equal((await send(second.id, "no-show", { reason: "" })).status, 422);
  assert.equal((await act(app, second.id, "no-show", { reason: "Went home" })).status, "EXPIRED");
});

test("a patient who is here and does not come when called is a no-show only after the grace", async () => {
  const clinic = await openClinic(app);
  const { id } = await clinic.token();
  await act(app, id, "check-in");
  app.clock.set(clinic.at("10:00"));
  await clinic.callNext();
  await refused(id, "no-show", "NO_SHOW_TOO_EARLY");
  app.clock.advance(10 * minute);
  assert.equal((await act(app, id, "no-show", {})).status, "EXPIRED");
});

test("the reason of a no-show is kept in the audit trail, and shown to staff", async () => {
  const clinic = await openClinic(app);
  const { id, secret } = await clinic.token();
  await act(app, id, "no-show", { reason: "Said so by phone" });
  const { rows } = await app.pool.query(
    `select after from event where ticket_id = $1 and type = 'opd.expired'`,
    [id],
  );
  assert.equal(rows[0].after.note, "Said so by phone");
  const [shown] = await ended(clinic);
  assert.deepEqual([shown.id, shown.reason, shown.note], [id, "NO_SHOW", "Said so by phone"]);
  const { body } = await api(app, secret).get(`/v1/opd/tokens/${id}`);
  assert.ok(!JSON.stringify(body).includes("by phone"), "not to the patient");
});

test("a no-show is put back: its place while that is free, with its number and its place in line", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 3 });
  const [first, second] = await clinic.tokens(2);
  await act(app, first.id, "no-show");
  const back = await act(app, first.id, "put-back");
  assert.deepEqual(
    [back.status, back.number, back.position, back.reason, back.calledAt],
    ["ALLOCATED", first.number, 1, "PUT_BACK", null],
  );
  assert.equal((await tokenNow(app, second.id)).position, 2);
  assert.equal((await clinic.slot()).taken, 2);
  assert.equal((await clinic.callNext()).id, first.id);
});

test("when the place was given on, a no-show that is put back waits in front", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 1 });
  const [first, second, third] = await clinic.tokens(3);
  await act(app, first.id, "no-show");
  assert.equal((await tokenNow(app, second.id)).status, "ALLOCATED");
  const back = await act(app, first.id, "put-back");
  assert.deepEqual([back.status, back.position], ["WAITING", 1]);
  assert.equal((await tokenNow(app, third.id)).position, 2);
  await act(app, second.id, "cancel");
  const now = await tokenNow(app, first.id);
  assert.deepEqual([now.status, now.number], ["ALLOCATED", first.number], "with the number it had");
  assert.equal((await clinic.slot()).taken, 1);
});

test("after its slot a token is put back there while a place is free, else in the nearest slot", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1 });
  const [late] = await clinic.tokens(1);
  await act(app, late.id, "no-show");
  app.clock.set(clinic.at("11:05"));
  const back = await act(app, late.id, "put-back");
  assert.deepEqual([back.status, back.slotStart], ["ALLOCATED", clinic.at("10:00")]);
  await act(app, late.id, "no-show");
  await clinic.setSlot("10:00", 0, 0);
  const elsewhere = await act(app, late.id, "put-back");
  assert.deepEqual([elsewhere.status, elsewhere.slotStart], ["ALLOCATED", clinic.at("11:00")]);
});

test("a cancelled token can be put back, unless the patient has another one or the day is over", async () => {
  const clinic = await openClinic(app);
  const patientId = await newPatient(app);
  const first = await clinic.token({ patientId });
  await act(app, first.id, "cancel");
  const other = await clinic.token({ patientId, at: "11:00" });
  await refused(first.id, "put-back", "DUPLICATE_TOKEN");
  await act(app, other.id, "cancel");
  assert.equal((await act(app, first.id, "put-back")).status, "ALLOCATED");
  assert.equal((await clinic.ask({ patientId })).body.code, "DUPLICATE_TOKEN", "it counts again");
  await act(app, first.id, "cancel");
  app.clock.set(clinic.at("00:00", clinic.later(1)));
  await refused(first.id, "put-back", "SLOT_ENDED");
});

test("tokens that are put back at the same time share the places that are left", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 4 });
  const tokens = await clinic.tokens(4);
  for (const { id } of tokens) await act(app, id, "cancel");
  await clinic.tokens(2);
  const answers = await Promise.all(tokens.map(({ id }) => send(id, "put-back")));
  const states = answers.map(({ body }) => body.status as string).toSorted();
  assert.deepEqual(states, ["ALLOCATED", "ALLOCATED", "WAITING", "WAITING"]);
  const { taken, waiting } = await clinic.slot();
  assert.deepEqual([taken, waiting.length], [4, 2]);
});

test("one patient can be called before the others, outside the slot only when that is said", async () => {
  const clinic = await openClinic(app);
  const [, second] = await clinic.tokens(2);
  const { slotStart } = await refused(second.id, "call", "NOT_DUE");
  assert.equal(slotStart, clinic.at("10:00"));
  const early = await act(app, second.id, "call", { early: true });
  assert.equal(early.noShowAt, clinic.at("10:10"));
  app.clock.set(clinic.at("10:00"));
  const third = await clinic.token();
  assert.ok((await act(app, third.id, "call")).calledAt);
  await refused(third.id, "call", "WRONG_STATE");
});

test("calling once more begins the grace anew, and the board says it again", async () => {
  const clinic = await openClinic(app);
  const { id } = await clinic.token();
  await refused(id, "recall", "WRONG_STATE");
  app.clock.set(clinic.at("10:00"));
  await clinic.callNext();
  app.clock.advance(9 * minute);
  const again = await act(app, id, "recall");
  assert.deepEqual([again.calledAt, again.noShowAt], [clinic.at("10:09"), clinic.at("10:19")]);
  const { body } = await api(app).get(`/v1/opd/board?doctors=${clinic.doctorId}`);
  assert.equal(body.doctors[0].now[0].calledAt, clinic.at("10:09"));
  app.clock.advance(minute);
  await app.sweep();
  assert.equal((await tokenNow(app, id)).status, "ALLOCATED");
});

test("who is skipped keeps the place, is no no-show, and comes after those who are due until they check in", async () => {
  const clinic = await openClinic(app);
  const [first, second, third] = await clinic.tokens(3);
  app.clock.set(clinic.at("10:00"));
  assert.equal((await clinic.callNext()).id, first.id);
  const skipped = await act(app, first.id, "skip");
  assert.deepEqual([skipped.status, skipped.calledAt, skipped.noShowAt], ["ALLOCATED", null, null]);
  assert.equal((await clinic.callNext()).id, second.id);
  app.clock.advance(5 * minute);
  await act(app, first.id, "check-in");
  assert.equal((await clinic.callNext()).id, first.id);
  await act(app, first.id, "skip");
  assert.equal((await clinic.callNext()).id, third.id);
  assert.equal((await clinic.callNext()).id, first.id, "when nobody else is left");
});

test("at the end of the day those who were never seen are closed, counted and listed", async () => {
  const clinic = await openClinic(app);
  const [never, seen, here] = await clinic.tokens(3);
  await act(app, seen.id, "start");
  await act(app, here.id, "check-in");
  app.clock.set(clinic.at("23:59"));
  await app.sweep();
  assert.equal((await tokenNow(app, never.id)).status, "ALLOCATED");
  const before = await closedSoFar();
  app.clock.set(clinic.at("00:00", clinic.later(1)));
  await app.sweep();
  for (const { id } of [never, here]) {
    const { status, reason } = await tokenNow(app, id);
    assert.deepEqual([status, reason], ["EXPIRED", "DAY_ENDED"]);
  }
  assert.equal((await tokenNow(app, seen.id)).status, "IN_PROGRESS");
  assert.deepEqual(new Set(idsOf(await ended(clinic))), new Set(idsOf([never, here])));
  assert.equal((await closedSoFar()) - before, 2);
});

test("a booking whose patient did not come is cancelled and says so; one that nobody called stays", async () => {
  const consult = async (clinic: Clinic) => {
    const patientId = await newPatient(app);
    const time = { start: clinic.at("10:00"), end: clinic.at("10:15") };
    const resources = [{ resourceId: clinic.doctorId }];
    return expecting(201, await ask(app, { kind: "consultation", patientId, ...time, resources }));
  };
  const clinic = await openClinic(app);
  const never = await consult(clinic);
  app.clock.set(clinic.at("00:00", clinic.later(1)));
  await app.sweep();
  assert.equal((await tokenNow(app, never.tokenId)).reason, "DAY_ENDED");
  const missed = await consult(await openClinic(app));
  await act(app, missed.tokenId, "no-show");
  await until("the booking has followed its token", async () => {
    const { status, statusMessage } = await bookingNow(app, missed.id);
    return status === "canceled" && statusMessage === "The patient did not come when called";
  });
  // What happened before was followed before.
  assert.equal((await bookingNow(app, never.id)).status, "approved");
});
