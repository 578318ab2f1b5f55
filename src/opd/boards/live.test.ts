import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  act,
  newClinic,
  newPatient,
  openClinic,
  setRules,
  type Body,
  type Clinic,
} from "../../../test/opd.ts";
import { watch, type TestStream } from "../../../test/stream.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const reception = (clinic: Clinic) =>
  `/v1/opd/doctors/${clinic.doctorId}/events?date=${clinic.date}`;
const holder = (token: { id: string }) => `/v1/opd/tokens/${token.id}/events`;

async function take(stream: TestStream, n: number): Promise<Body[]> {
  const seen = [];
  for (let i = 0; i < n; i++) seen.push((await stream.next()).data);
  return seen;
}

const typesOf = (changes: Body[]) => changes.map(({ type }) => type);

test("the reception sees each change once and in order, also of a day without tokens yet", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1 });
  const stream = await watch(app, reception(clinic));
  const first = await clinic.token();
  const waiting = await clinic.token({ allowAlternative: false });
  await act(app, first.id, "check-in");
  await act(app, first.id, "cancel");
  await clinic.callNext();
  await act(app, waiting.id, "start");
  await act(app, waiting.id, "complete");
  await clinic.setSlot("11:00", 3, 1);
  const seen = await take(stream, 9);
  assert.deepEqual(typesOf(seen), [
    "opd.allocated",
    "opd.waiting",
    "opd.checked_in",
    "opd.cancelled",
    "opd.promoted",
    "opd.called",
    "opd.started",
    "opd.completed",
    "opd.slot_changed",
  ]);
  assert.deepEqual(
    seen.map(({ seq }) => seq),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  assert.deepEqual(
    seen.map(({ tokenId }) => tokenId),
    [first, waiting, first, first, waiting, waiting, waiting, waiting, { id: null }].map(
      (t) => t.id,
    ),
  );
  assert(seen.every(({ actor }) => actor.startsWith("key:")));
  await stream.close();
});

test("a reception that comes back misses nothing", async () => {
  const clinic = await openClinic(app);
  const stream = await watch(app, reception(clinic));
  await clinic.token();
  await take(stream, 1);
  await stream.close();
  await clinic.tokens(2);
  const back = await watch(app, reception(clinic), { lastEventId: stream.lastId() });
  assert.deepEqual(
    (await take(back, 2)).map(({ seq }) => seq),
    [2, 3],
  );
  await back.close();
});

test("a place that this stream never had: reset, read everything anew", async () => {
  const clinic = await openClinic(app);
  await clinic.token();
  const stream = await watch(app, reception(clinic), { lastEventId: 99 });
  const { event, id } = await stream.next();
  assert.deepEqual([event, id], ["reset", "1"]);
  await stream.close();
});

test("the stream of a day tells nothing about a patient", async () => {
  const clinic = await openClinic(app);
  const stream = await watch(app, reception(clinic));
  await clinic.token({ patientId: await newPatient(app, { name: "Secret Name" }) });
  assert(!JSON.stringify(await take(stream, 1)).includes("Secret"));
  await stream.close();
});

test("changed hours and limits are told, so that a grid on the screen follows", async () => {
  const clinic = await openClinic(app);
  await clinic.token();
  const stream = await watch(app, reception(clinic));
  await clinic.setLimits({ capacity: 4 });
  await clinic.leave("12:00", "13:00");
  assert.deepEqual(typesOf(await take(stream, 2)), ["opd.day_changed", "opd.day_changed"]);
  await stream.close();
});

