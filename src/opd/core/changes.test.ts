import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { newResource, type TestResource } from "../../../test/availability.ts";
import { api } from "../../../test/http.ts";
import { setRules } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ now: "2026-03-02T08:00:00Z" });
});
after(() => app.close());

const at = (time: string) => `2026-03-02T${time}:00.000Z`;

/** Two slots a day, with two places each and no reserve. */
async function smallDoctor(): Promise<TestResource> {
  const doctor = await newResource(app);
  const weekly = [{ day: 0, start: "10:00", end: "11:00" }];
  const { status } = await doctor.configure({ tokensPerSlot: 2, weekly });
  assert.equal(status, 200);
  return doctor;
}

async function give(doctor: TestResource, name: string, time: string, more: object = {}) {
  const patient = await api(app).post("/v1/patients", { name });
  const wish = { patientId: patient.body.id, doctorId: doctor.id, slotStart: at(time) };
  const { status, body } = await api(app).post("/v1/opd/tokens", {
    ...wish,
    source: "walk_in",
    ...more,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body as { id: string; secret: string; number: number };
}

async function changesOf(token: { id: string; secret: string }) {
  const { status, body } = await api(app, token.secret).get(`/v1/opd/tokens/${token.id}/changes`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items as {
    kind: string;
    reason: string;
    before: { number: string | null; slotStart: string };
    after: { number: string | null; slotStart: string };
  }[];
}

test("a number that an emergency shifted says so, and the emergency itself has no news", async (t) => {
  await setRules(app, { numbering: "shifting" });
  t.after(() => setRules(app, { numbering: "stable" }));
  const doctor = await smallDoctor();
  const ana = await give(doctor, "Ana", "10:00");
  app.clock.advance(60_000);
  const emergency = await give(doctor, "Bo", "10:00", { emergency: true });
  const [change, ...more] = await changesOf(ana);
  assert.equal(more.length, 0);
  assert.deepEqual([change?.kind, change?.reason], ["RENUMBERED", "EMERGENCY"]);
  assert.deepEqual([change?.before.number, change?.after.number], ["1", "2"]);
  assert.deepEqual(await changesOf(emergency), []);
});

test("who waited and got a place is told when it became free", async () => {
  const doctor = await smallDoctor();
  const wish = { allowAlternative: false };
  const first = await give(doctor, "Ana", "10:00", wish);
  await give(doctor, "Bo", "10:00", wish);
  const waiting = await give(doctor, "Cy", "10:00", wish);
  app.clock.advance(60_000);
  await api(app).post(`/v1/opd/tokens/${first.id}/cancel`);
  const [change] = await changesOf(waiting);
  assert.deepEqual([change?.kind, change?.reason], ["PROMOTED", "PLACE_FREE"]);
  assert.deepEqual([change?.before.number, change?.after.number], [null, "3"]);
});

test("a leave says why the slot is another one, and the preview said where to", async () => {
  const doctor = await smallDoctor();
  const ana = await give(doctor, "Ana", "10:00");
  const bo = await give(doctor, "Bo", "10:00");
  const cy = await give(doctor, "Cy", "10:30");
  app.clock.advance(60_000);
  const leave = { available: false, start: at("10:00"), end: at("10:30"), conflicts: "move" };
  const { body: preview } = await doctor.preview(leave);
  const fates = (list: { id: string; outcome: string; movedTo: string | null }[]) =>
    list.map(({ id, outcome, movedTo }) => [id, outcome, movedTo]);
  assert.deepEqual(fates(preview.settled), [
    [ana.id, "moved", at("10:30")],
    [bo.id, "waiting", at("10:30")],
  ]);
  assert.deepEqual(await changesOf(ana), [], "a preview changes nothing");
  const done = await doctor.except(leave);
  assert.equal(done.status, 201, JSON.stringify(done.body));
  assert.deepEqual(fates(done.body.settled), fates(preview.settled));
  const [change] = await changesOf(ana);
  assert.deepEqual([change?.kind, change?.reason], ["MOVED", "DOCTOR_AWAY"]);
  assert.deepEqual([change?.before.slotStart, change?.after.slotStart], [at("10:00"), at("10:30")]);
  assert.deepEqual(await changesOf(cy), []);
});

test("the reception can print a slip again, a holder of another token cannot", async () => {
  const doctor = await smallDoctor();
  const ana = await give(doctor, "Ana", "10:00");
  const bo = await give(doctor, "Bo", "10:00");
  const again = await api(app).get(`/v1/opd/tokens/${ana.id}/secret`);
  assert.equal(again.body.secret, ana.secret);
  assert.equal((await api(app, bo.secret).get(`/v1/opd/tokens/${ana.id}/secret`)).status, 403);
  assert.equal((await api(app, bo.secret).get(`/v1/opd/tokens/${ana.id}/changes`)).status, 404);
});
