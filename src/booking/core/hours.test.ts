// A change of hours respects bookings: refused with their list, or they are kept or moved.

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
  openResource,
  refused,
  wait,
  waitNow,
} from "../../../test/booking.ts";

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.close());

const away = (from: string, to: string, conflicts?: string) => ({
  available: false,
  start: at(from),
  end: at(to),
  conflicts,
});

test("a leave that would leave a booking outside is refused, with the booking", async () => {
  const room = await openResource(app);
  const made = await book(app, { resources: [room] });
  const { claims } = refused(await room.except(away("09:00", "12:00")), 409, "CLAIMS_OUTSIDE");
  assert.deepEqual(claims, [
    { kind: "booking", id: made.id, start: at("10:00"), end: at("11:00"), label: "room" },
  ]);
});

test("so is a configuration", async () => {
  const room = await openResource(app);
  await book(app, { resources: [room] });
  const shorter = { validFrom: "2026-03-03", slotMinutes: 30, tokensPerSlot: 1 };
  const weekly = [{ day: 0, start: "14:00", end: "16:00" }];
  refused(await room.configure({ ...shorter, weekly }), 409, "CLAIMS_OUTSIDE");
});

test("told to keep, the booking stays as it is", async () => {
  const room = await openResource(app);
  const made = await book(app, { resources: [room] });
  const kept = expecting(201, await room.except(away("09:00", "12:00", "keep")));
  assert.equal(kept.settled[0].outcome, "kept");
  assert.equal((await bookingNow(app, made.id)).start, at("10:00"));
});

test("told to move, the booking goes to the nearest time that all of its resources have", async () => {
  const [room, annex] = [await openResource(app), await openResource(app, { name: "Annex" })];
  const made = await book(app, { resources: [room, annex] });
  await book(app, { resources: [annex], start: at("12:00"), end: at("13:00") });
  const preview = expecting(200, await room.preview(away("08:00", "12:00", "move")));
  assert.equal(preview.settled[0].movedTo, at("13:00"));
  const moved = expecting(201, await room.except(away("08:00", "12:00", "move")));
  assert.deepEqual([moved.settled[0].outcome, moved.settled[0].movedTo], ["moved", at("13:00")]);
  const now = await bookingNow(app, made.id);
  assert.deepEqual([now.status, now.start, now.end], ["approved", at("13:00"), at("14:00")]);
  assert.deepEqual(
    now.resources.map(({ start }: { start: string }) => start),
    [at("13:00"), at("13:00")],
  );
});

test("one that has nowhere to go becomes a request again, for somebody to decide", async () => {
  const room = await openResource(app);
  const made = await book(app, { resources: [room] });
  const closed = { available: false, start: "2026-03-02", end: "2026-04-30", conflicts: "move" };
  const answer = expecting(201, await room.except(closed));
  assert.equal(answer.settled[0].outcome, "waiting");
  const now = await bookingNow(app, made.id);
  assert.equal(now.status, "requested");
  assert.match(now.statusMessage, /no longer open/);
});

test("moving bookings out of the way serves those who wait for what they leave", async () => {
  const [room, annex] = [await openResource(app), await openResource(app, { name: "Annex" })];
  await book(app, { resources: [room, annex] });
  const entry = await wait(app, [annex]);
  expecting(201, await room.except(away("08:00", "12:00", "move")));
  assert.equal((await waitNow(app, entry.id)).status, "offered");
});

test("free times, slots and checks of a resource count bookings", async () => {
  const lab = await openResource(app, { type: "lab", places: 2 });
  await book(app, { resources: [lab], end: at("10:45") });
  const slots = (await lab.get(`/slots?from=${at("09:30")}&to=${at("11:30")}`)).body;
  assert.deepEqual(
    slots.map(({ taken }: { taken: number }) => taken),
    [0, 1, 1, 0],
  );
  const check = (await lab.get(`/check?from=${at("10:30")}&to=${at("11:30")}`)).body;
  assert.equal(check.open, true);
  assert.equal(check.free, false);
  assert.deepEqual(check.conflicts[0], {
    kind: "taken",
    start: at("10:00"),
    end: at("10:45"),
    reason: null,
    places: 1,
  });
});

test("after more places are set, as many more can be booked; after fewer, no more", async () => {
  const room = await openResource(app);
  await book(app, { resources: [room] });
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: "08:00", end: "18:00" }));
  const hours = { validFrom: "2026-03-03", slotMinutes: 30, weekly };
  expecting(200, await room.configure({ ...hours, tokensPerSlot: 2, confirmSeveral: true }));
  await book(app, { resources: [room] });
  refused(await ask(app, { resources: [room] }), 409, "TAKEN");
  expecting(200, await room.configure({ ...hours, validFrom: "2026-03-04", tokensPerSlot: 1 }));
  refused(await ask(app, { resources: [room] }), 409, "TAKEN");
  await book(app, { resources: [room], start: at("11:00"), end: at("12:00") });
});

test("what has begun stays where it is, whatever becomes of the hours", async (t) => {
  const theatre = await openResource(app, { type: "ot" });
  const { id, start } = await book(app, {
    kind: "surgery",
    resources: [theatre, await openResource(app, { type: "doctor" })],
  });
  const now = app.clock.fixed();
  t.after(() => app.clock.set(now.toISOString()));
  app.clock.set(at("10:10"));
  await act(app, id, "start");
  const { settled } = expecting(201, await theatre.except(away("08:00", "12:00", "move")));
  assert.deepEqual(
    settled.map(({ outcome }: { outcome: string }) => outcome),
    ["kept"],
  );
  const after = await bookingNow(app, id);
  assert.deepEqual([after.status, after.stage, after.start], ["approved", "in_progress", start]);
});
