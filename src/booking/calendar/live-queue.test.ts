// One order for tokens and bookings.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, at, book, monday, openResource, request } from "../../../test/booking.ts";
import { api, type Answer } from "../../../test/http.ts";
import { newPatient, openClinic } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

type Entry = Answer["body"];

async function queue(path: string, bearer = app.ownerKey): Promise<Entry[]> {
  const answer = await api(app, bearer).get(path);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { items } = answer.body;
  const scores = items.map(({ score }: Entry) => score);
  assert.deepEqual(scores, scores.toSorted(byScore), "it is a plain sort by score");
  return items;
}

const byScore = (a: number[], b: number[]) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!;
const idsOf = (items: Entry[]) => items.map(({ id }) => id);

test("a doctor's tokens and bookings stand in one order by score", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 10 });
  const online = await clinic.token({ at: "11:00", source: "online" });
  const paid = await clinic.token({ at: "11:00", source: "paid" });
  const patientId = await newPatient(app, { name: "Grace" });
  app.clock.advance(60_000);
  const booking = await book(app, {
    resources: [{ resourceId: clinic.doctorId }],
    patientId,
    start: clinic.at("11:00"),
    end: clinic.at("11:15"),
  });
  const later = await book(app, {
    resources: [{ resourceId: clinic.doctorId }],
    start: clinic.at("11:30"),
    end: clinic.at("11:45"),
  });
  const emergency = await clinic.token({ at: "11:00", source: "emergency" });
  const last = await clinic.token({ at: "12:00" });
  const items = await queue(`/v1/opd/doctors/${clinic.doctorId}/live-queue?date=${clinic.date}`);
  assert.deepEqual(
    idsOf(items),
    [emergency, paid, booking, online, later, last].map(({ id }) => id),
  );
  const entry = items.find(({ id }) => id === booking.id);
  assert.deepEqual(
    [entry.type, entry.patientName, entry.start, entry.kind],
    ["booking", "Grace", clinic.at("11:00"), "room"],
  );
  assert.deepEqual(
    items.map(({ type }) => type),
    ["token", "token", "booking", "token", "booking", "token"],
  );
  const same = await queue(`/v1/resources/${clinic.doctorId}/live-queue?date=${clinic.date}`);
  assert.deepEqual(idsOf(same), idsOf(items));
});

test("a consultation that was booked is in it once, as its token", async () => {
  const clinic = await openClinic(app);
  const patientId = await newPatient(app);
  const made = await book(app, {
    kind: "consultation",
    patientId,
    start: clinic.at("11:00"),
    end: clinic.at("12:00"),
    resources: [{ resourceId: clinic.doctorId }],
  });
  assert.ok(made.tokenId);
  const items = await queue(`/v1/opd/doctors/${clinic.doctorId}/live-queue`);
  assert.deepEqual(idsOf(items), [made.tokenId]);
});

test("any resource has a queue: what is approved for that day, each for its own part", async () => {
  const [theatre, surgeon] = [
    await openResource(app, { type: "ot" }),
    await openResource(app, { type: "doctor" }),
  ];
  const surgery = await book(app, {
    kind: "surgery",
    start: at("12:00"),
    end: at("14:00"),
    resources: [theatre, surgeon],
  });
  const room = await openResource(app);
  const both = await book(app, {
    start: at("08:00"),
    end: at("12:00"),
    resources: [{ resourceId: room.id, start: at("10:00"), end: at("11:00") }, surgeon],
  });
  await request(app, { resources: [room], start: at("15:00"), end: at("16:00") });
  const gone = await book(app, { resources: [room], start: at("13:00"), end: at("14:00") });
  await act(app, gone.id, "cancel");
  await book(app, {
    resources: [room],
    start: at("10:00", "2026-03-10"),
    end: at("11:00", "2026-03-10"),
  });
  const ofRoom = await queue(`/v1/resources/${room.id}/live-queue?date=${monday}`);
  assert.deepEqual(idsOf(ofRoom), [both.id]);
  assert.equal(ofRoom[0].start, at("10:00"));
  const ofTheatre = await queue(`/v1/resources/${theatre.id}/live-queue?date=${monday}`);
  assert.deepEqual(idsOf(ofTheatre), [surgery.id]);
  assert.deepEqual(await queue(`/v1/resources/${room.id}/live-queue`), [], "today");
});

test("names and tokens are for those who may see patients", async () => {
  const clinic = await openClinic(app);
  await clinic.token({ at: "10:00" });
  const patientId = await newPatient(app, { name: "Grace Secret" });
  const booking = await book(app, {
    resources: [{ resourceId: clinic.doctorId }],
    patientId,
    title: "Mrs Secret",
    start: clinic.at("11:00"),
    end: clinic.at("11:15"),
  });
  const { body: key } = await api(app).post("/v1/api-keys", {
    name: "Screen",
    scopes: ["bookings:read"],
  });
  const items = await queue(`/v1/resources/${clinic.doctorId}/live-queue`, key.key);
  assert.deepEqual(idsOf(items), [booking.id]);
  assert.ok(!JSON.stringify(items).includes("Secret"));
});

test("another organisation finds no queue", async () => {
  const room = await openResource(app);
  const { body } = await api(app).post("/v1/organisations", { name: "Others" });
  const theirs = await api(app, body.apiKey).get(`/v1/resources/${room.id}/live-queue`);
  assert.equal(theirs.status, 404);
});
