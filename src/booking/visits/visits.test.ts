// A booking's day: somebody is here, is called, begins and is done; and who is next at a theatre, a laboratory
// or a room.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  act,
  ask,
  at,
  book,
  bookingNow,
  expecting,
  monday,
  openResource,
  refused,
  request,
  type Body,
} from "../../../test/booking.ts";
import type { TestResource } from "../../../test/availability.ts";
import { api } from "../../../test/http.ts";
import { newPatient, tokenNow } from "../../../test/opd.ts";
import { newPerson } from "../../../test/people.ts";
import { watch } from "../../../test/stream.ts";

let app: TestApp;
let lab: TestResource;
before(async () => {
  app = await startApp();
});
beforeEach(async () => {
  app.clock.set(at("10:00"));
  lab = await openResource(app, { type: "lab", places: 10 });
});
after(() => app.close());

const visit = (id: string, verb: string) => api(app).post(`/v1/bookings/${id}/${verb}`);

const callNext = (body: object = {}) => api(app).post(`/v1/resources/${lab.id}/call-next`, body);

const queue = async (resource = lab): Promise<Body> =>
  expecting(200, await api(app).get(`/v1/resources/${resource.id}/live-queue?date=${monday}`));

const from = (start: string, over: object = {}) =>
  book(app, { resources: [lab], start: at(start), end: at("17:00"), ...over });

const idsOf = (items: Body[]) => items.map(({ id }) => id);

test("somebody is here, is called, begins and is done, each at its moment", async () => {
  const { id, version } = await from("10:00");
  const seen: unknown[] = [];
  for (const verb of ["check-in", "call", "start", "finish"]) {
    app.clock.advance(60_000);
    const after = await act(app, id, verb);
    seen.push([after.stage, after.version]);
  }
  assert.deepEqual(seen, [
    ["checked_in", version + 1],
    ["called", version + 2],
    ["in_progress", version + 3],
    ["finished", version + 4],
  ]);
  const { checkedInAt, calledAt, startedAt, endedAt } = await bookingNow(app, id);
  assert.deepEqual(
    [checkedInAt, calledAt, startedAt, endedAt],
    [at("10:01"), at("10:02"), at("10:03"), at("10:04")],
  );
});

test("a step that is sent twice under one key is made once", async () => {
  const { id } = await from("10:00");
  const key = { key: "a key for this call, once" };
  const first = expecting(200, await api(app).post(`/v1/bookings/${id}/call`, undefined, key));
  app.clock.advance(60_000);
  const again = await api(app).post(`/v1/bookings/${id}/call`, undefined, key);
  assert.deepEqual(expecting(200, again), first);
  assert.equal((await bookingNow(app, id)).version, first.version);
});

test("the last step can be taken back, and before the first there is nothing to take back", async () => {
  const { id } = await from("10:00");
  await act(app, id, "check-in");
  await act(app, id, "start");
  assert.equal((await act(app, id, "undo")).stage, "checked_in");
  assert.equal((await act(app, id, "undo")).stage, "booked");
  refused(await visit(id, "undo"), 409, "NOTHING_TO_UNDO");
});

test("nobody is missed before their time, nor who has checked in", async () => {
  const { id } = await from("10:30");
  refused(await visit(id, "no-show"), 409, "NOT_DUE");
  app.clock.set(at("10:30"));
  await act(app, id, "check-in");
  refused(await visit(id, "no-show"), 409, "WRONG_STATE");
  await act(app, id, "undo");
  assert.equal((await act(app, id, "no-show")).stage, "no_show");
});

test("what is only asked for is not called", async () => {
  const { id } = await request(app, { resources: [lab], start: at("10:00"), end: at("11:00") });
  refused(await visit(id, "call"), 409, "WRONG_STATE");
});

test("what has begun is neither cancelled nor moved; who is called for another time is expected anew", async () => {
  const { id } = await from("10:00");
  await act(app, id, "call");
  const moved = await act(app, id, "reschedule", { start: at("09:00"), end: at("16:00") });
  assert.deepEqual([moved.stage, moved.calledAt], ["booked", null]);
  await act(app, id, "start");
  refused(await visit(id, "cancel"), 409, "WRONG_STATE");
  const there = { start: at("11:00") };
  refused(await api(app).post(`/v1/bookings/${id}/reschedule`, there), 409, "WRONG_STATE");
});

test("who may not book a resource takes no step of its bookings", async () => {
  const { id } = await from("10:00");
  const viewer = await newPerson(app);
  refused(await viewer.as.post(`/v1/bookings/${id}/call`), 403, "FORBIDDEN");
  refused(await viewer.as.post(`/v1/resources/${lab.id}/call-next`), 403, "FORBIDDEN");
  const urgent = { emergency: true };
  refused(await viewer.as.send("PATCH", `/v1/bookings/${id}`, urgent), 403, "FORBIDDEN");
  assert.equal((await bookingNow(app, id)).stage, "booked");
});

