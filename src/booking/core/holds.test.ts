// Holding resources while somebody fills in a form.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  ask,
  at,
  book,
  expecting,
  freeOn,
  hold,
  openResource,
  refused,
} from "../../../test/booking.ts";
import { api, newKey } from "../../../test/http.ts";

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.close());

const tenToEleven = (resourceId: string) => ({ resourceId, start: at("10:00"), end: at("11:00") });

test("a hold is on all of the resources or none, for a minute", async () => {
  const [room, annex] = [await openResource(app), await openResource(app, { name: "Annex" })];
  const held = expecting(201, await hold(app, [tenToEleven(room.id), tenToEleven(annex.id)]));
  assert.equal(Date.parse(held.expiresAt) - app.clock.fixed().getTime(), 60_000);
  assert.deepEqual(await freeOn(room), ["08:00-10:00", "11:00-18:00"]);
  refused(await ask(app, { resources: [annex] }), 409, "TAKEN");

  const third = await openResource(app);
  const second = await hold(app, [tenToEleven(third.id), tenToEleven(room.id)]);
  refused(second, 409, "TAKEN");
  assert.deepEqual(await freeOn(third), ["08:00-18:00"]);
});

test("a hold turns into the booking itself, without a gap", async () => {
  const room = await openResource(app);
  const held = expecting(201, await hold(app, [tenToEleven(room.id)]));
  const made = await book(app, { resources: [room], holdId: held.id });
  assert.equal(made.status, "approved");
  const { rows } = await app.pool.query(`select owner from booking_use where resource_id = $1`, [
    room.id,
  ]);
  assert.deepEqual(rows, [{ owner: "booking" }]);
  const again = await ask(app, { resources: [room], holdId: held.id });
  refused(again, 409, "HOLD_EXPIRED");
});

test("a hold can be extended once", async () => {
  const room = await openResource(app);
  const held = expecting(201, await hold(app, [tenToEleven(room.id)]));
  app.clock.advance(50_000);
  const longer = expecting(200, await api(app).post(`/v1/bookings/holds/${held.id}/extend`));
  assert.equal(Date.parse(longer.expiresAt) - app.clock.fixed().getTime(), 60_000);
  refused(await api(app).post(`/v1/bookings/holds/${held.id}/extend`), 409, "HOLD_EXTENDED");
  app.clock.advance(40_000);
  refused(await ask(app, { resources: [room] }), 409, "TAKEN");
});

test("an expired hold counts for nothing, even before it is swept", async () => {
  const room = await openResource(app);
  const held = expecting(201, await hold(app, [tenToEleven(room.id)]));
  app.clock.advance(60_000);
  assert.deepEqual(await freeOn(room), ["08:00-18:00"]);
  refused(await ask(app, { resources: [room], holdId: held.id }), 409, "HOLD_EXPIRED");
  refused(await api(app).post(`/v1/bookings/holds/${held.id}/extend`), 409, "HOLD_EXPIRED");
  await book(app, { resources: [room] });
});

test("the sweep clears away what has expired", async () => {
  const room = await openResource(app);
  expecting(201, await hold(app, [tenToEleven(room.id)]));
  app.clock.advance(60_000);
  await app.sweep();
  const { rows } = await app.pool.query(
    `select 1 from booking_use where resource_id = $1 union all
     select 1 from booking_hold where parts::text like '%' || $1 || '%'`,
    [room.id],
  );
  assert.deepEqual(rows, []);
  assert.equal(await app.sweep(), 0);
});

test("a hold that is given up frees its time at once", async () => {
  const room = await openResource(app);
  const held = expecting(201, await hold(app, [tenToEleven(room.id)]));
  assert.equal((await api(app).delete(`/v1/bookings/holds/${held.id}`)).status, 204);
  assert.deepEqual(await freeOn(room), ["08:00-18:00"]);
  assert.equal((await api(app).delete(`/v1/bookings/holds/${held.id}`)).status, 404);
});

test("the same key holds once", async () => {
  const room = await openResource(app);
  const key = newKey();
  const first = await hold(app, [tenToEleven(room.id)], {}, { key });
  const second = await hold(app, [tenToEleven(room.id)], {}, { key });
  assert.equal(second.status, 201);
  assert.deepEqual(second.body, first.body);
});

test("with its kind a hold also keeps what is needed after", async () => {
  const theatre = await openResource(app, { type: "ot" });
  const surgeon = await openResource(app, { type: "doctor" });
  const parts = [tenToEleven(theatre.id), tenToEleven(surgeon.id)];
  const held = expecting(201, await hold(app, parts, { kind: "surgery" }));
  assert.equal(held.resources[0].busyTill, at("11:30"));
  const other = await ask(app, { resources: [theatre], start: at("11:15"), end: at("12:00") });
  refused(other, 409, "TAKEN");
});