test("a holder sees other number, promotion, call and move, each with its reason", async (t) => {
  await setRules(app, { numbering: "shifting" });
  t.after(() => setRules(app, { numbering: "stable" }));
  const clinic = await openClinic(app, { slots: 2, places: 3, reserve: 1 });
  const [first] = await clinic.tokens(2);
  const mine = await clinic.token({ allowAlternative: false });
  const stream = await watch(app, holder(mine), { bearer: mine.secret });
  const seen = async () => {
    const { event, data } = await stream.next();
    assert.equal(event, "token");
    return [data.status, data.number, data.position, data.reason, data.slotStart.slice(11, 16)];
  };
  assert.deepEqual(await seen(), ["WAITING", null, 1, null, "10:00"]);
  await act(app, first.id, "cancel");
  assert.deepEqual(await seen(), ["ALLOCATED", 3, 2, "PROMOTED", "10:00"]);
  const emergency = await clinic.token({ source: "emergency" });
  assert.deepEqual(await seen(), ["ALLOCATED", 4, 3, "EMERGENCY_AHEAD", "10:00"]);
  await act(app, emergency.id, "cancel");
  assert.deepEqual(await seen(), ["ALLOCATED", 4, 2, "EMERGENCY_AHEAD", "10:00"]);
  await act(app, mine.id, "move", { slotStart: clinic.at("11:00") });
  assert.deepEqual(await seen(), ["ALLOCATED", 1, 1, "MOVED", "11:00"]);
  await clinic.leave("11:00", "12:00", "move");
  assert.deepEqual(await seen(), ["ALLOCATED", 5, 2, "DOCTOR_AWAY", "10:00"]);
  await clinic.callNext();
  assert.deepEqual(await seen(), ["ALLOCATED", 5, 1, "DOCTOR_AWAY", "10:00"]);
  await clinic.callNext();
  const called = await stream.next();
  assert.ok(called.data.calledAt);
  assert.ok(called.data.noShowAt);
  await act(app, mine.id, "no-show");
  assert.deepEqual((await seen()).slice(0, 4), ["EXPIRED", 5, null, "NO_SHOW"]);
  await stream.close();
});

test("moved to another day or doctor: the stream ends, and the next one goes on there", async () => {
  const clinic = await openClinic(app);
  const other = await newClinic(app);
  const token = await clinic.token();
  const stream = await watch(app, holder(token));
  await stream.next();
  await act(app, token.id, "move", { slotStart: other.at("12:00"), doctorId: other.doctorId });
  assert.deepEqual(await stream.rest(), []);
  const next = await watch(app, holder(token));
  const { data } = await next.next();
  assert.deepEqual([data.doctorId, data.reason], [other.doctorId, "MOVED"]);
  await next.close();
});

test("both days hear of a move between them", async () => {
  const clinic = await openClinic(app);
  const other = await newClinic(app);
  const token = await clinic.token();
  await other.token();
  const streams = [await watch(app, reception(clinic)), await watch(app, reception(other))];
  await act(app, token.id, "move", { slotStart: other.at("12:00"), doctorId: other.doctorId });
  for (const stream of streams) {
    const [change] = await take(stream, 1);
    assert.deepEqual([change.type, change.tokenId], ["opd.moved", token.id]);
    await stream.close();
  }
});

test("the board of several doctors: each part when it changes, numbers and no names", async () => {
  const clinic = await openClinic(app);
  const other = await newClinic(app, { name: "Dr Iyer" });
  const path = `/v1/opd/board/events?doctors=${clinic.doctorId},${other.doctorId}`;
  const stream = await watch(app, path, { bearer: null });
  const start = [await stream.next(), await stream.next()];
  assert.deepEqual(
    new Set(start.map(({ event, data }) => `${event} ${data.doctor.name}`)),
    new Set(["doctor Dr Rao", "doctor Dr Iyer"]),
  );
  const patientId = await newPatient(app, { name: "Secret Name" });
  await clinic.token({ patientId });
  const arrived = (await stream.next()).data;
  assert.deepEqual([arrived.doctor.id, arrived.now, arrived.next], [clinic.doctorId, [], [1]]);
  await clinic.callNext();
  const called = (await stream.next()).data;
  assert.deepEqual([called.now[0].number, called.next], [1, []]);
  assert(!JSON.stringify([arrived, called]).includes("Secret"));
  await other.token();
  assert.equal((await stream.next()).data.doctor.id, other.doctorId);
  await stream.close();
});
