// Waiting for a time: exclusive offers in order, and nobody jumps them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  act,
  ask,
  at,
  book,
  bookingNow,
  expecting,
  hold,
  openResource,
  refused,
  wait,
  waitNow,
} from "../../../test/booking.ts";
import { api } from "../../../test/http.ts";
import { newPatient, tokenNow } from "../../../test/opd.ts";

let app: TestApp;
const minute = 60_000;

before(async () => {
  app = await startApp();
});
after(() => app.close());

async function fullRoom() {
  const room = await openResource(app);
  const booking = await book(app, { resources: [room] });
  return { room, booking };
}

test("a cancelled time is offered to the first in line, for them alone", async () => {
  const { room, booking } = await fullRoom();
  const [first, second] = [await wait(app, [room]), await wait(app, [room])];
  assert.deepEqual([first.status, second.status], ["waiting", "waiting"]);
  await act(app, booking.id, "cancel");
  const offered = await waitNow(app, first.id);
  assert.equal(offered.status, "offered");
  assert.deepEqual([offered.offer.start, offered.offer.end], [at("10:00"), at("11:00")]);
  assert.equal((await waitNow(app, second.id)).status, "waiting");
  refused(await ask(app, { resources: [room] }), 409, "TAKEN");
});

test("taking the offer makes it a booking", async () => {
  const { room, booking } = await fullRoom();
  const contact = { name: "Ann", note: "Difficult" };
  const entry = await wait(app, [room], { title: "Follow-up", contact });
  await act(app, booking.id, "cancel");
  const holder = api(app, entry.secret);
  const taken = expecting(200, await holder.post(`/v1/bookings/waitlist/${entry.id}/accept`));
  assert.equal(taken.wait.status, "accepted");
  assert.equal(taken.booking.status, "approved");
  const made = await bookingNow(app, taken.wait.bookingId);
  assert.deepEqual([made.start, made.title], [at("10:00"), "Follow-up"]);
  const again = await holder.post(`/v1/bookings/waitlist/${entry.id}/accept`);
  refused(again, 409, "NOT_OFFERED");
});

test("what staff wrote for themselves, and who they are, is not for holders", async () => {
  const { room } = await fullRoom();
  const staffOnly = { title: "Follow-up", contact: { name: "Ann", note: "Difficult" } };
  const entry = await wait(app, [room], staffOnly);
  const other = await openResource(app);
  const booking = await book(app, { resources: [other], ...staffOnly });
  const seen = [
    await api(app, entry.secret).get(`/v1/bookings/waitlist/${entry.id}`),
    await api(app, entry.secret).post(`/v1/bookings/waitlist/${entry.id}/cancel`),
    await api(app, booking.secret).get(`/v1/bookings/${booking.id}`),
    await api(app, booking.secret).post(`/v1/bookings/${booking.id}/cancel`),
  ].map((answer) => expecting(200, answer));
  for (const { title, contact, ...rest } of seen) {
    assert.deepEqual([title, contact], [null, null]);
    assert.doesNotMatch(JSON.stringify(rest), /Difficult|user:|key:/);
  }
  assert.equal((await waitNow(app, entry.id)).title, "Follow-up");
  assert.equal((await bookingNow(app, booking.id)).contact.note, "Difficult");
});

test("a declined offer goes to the next in line in the same commit", async () => {
  const { room, booking } = await fullRoom();
  const [first, second] = [await wait(app, [room]), await wait(app, [room])];
  await act(app, booking.id, "cancel");
  const declined = await api(app).post(`/v1/bookings/waitlist/${first.id}/decline`);
  assert.equal(expecting(200, declined).status, "declined");
  assert.equal((await waitNow(app, second.id)).status, "offered");
});

test("declining is decided in however many tries, while the database's clock goes on", async () => {
  const real = await startApp({ realTime: true });
  try {
    const room = await openResource(real);
    const date = new Date(Date.now() + 3 * 1_440 * minute).toISOString().slice(0, 10);
    const times = { start: at("10:00", date), end: at("11:00", date) };
    const booking = await book(real, { resources: [room], ...times });
    const span = { earliest: times.start, latest: times.end };
    const [first, second] = [await wait(real, [room], span), await wait(real, [room], span)];
    await act(real, booking.id, "cancel");
    expecting(200, await api(real).post(`/v1/bookings/waitlist/${first.id}/decline`));
    assert.equal((await waitNow(real, second.id)).status, "offered");
  } finally {
    await real.close();
  }
});

test("an offer that is not taken in time lapses, and the next one gets it", async () => {
  const { room, booking } = await fullRoom();
  const [first, second] = [await wait(app, [room]), await wait(app, [room])];
  await act(app, booking.id, "cancel");
  app.clock.advance(30 * minute);
  assert.equal((await waitNow(app, first.id)).status, "lapsed");
  refused(await api(app).post(`/v1/bookings/waitlist/${first.id}/accept`), 409, "OFFER_EXPIRED");
  await app.sweep();
  assert.equal((await waitNow(app, second.id)).status, "offered");
  app.clock.advance(30 * minute);
  await app.sweep();
  await book(app, { resources: [room] });
});

