import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api, newKey } from "../../../test/http.ts";
import { act, idsOf, openClinic, setRules, tokenNow } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const minute = 60_000;
const inMinutes = (minutes: number) =>
  new Date(app.clock.fixed().getTime() + minutes * minute).toISOString();

test("a visit: check-in, called, started, completed, and each moment is kept", async () => {
  const clinic = await openClinic(app);
  const { id } = await clinic.token();
  const here = await act(app, id, "check-in");
  assert.deepEqual([here.status, here.checkedInAt, here.position], ["ALLOCATED", inMinutes(0), 1]);
  app.clock.advance(60 * minute);
  const called = await clinic.callNext();
  assert.deepEqual([called.id, called.status, called.calledAt], [id, "ALLOCATED", inMinutes(0)]);
  app.clock.advance(minute);
  const started = await act(app, id, "start");
  assert.deepEqual([started.status, started.startedAt], ["IN_PROGRESS", inMinutes(0)]);
  app.clock.advance(9 * minute);
  const done = await act(app, id, "complete");
  assert.deepEqual([done.status, done.endedAt, done.reason], ["COMPLETED", inMinutes(0), null]);
});

test("the doctor may see somebody who was not called; that counts as the call", async () => {
  const clinic = await openClinic(app);
  const { id } = await clinic.token();
  assert.equal((await act(app, id, "start")).calledAt, inMinutes(0));
  assert.equal(await clinic.callNext(), null);
});

test("call next goes by score: slot, then priority, then who came first", async () => {
  const clinic = await openClinic(app);
  const late = await clinic.token({ at: "11:00", source: "paid" });
  const online = await clinic.token({ source: "online" });
  const walkIn = await clinic.token({ source: "walk_in" });
  const paid = await clinic.token({ source: "paid" });
  const second = await clinic.token({ source: "paid" });
  const order = [];
  for (let token = await clinic.callNext(); token; token = await clinic.callNext())
    order.push(token);
  assert.deepEqual(idsOf(order), idsOf([paid, second, walkIn, online, late]));
});

test("call next takes those who are due before those who are early, and who is here before who is not", async () => {
  const clinic = await openClinic(app);
  const [missing, here] = await clinic.tokens(2);
  const early = await clinic.token({ at: "11:00" });
  const emergency = await clinic.token({ at: "10:00", emergency: true });
  await act(app, here.id, "check-in");
  await act(app, early.id, "check-in");
  app.clock.set(clinic.at("10:30"));
  const order = [];
  for (let i = 0; i < 3; i++) order.push((await clinic.askForNext()).body);
  assert.deepEqual(idsOf(order), idsOf([emergency, here, missing]));
});

test("nobody is called before their slot unless that is asked for, and the live queue says who is next", async () => {
  const clinic = await openClinic(app);
  const { id, slotStart } = await clinic.token({ at: "12:00" });
  app.clock.set(clinic.at("10:59"));
  const asked = await clinic.askForNext();
  assert.deepEqual([asked.status, asked.body.code], [409, "NOBODY_DUE"]);
  assert.deepEqual([asked.body.tokenId, asked.body.slotStart], [id, slotStart]);
  assert.equal((await tokenNow(app, id)).calledAt, null);
  const queue = await api(app).get(`/v1/opd/doctors/${clinic.doctorId}/live-queue`);
  assert.equal(queue.body.next, id);
  assert.equal((await clinic.askForNext({ early: true })).body.id, id);
  const after = await api(app).get(`/v1/opd/doctors/${clinic.doctorId}/live-queue`);
  assert.equal(after.body.next, null);
});

test("the grace of somebody who is called early begins with their slot", async () => {
  const clinic = await openClinic(app);
  const { id } = await clinic.token({ at: "12:00" });
  app.clock.set(clinic.at("10:59"));
  assert.equal((await clinic.callNext()).noShowAt, clinic.at("12:10"));
  app.clock.set(clinic.at("11:59"));
  await app.sweep();
  assert.equal((await tokenNow(app, id)).status, "ALLOCATED");
  app.clock.set(clinic.at("12:10"));
  await app.sweep();
  assert.equal((await tokenNow(app, id)).reason, "NO_SHOW");
});

