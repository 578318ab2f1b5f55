// Who may book at once, who only asks, who decides; and what those who watch are told.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  act,
  ask,
  at,
  book,
  expecting,
  hold,
  openResource,
  refused,
} from "../../../test/booking.ts";
import { api, type Client } from "../../../test/http.ts";
import { newPerson } from "../../../test/people.ts";
import { watch } from "../../../test/stream.ts";

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.close());

async function keyFor(role: string): Promise<Client> {
  const { body } = await api(app).post("/v1/api-keys", { name: role, role });
  return api(app, body.key);
}

test("staff book at once, a viewer asks, and only who may approve decides", async () => {
  const room = await openResource(app);
  const [staff, viewer] = [await keyFor("staff"), await keyFor("viewer")];
  const booked = expecting(201, await ask(app, { resources: [room] }, undefined, staff));
  assert.equal(booked.status, "approved");
  const later = { start: at("12:00"), end: at("13:00") };
  const asked = expecting(201, await ask(app, { resources: [room], ...later }, undefined, viewer));
  assert.equal(asked.status, "requested");
  refused(await staff.post(`/v1/bookings/${asked.id}/approve`), 403, "FORBIDDEN");
  refused(await viewer.post(`/v1/bookings/${asked.id}/approve`), 403, "FORBIDDEN");
  assert.equal((await act(app, asked.id, "approve")).status, "approved");
});

test("a viewer may cancel what they asked for themselves, and nothing else", async () => {
  const room = await openResource(app);
  const viewer = await keyFor("viewer");
  const own = expecting(201, await ask(app, { resources: [room] }, undefined, viewer));
  const other = await book(app, { resources: [room] });
  refused(await viewer.post(`/v1/bookings/${other.id}/cancel`), 403, "FORBIDDEN");
  const early = { start: at("09:00") };
  refused(await viewer.post(`/v1/bookings/${other.id}/reschedule`, early), 403, "FORBIDDEN");
  expecting(200, await viewer.post(`/v1/bookings/${own.id}/reschedule`, early));
  expecting(200, await viewer.post(`/v1/bookings/${own.id}/cancel`));
});

test("whom the owner of a resource lets book and approve may do so for it, and for it alone", async () => {
  const [room, annex] = [await openResource(app), await openResource(app, { name: "Annex" })];
  const secretary = await newPerson(app, "viewer");
  const asked = await book(app, { resources: [room], request: true });
  refused(await secretary.as.post(`/v1/bookings/${asked.id}/approve`), 403, "FORBIDDEN");
  const given = { userId: secretary.userId, permissions: ["book", "approve"] };
  expecting(201, await api(app).post(`/v1/resources/${room.id}/delegations`, given));
  const approved = await secretary.as.post(`/v1/bookings/${asked.id}/approve`);
  assert.equal(expecting(200, approved).decidedBy, `user:${secretary.userId}`);
  const later = { start: at("14:00"), end: at("15:00") };
  const mine = await ask(app, { resources: [room], ...later }, undefined, secretary.as);
  assert.equal(expecting(201, mine).status, "approved");
  const both = await ask(
    app,
    { resources: [room, annex], start: at("16:00"), end: at("17:00") },
    undefined,
    secretary.as,
  );
  assert.equal(expecting(201, both).status, "requested");
});

test("another's hold is nobody's business", async () => {
  const room = await openResource(app);
  const part = { resourceId: room.id, start: at("10:00"), end: at("11:00") };
  const held = expecting(201, await hold(app, [part]));
  const viewer = await keyFor("viewer");
  assert.equal((await viewer.delete(`/v1/bookings/holds/${held.id}`)).status, 404);
});

test("whoever watches a resource hears of its bookings, holds and offers, in order", async () => {
  const room = await openResource(app);
  const stream = await watch(app, `/v1/bookings/events?resources=${room.id}`);
  const part = { resourceId: room.id, start: at("10:00"), end: at("11:00") };
  const held = expecting(201, await hold(app, [part]));
  const made = await book(app, { resources: [room], holdId: held.id });
  await act(app, made.id, "cancel");
  const events = [await stream.next(), await stream.next(), await stream.next()];
  assert.deepEqual(
    events.map(({ event, data }) => [event, data.type, data.subjectId]),
    [
      ["change", "booking.held", held.id],
      ["change", "booking.approved", made.id],
      ["change", "booking.canceled", made.id],
    ],
  );
  assert.deepEqual(
    [events[2]!.data.before.status, events[2]!.data.after.status],
    ["approved", "canceled"],
  );
  const lastId = events[0]!.id;
  await stream.close();
  const resumed = await watch(app, `/v1/bookings/events?resources=${room.id}`, {
    lastEventId: lastId,
  });
  assert.equal((await resumed.next()).data.type, "booking.approved");
  await resumed.close();
});

test("a stream of several resources says reset when it is resumed", async () => {
  const [room, annex] = [await openResource(app), await openResource(app, { name: "Annex" })];
  const both = `/v1/bookings/events?resources=${room.id},${annex.id}`;
  const stream = await watch(app, both);
  await book(app, { resources: [annex] });
  const heard = await stream.next();
  assert.equal(heard.data.resourceId, annex.id);
  await stream.close();
  const resumed = await watch(app, both, { lastEventId: heard.id });
  assert.equal((await resumed.next()).event, "reset");
  await resumed.close();
  const unknown = await api(app).get(
    `/v1/bookings/events?resources=01890000-0000-7000-8000-000000000000`,
  );
  assert.equal(unknown.status, 404);
});

test("looking before booking: why it does not fit, and when several are free", async () => {
  const [room, annex] = [await openResource(app), await openResource(app, { name: "Annex" })];
  const made = await book(app, { resources: [room] });
  await book(app, { resources: [annex], start: at("12:00"), end: at("17:30") });
  const body = { start: at("10:30"), end: at("11:30"), resources: [{ resourceId: room.id }] };
  const check = expecting(200, await api(app).post("/v1/bookings/check", body));
  assert.deepEqual([check.fits, check.code, check.conflicts.length], [false, "TAKEN", 1]);
  const moving = { ...body, except: made.id };
  assert.equal(expecting(200, await api(app).post("/v1/bookings/check", moving)).fits, true);
  const free = await api(app).get(
    `/v1/bookings/free?resources=${room.id},${annex.id}&from=${at("00:00")}&to=${at("23:00")}&minutes=60`,
  );
  assert.deepEqual(
    expecting(200, free).map(({ start, end }: Record<string, string>) => [
      start!.slice(11, 16),
      end!.slice(11, 16),
    ]),
    [
      ["08:00", "10:00"],
      ["11:00", "12:00"],
    ],
  );
});

test("what happens is logged and counted, without names", async () => {
  const room = await openResource(app);
  const made = await book(app, { resources: [room], title: "Mrs Smith", contact: { name: "Ann" } });
  const line = app.logged.find(
    ({ context }) => (context as { bookingId?: string } | undefined)?.bookingId === made.id,
  );
  assert.equal(line?.event, "booking.approved");
  assert.ok(!JSON.stringify(line).includes("Smith"));
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  assert.match(metrics, /turnkeeper_bookings_total\{what="approved",kind="room"\} \d+/);
});