test("nobody jumps the waitlist between the end of an offer and the sweep", async () => {
  const { room, booking } = await fullRoom();
  const [first, second] = [await wait(app, [room]), await wait(app, [room])];
  await act(app, booking.id, "cancel");
  app.clock.advance(30 * minute);
  refused(await ask(app, { resources: [room] }), 409, "TAKEN");
  const held = await hold(app, [{ resourceId: room.id, start: at("10:00"), end: at("11:00") }]);
  refused(held, 409, "TAKEN");
  // The refusals changed nothing; the sweep serves the second.
  await app.sweep();
  assert.equal((await waitNow(app, first.id)).status, "lapsed");
  assert.equal((await waitNow(app, second.id)).status, "offered");
});

test("somebody who waits for two rooms is offered them when both are free", async () => {
  const { room, booking } = await fullRoom();
  const other = await fullRoom();
  const entry = await wait(app, [room, other.room]);
  const single = await wait(app, [room], { minutes: 30 });
  await act(app, other.booking.id, "cancel");
  assert.equal((await waitNow(app, entry.id)).status, "waiting");
  await act(app, booking.id, "cancel");
  assert.equal((await waitNow(app, entry.id)).status, "offered");
  assert.equal((await waitNow(app, single.id)).status, "waiting");
});

test("whoever asks for a time that can be had is offered it at once", async () => {
  const room = await openResource(app);
  await book(app, { resources: [room] });
  const entry = await wait(app, [room], { latest: at("13:00") });
  assert.equal(entry.status, "offered");
  assert.equal(entry.offer.start, at("11:00"));
});

test("hours that are added are offered to those who wait", async () => {
  const room = await openResource(app);
  const late = { earliest: at("18:00"), latest: at("20:00") };
  const entry = await wait(app, [room], late);
  assert.equal(entry.status, "waiting");
  const opened = await room.except({ available: true, start: at("18:00"), end: at("20:00") });
  assert.equal(opened.status, 201);
  await app.sweep();
  assert.equal((await waitNow(app, entry.id)).status, "offered");
});

test("moving a booking away offers its old time", async () => {
  const { room, booking } = await fullRoom();
  const entry = await wait(app, [room]);
  await act(app, booking.id, "reschedule", { start: at("15:00") });
  assert.equal((await waitNow(app, entry.id)).status, "offered");
});

test("an entry that is canceled is offered nothing", async () => {
  const { room, booking } = await fullRoom();
  const entry = await wait(app, [room]);
  const canceled = await api(app, entry.secret).post(`/v1/bookings/waitlist/${entry.id}/cancel`);
  assert.equal(expecting(200, canceled).status, "canceled");
  await act(app, booking.id, "cancel");
  await book(app, { resources: [room] });
});

test("an entry whose time has passed lapses by itself", async () => {
  const { room } = await fullRoom();
  const entry = await wait(app, [room]);
  const before = app.clock.fixed();
  app.clock.set(at("10:01"));
  await app.sweep();
  assert.equal((await waitNow(app, entry.id)).status, "lapsed");
  app.clock.set(before);
});

test("the waitlist of a resource is listed in order", async () => {
  const { room } = await fullRoom();
  const [first, second] = [await wait(app, [room]), await wait(app, [room])];
  const answer = await api(app).get(`/v1/bookings/waitlist?resourceId=${room.id}&limit=1`);
  const page = expecting(200, answer);
  assert.deepEqual(
    page.items.map(({ id }: { id: string }) => id),
    [first.id],
  );
  const next = await api(app).get(
    `/v1/bookings/waitlist?resourceId=${room.id}&limit=1&cursor=${page.nextCursor}`,
  );
  assert.equal(expecting(200, next).items[0].id, second.id);
});

test("a consultation that is waited for is offered inside one slot, and taken with its token", async () => {
  const doctor = await openResource(app, { type: "doctor", places: 4, slotMinutes: 60 });
  const patientId = await newPatient(app, { name: "Amara Okafor" });
  const entry = await wait(app, [doctor], {
    kind: "consultation",
    patientId,
    earliest: at("10:45"),
    latest: at("12:00"),
    minutes: 30,
  });
  assert.deepEqual([entry.status, entry.offer?.start], ["offered", at("11:00")]);
  const { booking } = expecting(
    200,
    await api(app).post(`/v1/bookings/waitlist/${entry.id}/accept`),
  );
  assert.deepEqual([booking.status, booking.patientId], ["approved", patientId]);
  assert.equal((await tokenNow(app, booking.tokenId)).slotStart, at("11:00"));
});

test("the list has the patient's name for those who may see patients, and only for them", async () => {
  const { room } = await fullRoom();
  const patientId = await newPatient(app, { name: "Amara Okafor" });
  await wait(app, [room], { patientId });
  const path = `/v1/bookings/waitlist?resourceId=${room.id}`;
  assert.equal(expecting(200, await api(app).get(path)).items[0].patientName, "Amara Okafor");
  const wish = { name: "Door sign", scopes: ["bookings:read"] };
  const { key } = expecting(201, await api(app).post("/v1/api-keys", wish));
  assert.equal(expecting(200, await api(app, key).get(path)).items[0].patientName, null);
});