test("call next calls nobody who waits, and answers 204 when nobody is left", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 1 });
  await clinic.tokens(2);
  assert.ok(await clinic.callNext());
  const path = `/v1/opd/doctors/${clinic.doctorId}/call-next`;
  const nobody = await api(app).post(path, { early: true });
  assert.deepEqual([nobody.status, nobody.body], [204, null]);
  const emptyDay = await api(app).post(path, { date: clinic.later(30) });
  assert.equal(emptyDay.status, 204);
});

test("call next without a date means today, in the doctor's zone", async () => {
  const clinic = await openClinic(app);
  const { id } = await clinic.token();
  await clinic.token({ at: clinic.at("10:00", clinic.later(1)) });
  app.clock.set(clinic.at("10:00"));
  const path = `/v1/opd/doctors/${clinic.doctorId}/call-next`;
  assert.equal((await api(app).post(path)).body.id, id);
  assert.equal((await api(app).post(path)).status, 204);
});

test("two rooms that call at the same time call two people", async () => {
  const clinic = await openClinic(app);
  await clinic.tokens(4);
  const called = await Promise.all(Array.from({ length: 6 }, () => clinic.callNext()));
  assert.equal(new Set(called.filter(Boolean).map(({ id }) => id)).size, 4);
});

test("10 minutes of grace after the call, then EXPIRED by itself, and the place is given on", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 1 });
  const [first, waiting] = await clinic.tokens(2);
  app.clock.set(clinic.at("10:00"));
  const called = await clinic.callNext();
  assert.equal(called.noShowAt, inMinutes(10));
  app.clock.advance(10 * minute - 1);
  await app.sweep();
  assert.equal((await tokenNow(app, first.id)).status, "ALLOCATED");
  app.clock.advance(1);
  assert.equal(await app.sweep(), 1);
  const gone = await tokenNow(app, first.id);
  assert.deepEqual([gone.status, gone.reason, gone.noShowAt], ["EXPIRED", "NO_SHOW", null]);
  assert.equal((await tokenNow(app, waiting.id)).status, "ALLOCATED");
});

test("graceMinutes is a setting", async (t) => {
  await setRules(app, { graceMinutes: 3 });
  t.after(() => setRules(app, { graceMinutes: 10 }));
  const clinic = await openClinic(app);
  await clinic.token();
  app.clock.set(clinic.at("10:00"));
  assert.equal((await clinic.callNext()).noShowAt, inMinutes(3));
});

test("checking in stops the grace, before the call and after it", async () => {
  const clinic = await openClinic(app);
  const [early, late] = await clinic.tokens(2);
  await act(app, early.id, "check-in");
  assert.equal((await clinic.callNext()).noShowAt, null);
  await clinic.callNext();
  assert.equal((await act(app, late.id, "check-in")).noShowAt, null);
  app.clock.advance(30 * minute);
  await app.sweep();
  for (const { id } of [early, late]) assert.equal((await tokenNow(app, id)).status, "ALLOCATED");
});

test("being seen stops the grace", async () => {
  const clinic = await openClinic(app);
  const { id } = await clinic.token();
  await clinic.callNext();
  await act(app, id, "start");
  app.clock.advance(30 * minute);
  await app.sweep();
  assert.equal((await tokenNow(app, id)).status, "IN_PROGRESS");
});

test("checking in twice is refused", async () => {
  const clinic = await openClinic(app);
  const { id } = await clinic.token();
  await act(app, id, "check-in");
  const again = await api(app).post(`/v1/opd/tokens/${id}/check-in`);
  assert.deepEqual([again.status, again.body.code], [409, "WRONG_STATE"]);
});

test("the live queue has everybody with a place in the order of being seen", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 3, reserve: 0 });
  const later = await clinic.token({ at: "11:00", source: "follow_up" });
  const online = await clinic.token({ source: "online" });
  const paid = await clinic.token({ source: "paid" });
  const seen = await clinic.token({ source: "walk_in" });
  await act(app, seen.id, "start");
  const cancelled = await clinic.token({ at: "11:00" });
  await act(app, cancelled.id, "cancel");
  await clinic.token({ allowAlternative: false }); // waits
  const path = `/v1/opd/doctors/${clinic.doctorId}/live-queue`;
  const { body } = await api(app).get(path);
  assert.equal(body.date, clinic.date);
  assert.deepEqual(idsOf(body.items), idsOf([paid, seen, online, later]));
  assert.deepEqual(
    body.items.map(({ position }: { position: number }) => position),
    [1, null, 2, 1],
  );
  assert.deepEqual((await api(app).get(`${path}?date=${clinic.later(1)}`)).body.items, []);
});

