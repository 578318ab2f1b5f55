// What somebody without an account does with the link to their booking, and what it tells them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  act,
  at,
  book,
  bookingNow,
  expecting,
  openResource,
  refused,
} from "../../../test/booking.ts";
import { api, newKey, type Answer } from "../../../test/http.ts";
import { act as actOnToken, openClinic, type Clinic } from "../../../test/opd.ts";
import { watch, type TestStream } from "../../../test/stream.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000" } });
});
after(() => app.close());

const visitor = () => api(app, null);
const minute = 60_000;

/** What the page shows once it shows something else. */
async function nextOther(stream: TestStream, status: string) {
  for (;;) {
    const { data } = await stream.next();
    if (data.status !== status) return data;
  }
}

async function openPage(resources: { id: string }[], over: object = {}): Promise<string> {
  const made = await api(app).post("/v1/booking-pages", {
    title: "Meeting room",
    kind: "room",
    minutes: 60,
    resourceIds: resources.map(({ id }) => id),
    ...over,
  });
  return expecting(201, made).id;
}

const openConsultations = (clinic: Clinic, over: object = {}) =>
  openPage([{ id: clinic.doctorId }], {
    title: "Consultation",
    kind: "consultation",
    confirmation: "instant",
    ...over,
  });

const ask = (pageId: string, over: object = {}): Promise<Answer> =>
  visitor().post(`/v1/public/booking-pages/${pageId}/requests`, {
    start: at("10:00"),
    name: "Ann",
    phone: "+49 30 12345",
    ...over,
  });

async function asked(pageId: string, over: object = {}) {
  const body = expecting(201, await ask(pageId, over));
  const holder = api(app, body.secret);
  const path = `/v1/public/bookings/${body.id}`;
  return {
    id: body.id as string,
    body,
    now: async () => expecting(200, await holder.get(path)),
    move: (to: object, key?: string) =>
      holder.post(`${path}/reschedule`, to, key === undefined ? {} : { key }),
    cancel: () => holder.post(`${path}/cancel`),
    stream: () => watch(app, `${path}/events`, { bearer: body.secret }),
  };
}

// ---- confirmed at once

test("a page says whether its times are booked at once or asked for", async () => {
  const room = await openResource(app);
  for (const [confirmation, status] of [
    ["request", "requested"],
    ["instant", "approved"],
  ]) {
    const page = await openPage([room], { confirmation });
    const shown = await visitor().get(`/v1/public/booking-pages/${page}`);
    assert.equal(shown.body.confirmation, confirmation);
    const made = await asked(page, {
      start: confirmation === "request" ? at("09:00") : at("10:00"),
    });
    assert.equal(made.body.status, status);
  }
});

test("what is booked at once is nobody else's", async () => {
  const page = await openPage([await openResource(app)], { confirmation: "instant" });
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(page)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers) if (answer.status !== 201) refused(answer, 409, "TAKEN");
});

test("pages from before are what they were: somebody decides, and nobody waits", async () => {
  const page = await openPage([await openResource(app)]);
  await app.pool.query(
    `update booking_page set settings = settings - 'confirmation' - 'waitlist' - 'asksExternalId'
      where id = $1`,
    [page],
  );
  const { body } = await api(app).get(`/v1/booking-pages/${page}`);
  assert.deepEqual(
    [body.confirmation, body.waitlist, body.asksExternalId],
    ["request", false, false],
  );
  assert.equal((await asked(page)).body.status, "requested");
});

test("the notice counts also where times are booked at once", async () => {
  const page = await openPage([await openResource(app)], { confirmation: "instant" });
  await api(app).put("/v1/bookings/kinds/room", { noticeMinutes: 366 * 24 * 60 });
  refused(await ask(page), 409, "NOTICE_TOO_SHORT");
  await api(app).put("/v1/bookings/kinds/room", { noticeMinutes: 0 });
});

// ---- when it is full

