import assert from "node:assert/strict";
import { after as afterAll, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  act,
  after,
  newUser,
  openBakery,
  reservationNow,
  type Bakery,
  type Body,
  type Box,
} from "../../../test/boxes.ts";
import { api } from "../../../test/http.ts";

let app: TestApp;
let bakery: Bakery;
before(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-03-02T16:00:00Z"); // a Monday, an hour before the window
  bakery = await openBakery(app);
});

/** A box that somebody holds, with these waiting for it. */
async function soldOut(quantity = 1): Promise<{ box: Box; held: Body[] }> {
  const box = await bakery.offer({ quantity });
  return { box, held: await box.sellOut() };
}

const statusOf = async ({ id }: Body) => (await reservationNow(app, id)).status;

test("when sold out, one can wait in line, and sees the place", async () => {
  const { box } = await soldOut();
  const [first, second] = [await box.waitlist(), await box.waitlist()];
  assert.deepEqual([first.position, second.position], [1, 2]);
  assert.deepEqual([first.pickupCode, first.amount], [null, null]);
  assert.equal(first.expiresAt, "2026-03-02T19:00:00.000Z");
  assert.equal((await reservationNow(app, second.id)).position, 2);
  assert.equal((await box.view()).waiting, 2);
});

test("while there are boxes nobody has to wait, also who would", async () => {
  const box = await bakery.offer();
  assert.equal((await box.reserve({ waitlist: true })).status, "ACTIVE");
});

test("a box that comes back is offered to the first in line, for a time", async () => {
  const { box, held } = await soldOut();
  const [first, second] = [await box.waitlist(), await box.waitlist()];
  await act(app, held[0].id, "cancel");
  const offered = await reservationNow(app, first.id);
  assert.equal(offered.status, "OFFERED");
  assert.equal(offered.expiresAt, "2026-03-02T16:10:00.000Z");
  assert.deepEqual([offered.amount, offered.pickupCode], [450, null]);
  assert.equal((await reservationNow(app, second.id)).position, 1);
});

test("nobody new can take it in between", async () => {
  const { box, held } = await soldOut();
  const first = await box.waitlist();
  await act(app, held[0].id, "cancel");
  assert.equal((await box.view()).remaining, 0);
  assert.equal((await box.ask()).body.code, "INSUFFICIENT_INVENTORY");
  assert.equal((await box.reserve({ waitlist: true })).status, "WAITLISTED");
  assert.equal((await act(app, first.id, "accept")).status, "ACTIVE");
});

test("an offer that is accepted is a hold like any other", async () => {
  const { box, held } = await soldOut();
  const { id } = await box.waitlist({ ttlMinutes: 15 });
  await act(app, held[0].id, "cancel");
  app.clock.advance(5 * 60_000);
  const accepted = await act(app, id, "accept");
  assert.equal(accepted.expiresAt, "2026-03-02T16:20:00.000Z");
  assert.match(accepted.pickupCode, /^\w{6}$/);
  await after(app, 15);
  assert.equal((await reservationNow(app, id)).reason, "HOLD_LAPSED");
});

test("an offer that is not taken goes to the next, and then to the one after", async () => {
  const { box, held } = await soldOut();
  const line = [await box.waitlist(), await box.waitlist(), await box.waitlist()];
  await act(app, held[0].id, "cancel");
  await after(app, 10);
  assert.deepEqual(await Promise.all(line.map(statusOf)), ["EXPIRED", "OFFERED", "WAITLISTED"]);
  assert.equal((await reservationNow(app, line[0].id)).reason, "OFFER_LAPSED");
  const declined = await act(app, line[1].id, "decline");
  assert.deepEqual([declined.status, declined.reason], ["CANCELLED", "DECLINED"]);
  assert.equal(await statusOf(line[2]), "OFFERED");
  await after(app, 10);
  // Nobody is left in line: now it is anybody's.
  assert.equal((await box.view()).remaining, 1);
});

test("an offer counts by the clock, not by the sweep", async () => {
  const { box, held } = await soldOut();
  const { id } = await box.waitlist();
  await act(app, held[0].id, "cancel");
  app.clock.advance(10 * 60_000);
  const { body } = await api(app).post(`/v1/reservations/${id}/accept`);
  assert.equal(body.code, "HOLD_EXPIRED");
});

test("who let an offer lapse may wait again: that was no hold", async () => {
  const { box, held } = await soldOut();
  const userId = newUser();
  await box.waitlist({ userId });
  await act(app, held[0].id, "cancel");
  await after(app, 10);
  await box.reserve({ userId });
});

test("a lapsed hold goes to the waitlist as well", async () => {
  const { box } = await soldOut();
  const { id } = await box.waitlist();
  await after(app, 20);
  assert.equal((await reservationNow(app, id)).status, "OFFERED");
});