test("every POST answers its replay: same status and body, done once", async () => {
  const clinic = await openClinic(app);
  async function twice(path: string, body?: object, otherBody?: object) {
    const key = newKey();
    const first = await api(app).post(path, body, { key });
    const again = await api(app).post(path, body, { key });
    assert.ok(first.status < 300, JSON.stringify(first.body));
    assert.equal(again.status, first.status, path);
    assert.deepEqual(again.body, first.body, path);
    assert.equal(first.headers.get("idempotency-replayed"), null);
    assert.equal(again.headers.get("idempotency-replayed"), "true", path);
    if (otherBody) {
      const other = await api(app).post(path, { ...body, ...otherBody }, { key });
      assert.deepEqual([other.status, other.body.code], [422, "IDEMPOTENCY_KEY_REUSED"], path);
    }
    return first.body;
  }
  const patient = await twice("/v1/patients", { name: "Asha" }, { name: "Usha" });
  const wish = { patientId: patient.id, doctorId: clinic.doctorId, source: "online" };
  const token = await twice(
    "/v1/opd/tokens",
    { ...wish, slotStart: clinic.at("10:00") },
    { source: "paid" },
  );
  assert.ok(token.secret);
  const path = `/v1/opd/tokens/${token.id}`;
  await twice(`${path}/move`, { slotStart: clinic.at("11:00") }, { slotStart: clinic.at("12:00") });
  await twice(`${path}/move`, { slotStart: clinic.at("10:00", clinic.later(1)) });
  await twice(`${path}/move`, { slotStart: clinic.at("10:00") });
  await twice(`${path}/check-in`);
  const [, behind] = await clinic.tokens(2);
  const called = await twice(
    `/v1/opd/doctors/${clinic.doctorId}/call-next`,
    { date: clinic.date, early: true },
    { date: clinic.later(1), early: true },
  );
  assert.equal(called.calledAt, inMinutes(0));
  assert.equal((await tokenNow(app, behind.id)).calledAt, null, "one call, not two");
  await act(app, behind.id, "start");
  const rest = await clinic.token();
  await twice(`/v1/opd/tokens/${behind.id}/complete`);
  await twice(`/v1/opd/tokens/${rest.id}/no-show`, { reason: "Went home" }, { reason: "Left" });
  await twice(`/v1/opd/tokens/${(await clinic.token()).id}/start`);
  await twice(`/v1/opd/tokens/${(await clinic.token()).id}/cancel`);
});

test("a call-next that found nobody is decided anew", async () => {
  const clinic = await openClinic(app);
  const key = newKey();
  const path = `/v1/opd/doctors/${clinic.doctorId}/call-next`;
  assert.equal((await api(app).post(path, undefined, { key })).status, 204);
  const { id } = await clinic.token();
  app.clock.set(clinic.at("10:00"));
  const second = await api(app).post(path, undefined, { key });
  assert.deepEqual([second.status, second.body.id], [200, id]);
});

test("a refused allocation is decided anew with the same key", async () => {
  const clinic = await openClinic(app);
  const wish = { source: "walk_in", at: "10:30" };
  const key = newKey();
  const patientId = (await api(app).post("/v1/patients", { name: "Asha" })).body.id;
  assert.equal((await clinic.ask({ ...wish, patientId }, { key })).status, 422);
  await clinic.resource.except({
    available: true,
    start: clinic.at("14:30"),
    end: clinic.at("15:30"),
  });
  assert.equal((await clinic.ask({ ...wish, patientId, at: "14:30" }, { key })).status, 201);
});

test("the same allocation ten times at once is one token", async () => {
  const clinic = await openClinic(app);
  const patientId = (await api(app).post("/v1/patients", { name: "Asha" })).body.id;
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => clinic.ask({ patientId }, { key })),
  );
  assert(
    answers.every(({ status }) => status === 201),
    JSON.stringify(answers[0]!.body),
  );
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.equal((await clinic.slot()).taken, 1);
});