test("when a time is full, the nearest other ones are named", async () => {
  const room = await openResource(app, { slotMinutes: 60 });
  const page = await openPage([room]);
  for (const [start, end] of [
    ["09:00", "10:00"],
    ["10:00", "11:00"],
  ]) {
    await book(app, { resources: [room], start: at(start!), end: at(end!) });
  }
  const { alternatives, waitlist } = refused(await ask(page), 409, "TAKEN");
  assert.deepEqual(
    alternatives.map(({ start }: { start: string }) => start.slice(11, 16)),
    ["11:00", "08:00", "12:00", "13:00", "14:00"],
  );
  assert.equal(waitlist, true);
  const [nearest] = alternatives;
  assert.equal((await ask(page, nearest && { start: nearest.start })).status, 201);
});

const wait = (pageId: string, over: object = {}) =>
  visitor().post(`/v1/public/booking-pages/${pageId}/waitlist`, {
    earliest: at("10:00"),
    latest: at("12:00"),
    name: "Wanda",
    phone: "+49 30 99887",
    ...over,
  });

test("the public waits for a time, is offered it, and takes it by its link until a deadline", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 1, reserve: 0 });
  const page = await openConsultations(clinic);
  const first = await asked(page, { start: clinic.at("10:00"), phone: "+49 30 111222" });
  const range = { earliest: clinic.at("10:00"), latest: clinic.at("11:00") };
  const waiting = expecting(201, await wait(page, range));
  assert.equal(waiting.status, "waiting");
  assert.equal(waiting.followUrl, `${app.url}/waitlist/${waiting.id}#${waiting.secret}`);
  await first.cancel();
  await app.sweep();
  const holder = api(app, waiting.secret);
  const path = `/v1/bookings/waitlist/${waiting.id}`;
  const offered = expecting(200, await holder.get(path));
  assert.equal(offered.status, "offered");
  assert.ok(Date.parse(offered.offer.expiresAt) > app.clock.fixed().getTime());
  refused(await ask(page, { start: clinic.at("10:00"), phone: "+49 30 333444" }), 409, "TAKEN");
  const { wait: now } = expecting(200, await holder.post(`${path}/accept`));
  assert.equal(now.status, "accepted");
  const [, id, secret] = /\/booking\/([^#]+)#(.+)$/.exec(now.bookingUrl)!;
  const booking = expecting(200, await api(app, secret).get(`/v1/public/bookings/${id}`));
  assert.deepEqual([booking.status, booking.start], ["approved", clinic.at("10:00")]);
  assert.equal((await api(app).get(path)).body.bookingUrl, null, "staff have no holder's link");
});

test("an offer that nobody takes goes to the next one in line", async () => {
  const room = await openResource(app);
  const page = await openPage([room]);
  const taken = await book(app, { resources: [room] });
  const latest = at("11:00");
  const [first, second] = [
    expecting(201, await wait(page, { latest })),
    expecting(201, await wait(page, { latest, name: "Second" })),
  ];
  await act(app, taken.id, "cancel");
  const path = (entry: { id: string }) => `/v1/bookings/waitlist/${entry.id}`;
  const statusOf = async (entry: { id: string; secret: string }) =>
    (await api(app, entry.secret).get(path(entry))).body.status;
  assert.equal(await statusOf(first), "offered");
  app.clock.advance(31 * minute);
  refused(await api(app, first.secret).post(`${path(first)}/accept`), 409, "OFFER_EXPIRED");
  await app.sweep();
  assert.deepEqual([await statusOf(first), await statusOf(second)], ["lapsed", "offered"]);
});

test("a page without a waitlist takes nobody on it; one with several resources is told which", async () => {
  const [room, other] = [await openResource(app), await openResource(app)];
  const without = await openPage([room], { waitlist: false });
  refused(await wait(without), 409, "NO_WAITLIST");
  const several = await openPage([room, other]);
  const unsaid = refused(await wait(several), 422, "INVALID");
  assert.equal(unsaid.errors[0].field, "resourceId");
  const elsewhere = await openResource(app);
  refused(await wait(several, { resourceId: elsewhere.id }), 422, "INVALID");
  assert.equal((await wait(several, { resourceId: other.id })).status, 201);
  await api(app).patch(`/v1/booking-pages/${several}`, { open: false });
  refused(await wait(several, { resourceId: other.id }), 409, "PAGE_CLOSED");
});