test("call-next takes who is due, who is here before who is not, and then by score", async () => {
  const late = await from("11:00");
  const first = await from("09:00", { source: "online" });
  const paid = await from("09:00", { source: "paid" });
  const here = await from("09:30");
  await act(app, here.id, "check-in");
  await act(app, late.id, "check-in");
  assert.equal((await queue()).next, here.id);
  const called: string[] = [];
  for (let i = 0; i < 3; i++) called.push(expecting(200, await callNext()).id);
  assert.deepEqual(called, [here.id, paid.id, first.id]);
  const nobody = refused(await callNext(), 409, "NOBODY_DUE");
  assert.deepEqual([nobody.bookingId, nobody.start], [late.id, at("11:00")]);
  assert.equal(expecting(200, await callNext({ early: true })).id, late.id);
  assert.equal((await callNext({ early: true })).status, 204);
});

test("desks that call at the same moment call everybody once", async () => {
  for (let i = 0; i < 6; i++) await from("09:00");
  const answers = await Promise.all(Array.from({ length: 8 }, () => callNext()));
  const called = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
  assert.equal(called.length, 6);
  assert.equal(new Set(called).size, 6);
});

test("an emergency is first among those of its time, from the start or as soon as it is one", async () => {
  const one = await from("10:00", { source: "paid" });
  const two = await from("10:00", { source: "walk_in" });
  const three = await from("10:00", { emergency: true });
  assert.deepEqual(idsOf((await queue()).items), [three.id, one.id, two.id]);
  const urgent = { emergency: true };
  expecting(200, await api(app).send("PATCH", `/v1/bookings/${two.id}`, urgent));
  const { items, next } = await queue();
  // Who asked first of two emergencies.
  assert.deepEqual(idsOf(items), [two.id, three.id, one.id]);
  assert.equal(next, two.id);
});

test("a booking of which nobody says how it came about counts as a paid one", async () => {
  const [online, plain, paid] = [
    await from("10:00", { source: "online" }),
    await from("10:00"),
    await from("10:00", { source: "paid" }),
  ];
  assert.deepEqual(idsOf((await queue()).items), [plain.id, paid.id, online.id]);
});

test("the live queue has those who are to be seen, and says who is done", async () => {
  const [done, now, next] = [await from("09:00"), await from("09:30"), await from("10:00")];
  await act(app, done.id, "start");
  await act(app, done.id, "finish");
  await act(app, now.id, "start");
  const { items, over, next: nextId } = await queue();
  assert.deepEqual(
    items.map(({ id, stage }: Body) => [id, stage]),
    [
      [now.id, "in_progress"],
      [next.id, "booked"],
    ],
  );
  assert.deepEqual(
    over.map(({ id, stage }: Body) => [id, stage]),
    [[done.id, "finished"]],
  );
  assert.equal(nextId, next.id);
});

test("the queue's stream tells of each step, and of nobody's name", async (t) => {
  const { id } = await from("10:00", { title: "Mrs Secret" });
  const stream = await watch(app, `/v1/resources/${lab.id}/live-queue/events?date=${monday}`);
  t.after(() => stream.close());
  await act(app, id, "check-in");
  const { event, data } = await stream.next();
  assert.deepEqual(
    [event, data],
    ["change", { type: "booking.checked_in", at: at("10:00"), subjectId: id }],
  );
});

const openDoctor = (places = 10) =>
  openResource(app, { type: "doctor", places, slotMinutes: 60, from: "10:00", to: "12:00" });

test("the queue's stream of a doctor tells of tokens too", async (t) => {
  const doctor = await openDoctor();
  const give = async () => {
    const wish = { patientId: await newPatient(app, { name: "Grace Secret" }), source: "walk_in" };
    const place = { doctorId: doctor.id, slotStart: at("11:00") };
    return expecting(201, await api(app).post("/v1/opd/tokens", { ...wish, ...place }));
  };
  await give();
  const stream = await watch(app, `/v1/resources/${doctor.id}/live-queue/events?date=${monday}`);
  t.after(() => stream.close());
  const { id } = await give();
  const { data } = await stream.next();
  assert.deepEqual([data.type, data.subjectId], ["opd.allocated", id]);
  assert.ok(!JSON.stringify(data).includes("Secret"));
});

test("a booking that has a token goes as its token goes, as urgent as the booking", async () => {
  const doctor = await openDoctor();
  const patientId = await newPatient(app);
  const times = { start: at("11:00"), end: at("12:00") };
  const wish = { kind: "consultation", patientId, resources: [doctor], source: "follow_up" };
  const { id, tokenId } = await book(app, { ...wish, ...times });
  assert.equal((await tokenNow(app, tokenId)).source, "follow_up");
  assert.equal(refused(await visit(id, "call"), 409, "HAS_TOKEN").tokenId, tokenId);
  const urgent = { emergency: true };
  refused(await api(app).send("PATCH", `/v1/bookings/${id}`, urgent), 409, "HAS_TOKEN");
});

test("a consultation that is an emergency may have a place of the reserve", async () => {
  const doctor = await openDoctor();
  const times = { start: at("11:00"), end: at("12:00") };
  const consult = async (more: object = {}) => ({
    kind: "consultation",
    patientId: await newPatient(app),
    resources: [doctor],
    ...times,
    ...more,
  });
  for (let i = 0; i < 8; i++) await book(app, await consult());
  refused(await ask(app, await consult()), 409, "SLOT_FULL");
  await book(app, await consult({ emergency: true }));
});