test("several boxes for one in line: all or none, and nobody behind overtakes", async () => {
  const { box, held } = await soldOut(3);
  const [two, one] = [await box.waitlist({ quantity: 2 }), await box.waitlist()];
  await act(app, held[0].id, "cancel");
  assert.deepEqual(await Promise.all([two, one].map(statusOf)), ["WAITLISTED", "WAITLISTED"]);
  assert.equal((await box.ask()).body.code, "INSUFFICIENT_INVENTORY");
  await act(app, held[1].id, "cancel");
  assert.deepEqual(await Promise.all([two, one].map(statusOf)), ["OFFERED", "WAITLISTED"]);
  await act(app, held[2].id, "cancel");
  assert.equal(await statusOf(one), "OFFERED");
});

test("when the one who wants many leaves the line, those behind get what is free", async () => {
  const { box, held } = await soldOut(3);
  const [three, one, other] = [
    await box.waitlist({ quantity: 3 }),
    await box.waitlist(),
    await box.waitlist(),
  ];
  await act(app, held[0].id, "cancel");
  await act(app, held[1].id, "cancel");
  await act(app, three.id, "cancel");
  assert.deepEqual(await Promise.all([one, other].map(statusOf)), ["OFFERED", "OFFERED"]);
});

test("who wants more than can still come back is turned away, not waited for", async () => {
  app.clock.set("2026-03-02T17:00:00Z");
  const { box, held } = await soldOut(2);
  const [two, one] = [await box.waitlist({ quantity: 2 }), await box.waitlist()];
  await act(app, held[1].id, "cancel");
  assert.equal((await bakery.pickUp(held[0].pickupCode)).status, 200);
  const turnedAway = await reservationNow(app, two.id);
  assert.deepEqual([turnedAway.status, turnedAway.reason], ["EXPIRED", "SOLD_OUT"]);
  assert.equal(await statusOf(one), "OFFERED");
});

test("nobody waits for more than there are", async () => {
  const { box } = await soldOut(2);
  const refused = await box.ask({ quantity: 3, waitlist: true });
  assert.equal(refused.body.code, "INSUFFICIENT_INVENTORY");
});

test("more boxes go to the waitlist first", async () => {
  const { box } = await soldOut(1);
  const line = [await box.waitlist(), await box.waitlist(), await box.waitlist()];
  assert.equal((await box.change({ quantity: 3 })).status, 200);
  assert.deepEqual(await Promise.all(line.map(statusOf)), ["OFFERED", "OFFERED", "WAITLISTED"]);
  assert.equal((await box.view()).remaining, 0);
});

test("a paused box is offered to nobody, until it goes on", async () => {
  const { box, held } = await soldOut();
  const first = await box.waitlist();
  await box.change({ paused: true });
  await act(app, held[0].id, "cancel");
  assert.equal(await statusOf(first), "WAITLISTED");
  await box.change({ paused: false });
  assert.equal(await statusOf(first), "OFFERED");
});

test("when the window ends what comes back is offered to nobody", async () => {
  app.clock.set("2026-03-02T18:45:00Z");
  const { box, held } = await soldOut();
  const first = await box.waitlist();
  app.clock.set("2026-03-02T19:00:00Z");
  await app.sweep();
  assert.equal((await reservationNow(app, held[0].id)).reason, "HOLD_LAPSED");
  const over = await reservationNow(app, first.id);
  assert.deepEqual([over.status, over.reason], ["EXPIRED", "WINDOW_CLOSED"]);
  assert.equal(over.offeredAt, null);
});

test("somebody still in line at the window's end is told so", async () => {
  const { box, held } = await soldOut();
  await act(app, held[0].id, "confirm");
  const first = await box.waitlist();
  app.clock.set("2026-03-02T19:00:00Z");
  await app.sweep();
  assert.equal((await reservationNow(app, first.id)).reason, "WINDOW_CLOSED");
});

test("a place in line is the one active reservation with the merchant", async () => {
  const { box } = await soldOut();
  const userId = newUser();
  await box.waitlist({ userId });
  const other = await bakery.offer();
  assert.equal((await other.ask({ userId })).body.code, "ACTIVE_RESERVATION_EXISTS");
});

test("many boxes come back at once to many in line: each to the first, none left over", async () => {
  const { box, held } = await soldOut(40);
  const line: Body[] = [];
  for (let i = 0; i < 60; i++) line.push(await box.waitlist());
  await Promise.all(held.map(({ id }) => act(app, id, "cancel")));
  const now = await Promise.all(line.map(statusOf));
  assert.deepEqual(now.slice(0, 40), Array(40).fill("OFFERED"));
  assert.deepEqual(now.slice(40), Array(20).fill("WAITLISTED"));
});