test("somebody who is refused on the waitlist is no patient", async () => {
  const clinic = await openClinic(app);
  const page = await openConsultations(clinic);
  const count = async () =>
    (await app.pool.query(`select count(*)::int as n from patient`)).rows[0].n;
  const before = await count();
  const short = { earliest: clinic.at("10:00"), latest: clinic.at("10:30") };
  assert.equal((await wait(page, short)).status, 422);
  assert.equal(await count(), before);
});

// ---- moved and cancelled by link

test("a request is moved to another free time by its link", async () => {
  const [room, other] = [await openResource(app), await openResource(app)];
  const page = await openPage([room, other]);
  const mine = await asked(page);
  assert.equal(mine.body.canMove, true);
  const moved = expecting(200, await mine.move({ start: at("14:00") }));
  assert.deepEqual([moved.status, moved.start], ["requested", at("14:00")]);
  const { resources } = await bookingNow(app, mine.id);
  assert.equal(resources[0].resourceId, room.id, "with whom it was, if that is free");
  await book(app, { resources: [room], start: at("15:00"), end: at("16:00") });
  expecting(200, await mine.move({ start: at("15:00") }));
  assert.equal((await bookingNow(app, mine.id)).resources[0].resourceId, other.id);
});

test("a booking that was confirmed at once moves with its token, and a retry moves it once", async () => {
  const clinic = await openClinic(app, { places: 2, reserve: 0 });
  const page = await openConsultations(clinic);
  const mine = await asked(page, { start: clinic.at("10:00"), phone: "+49 30 565656" });
  const key = newKey();
  expecting(200, await mine.move({ start: clinic.at("12:00") }, key));
  const again = await mine.move({ start: clinic.at("12:00") }, key);
  assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [200, "true"]);
  const { tokenId } = await bookingNow(app, mine.id);
  const token = (await api(app).get(`/v1/opd/tokens/${tokenId}`)).body;
  assert.equal(token.slotStart, clinic.at("12:00"));
});

test("when the other time is full it stays where it is, and others are named", async () => {
  const room = await openResource(app);
  const page = await openPage([room], { confirmation: "instant" });
  const mine = await asked(page);
  await book(app, { resources: [room], start: at("14:00"), end: at("15:00") });
  const { alternatives } = refused(await mine.move({ start: at("14:00") }), 409, "TAKEN");
  assert.ok(alternatives.length > 0);
  assert.deepEqual(
    [(await mine.now()).start, (await mine.now()).status],
    [at("10:00"), "approved"],
  );
});

test("what staff have approved, staff move", async () => {
  const page = await openPage([await openResource(app)]);
  const mine = await asked(page);
  await act(app, mine.id, "approve");
  assert.equal((await mine.now()).canMove, false);
  refused(await mine.move({ start: at("14:00") }), 409, "NOT_MOVABLE");
});

test("nothing is moved that has begun, is over, or is somebody else's", async () => {
  const clinic = await openClinic(app);
  const page = await openConsultations(clinic);
  const phones = ["+49 30 717171", "+49 30 727272"];
  const [mine, other] = [
    await asked(page, { start: clinic.at("10:00"), phone: phones[0] }),
    await asked(page, { start: clinic.at("10:00"), phone: phones[1] }),
  ];
  const to = { start: clinic.at("12:00") };
  const path = `/v1/public/bookings/${other.id}/reschedule`;
  assert.equal((await api(app, mine.body.secret).post(path, to)).status, 404);
  assert.equal((await visitor().post(path, to)).status, 401);
  await other.cancel();
  refused(await other.move(to), 409, "NOT_MOVABLE");
  app.clock.set(clinic.at("10:01"));
  assert.equal((await mine.now()).canMove, false);
  refused(await mine.move(to), 409, "TIME_PASSED");
});

