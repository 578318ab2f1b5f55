// Rights on a resource govern its bookings: who books, who only asks, who decides.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import type { TestResource } from "../../../test/availability.ts";
import { ask, at, bookingNow, openResource, request } from "../../../test/booking.ts";
import { api } from "../../../test/http.ts";
import { newPerson, type TestPerson } from "../../../test/people.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000" } });
});
after(() => app.close());

const dayMs = 86_400_000;

async function allow(
  resource: TestResource,
  person: TestPerson,
  permissions: string[],
  until?: string,
): Promise<string> {
  const body = { userId: person.userId, permissions, until };
  const given = await api(app).post(`/v1/resources/${resource.id}/delegations`, body);
  assert.equal(given.status, 201, JSON.stringify(given.body));
  return given.body.id;
}

async function statusOf(person: TestPerson, resources: TestResource[], hour = "10") {
  const times = { start: at(`${hour}:00`), end: at(`${hour}:30`) };
  const answer = await ask(app, { resources, ...times }, undefined, person.as);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.status as string;
}

test("a viewer only asks; let to book, they book", async () => {
  const room = await openResource(app);
  const viewer = await newPerson(app);
  assert.equal(await statusOf(viewer, [room]), "requested");
  await allow(room, viewer, ["book"]);
  assert.equal(await statusOf(viewer, [room], "11"), "approved");
});

test("of several resources the right is needed on each", async () => {
  const [room, annex] = [await openResource(app), await openResource(app)];
  const viewer = await newPerson(app);
  await allow(room, viewer, ["book"]);
  assert.equal(await statusOf(viewer, [room, annex]), "requested");
  await allow(annex, viewer, ["book"]);
  assert.equal(await statusOf(viewer, [room, annex], "11"), "approved");
});

test("a right that has run out, or was taken back, no longer books", async () => {
  const room = await openResource(app);
  const viewer = await newPerson(app);
  const soon = new Date(app.clock.fixed().getTime() + dayMs).toISOString();
  await allow(room, viewer, ["book"], soon);
  assert.equal(await statusOf(viewer, [room], "10"), "approved");
  app.clock.advance(dayMs);
  assert.equal(await statusOf(viewer, [room], "11"), "requested");
  const id = await allow(room, viewer, ["book"]);
  assert.equal(await statusOf(viewer, [room], "12"), "approved");
  await api(app).delete(`/v1/resources/${room.id}/delegations/${id}`);
  assert.equal(await statusOf(viewer, [room], "13"), "requested");
});

test("who may approve decides on requests; who may only book does not", async () => {
  const room = await openResource(app);
  const [booker, decider] = [await newPerson(app), await newPerson(app)];
  await allow(room, booker, ["book"]);
  await allow(room, decider, ["approve"]);
  const asked = await request(app, { resources: [room] });
  const path = `/v1/bookings/${asked.id}`;
  for (const verb of ["approve", "deny"]) {
    const refused = await booker.as.post(`${path}/${verb}`);
    assert.deepEqual([refused.status, refused.body.code], [403, "FORBIDDEN"], verb);
  }
  assert.equal((await bookingNow(app, asked.id)).status, "requested");
  const approved = await decider.as.post(`${path}/approve`);
  assert.deepEqual([approved.status, approved.body.status], [200, "approved"]);
  assert.equal(approved.body.decidedBy, `user:${decider.userId}`);
  assert.equal((await decider.as.post(`${path}/cancel`)).status, 403, "approving is not booking");
  assert.equal((await booker.as.post(`${path}/cancel`)).status, 200);
});

test("the owner of a resource does all of it, and nobody else's", async () => {
  const [room, other] = [await openResource(app), await openResource(app)];
  const owner = await newPerson(app);
  await api(app).put(`/v1/resources/${room.id}/owner`, { userId: owner.userId });
  assert.equal(await statusOf(owner, [room]), "approved");
  const [mine, theirs] = [
    await request(app, { resources: [room], start: at("12:00"), end: at("13:00") }),
    await request(app, { resources: [other], start: at("12:00"), end: at("13:00") }),
  ];
  assert.equal((await owner.as.post(`/v1/bookings/${mine.id}/approve`)).status, 200);
  assert.equal((await owner.as.post(`/v1/bookings/${theirs.id}/approve`)).status, 403);
});

test("a secretary who may book for a doctor adds patients and books consultations for them", async () => {
  const doctor = await openResource(app, { type: "doctor", places: 4, slotMinutes: 60 });
  const secretary = await newPerson(app);
  const caller = { name: "Amara Okafor", phone: "+1 555 0100" };
  const refused = await secretary.as.post("/v1/patients", caller);
  assert.deepEqual([refused.status, refused.body.code], [403, "FORBIDDEN"]);
  await allow(doctor, secretary, ["book"]);
  const added = await secretary.as.post("/v1/patients", caller);
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const found = await secretary.as.get("/v1/patients?q=Amara");
  assert.deepEqual(
    found.body.items.map(({ id }: { id: string }) => id),
    [added.body.id],
  );
  const wish = { kind: "consultation", patientId: added.body.id, resources: [doctor] };
  const booked = await ask(app, wish, undefined, secretary.as);
  assert.equal(booked.status, 201, JSON.stringify(booked.body));
  assert.equal(booked.body.status, "approved");
  assert.ok(booked.body.tokenId);
});