test("a link that is only opened cancels nothing", async () => {
  const page = await openPage([await openResource(app)]);
  const mine = await asked(page);
  for (const path of ["cancel", "reschedule"]) {
    const opened = await api(app, mine.body.secret).get(`/v1/public/bookings/${mine.id}/${path}`);
    assert.ok(opened.status === 404 || opened.status === 405, String(opened.status));
  }
  assert.equal((await mine.now()).status, "requested");
});

// ---- nobody's booking ends without a word

test("its page says at once that the clinic cancelled it, with the clinic's word", async () => {
  const page = await openPage([await openResource(app)], { confirmation: "instant" });
  const mine = await asked(page);
  const stream = await mine.stream();
  assert.equal((await stream.next()).data.status, "approved");
  await act(app, mine.id, "cancel", { statusMessage: "Water damage" });
  const { status, why, statusMessage } = await nextOther(stream, "approved");
  assert.deepEqual([status, why, statusMessage], ["canceled", "by_organisation", "Water damage"]);
  await stream.close();
});

test("its page says that its holder cancelled it", async () => {
  const page = await openPage([await openResource(app)]);
  const mine = await asked(page);
  await mine.cancel();
  assert.deepEqual([(await mine.now()).status, (await mine.now()).why], ["canceled", "by_you"]);
});

test("its page says at once that nobody came when the patient was called", async () => {
  const clinic = await openClinic(app);
  const page = await openConsultations(clinic);
  const mine = await asked(page, { start: clinic.at("10:00"), phone: "+49 30 818181" });
  const stream = await mine.stream();
  await stream.next();
  app.clock.set(clinic.at("10:00"));
  await clinic.callNext();
  app.clock.advance(10 * minute);
  await app.sweep();
  const { status, why, statusMessage } = await nextOther(stream, "approved");
  assert.deepEqual([status, why, statusMessage], ["canceled", "no_show", null]);
  await stream.close();
  const staff = await bookingNow(app, mine.id);
  assert.equal(staff.statusMessage, "The patient did not come when called");
});

test("a token that is cancelled at the desk takes the page along", async () => {
  const clinic = await openClinic(app);
  const page = await openConsultations(clinic);
  const mine = await asked(page, { start: clinic.at("10:00"), phone: "+49 30 919191" });
  const stream = await mine.stream();
  await stream.next();
  await actOnToken(app, (await bookingNow(app, mine.id)).tokenId, "cancel");
  const { status, why, statusMessage } = await nextOther(stream, "approved");
  assert.deepEqual([status, why, statusMessage], ["canceled", null, null]);
  await stream.close();
});

test("its page says that its time is no longer open, and another one can be chosen", async () => {
  const room = await openResource(app);
  const page = await openPage([room], { confirmation: "instant" });
  const mine = await asked(page);
  const stream = await mine.stream();
  await stream.next();
  const away = { available: false, start: "2026-02-01", end: "2026-04-20" };
  const closed = await room.except({ ...away, reason: "Closed", conflicts: "move" });
  assert.equal(closed.status, 201, JSON.stringify(closed.body));
  const { status, why, canMove } = await nextOther(stream, "approved");
  assert.deepEqual([status, why, canMove], ["requested", "no_longer_open", true]);
  await stream.close();
  expecting(200, await mine.move({ start: at("10:00", "2026-04-21") }));
  assert.equal((await mine.now()).why, null);
});

test("an approved consultation leads to the page of its number", async () => {
  const clinic = await openClinic(app);
  const page = await openConsultations(clinic);
  const { body } = await asked(page, { start: clinic.at("10:00"), phone: "+49 30 616161" });
  const [, id, secret] = /\/k\/([^#]+)#(.+)$/.exec(body.visitUrl)!;
  assert.equal((await api(app, secret).get(`/v1/opd/tokens/${id}`)).status, 200);
});
