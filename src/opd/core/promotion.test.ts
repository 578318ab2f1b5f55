import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import { act, idsOf, openClinic, setRules, tokenNow, type Body } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const minute = 60_000;

const statusesOf = async (tokens: Body[]) => {
  const all = await Promise.all(tokens.map(({ id }) => tokenNow(app, id)));
  return all.map(({ status }) => status);
};

/** One slot of two places that are taken, and who waits for them. */
async function fullSlot(sources: string[] = ["walk_in", "walk_in"], places = 2, reserve = 0) {
  const clinic = await openClinic(app, { slots: 1, places, reserve });
  const holding = await clinic.tokens(places - reserve);
  const waiting: Body[] = [];
  for (const source of sources) waiting.push(await clinic.token({ source }));
  return { clinic, holding, waiting };
}

test("scenario 1, cancellation: the place goes to the first who waits, with the next number", async () => {
  const { clinic, holding, waiting } = await fullSlot(["online", "paid"]);
  assert.equal((await act(app, holding[0].id, "cancel")).status, "CANCELLED");
  const [online, paid] = [await tokenNow(app, waiting[0].id), await tokenNow(app, waiting[1].id)];
  assert.deepEqual([paid.status, paid.number, paid.reason], ["ALLOCATED", 3, "PROMOTED"]);
  assert.equal(paid.allocatedAt, app.clock.fixed().toISOString());
  assert.deepEqual([online.status, online.position], ["WAITING", 1]);
  assert.equal((await clinic.slot()).taken, 2);
});

test("within a priority who came first is promoted first", async () => {
  const { holding, waiting } = await fullSlot(["walk_in", "walk_in", "walk_in"]);
  await act(app, holding[0].id, "cancel");
  assert.deepEqual(await statusesOf(waiting), ["ALLOCATED", "WAITING", "WAITING"]);
  await act(app, holding[1].id, "cancel");
  assert.deepEqual(await statusesOf(waiting), ["ALLOCATED", "ALLOCATED", "WAITING"]);
});

test("who waits and cancels gives nobody a place", async () => {
  const { clinic, waiting } = await fullSlot();
  await act(app, waiting[0].id, "cancel");
  assert.deepEqual(await statusesOf(waiting), ["CANCELLED", "WAITING"]);
  assert.equal((await clinic.slot()).waiting[0].position, 1);
});

test("edge case 3, multiple cancellations simultaneously: each place once, in order", async () => {
  const sources = ["online", "walk_in", "follow_up", "paid", "online", "walk_in"];
  const { clinic, holding, waiting } = await fullSlot(sources, 4);
  await Promise.all(holding.map(({ id }) => act(app, id, "cancel")));
  assert.deepEqual(await statusesOf(waiting), [
    "WAITING",
    "ALLOCATED",
    "ALLOCATED",
    "ALLOCATED",
    "WAITING",
    "ALLOCATED",
  ]);
  assert.equal((await clinic.slot()).taken, 4);
});

test("scenario 2, no-show: EXPIRED with expiredAt, and the place goes to the first who waits", async () => {
  const { holding, waiting } = await fullSlot();
  const gone = await act(app, holding[1].id, "no-show");
  assert.deepEqual(
    [gone.status, gone.reason, gone.endedAt],
    ["EXPIRED", "NO_SHOW", app.clock.fixed().toISOString()],
  );
  assert.deepEqual(await statusesOf(waiting), ["ALLOCATED", "WAITING"]);
});

test("a completed visit gives nobody a place", async () => {
  const { holding, waiting } = await fullSlot();
  await act(app, holding[0].id, "start");
  await act(app, holding[0].id, "complete");
  assert.deepEqual(await statusesOf(waiting), ["WAITING", "WAITING"]);
});

test("a slot's capacity raised: as many as fit are promoted, in order", async () => {
  const { clinic, waiting } = await fullSlot(["online", "paid", "walk_in"]);
  const { body } = await clinic.setSlot("10:00", 4, 0);
  assert.deepEqual([body.taken, body.state], [4, "FULL"]);
  assert.deepEqual(idsOf(body.waiting), [waiting[0].id]);
});

test("a doctor's limits raised: the waiting are promoted before anybody new gets a place", async () => {
  const { clinic, waiting } = await fullSlot(["online", "paid", "walk_in"]);
  const raised = clinic.setLimits({ capacity: 5, emergencyReserve: 0 });
  const fresh = await Promise.all(Array.from({ length: 6 }, () => clinic.ask()));
  assert.equal((await raised).status, 200);
  assert.deepEqual(await statusesOf(waiting.slice(1)), ["ALLOCATED", "ALLOCATED"]);
  const { allocated, taken } = await clinic.slot();
  assert.equal(taken, 5);
  // Whoever came before the change was decided waits with the others, by priority.
  const gotIn = fresh.filter(({ body }) => idsOf(allocated).includes(body.id)).length;
  const [online] = await statusesOf(waiting.slice(0, 1));
  assert.equal(gotIn, online === "ALLOCATED" ? 0 : 1);
});

test("more places per slot in the hours: the waiting are promoted in the same commit", async () => {
  const { clinic, waiting } = await fullSlot(["online", "paid", "walk_in"]);
  await clinic.setLimits({ emergencyReserve: 0 });
  const weekly = Array.from({ length: 7 }, (_, day) => ({ day, start: "10:00", end: "11:00" }));
  const hours = { validFrom: clinic.date, slotMinutes: 60, tokensPerSlot: 4, weekly };
  assert.equal((await clinic.resource.configure(hours)).status, 200);
  assert.deepEqual(await statusesOf(waiting), ["WAITING", "ALLOCATED", "ALLOCATED"]);
});

test("a smaller reserve for the slot lets the waiting in", async () => {
  const { clinic, waiting } = await fullSlot(["walk_in", "walk_in"], 4, 2);
  await clinic.setSlot("10:00", 4, 1);
  assert.deepEqual(await statusesOf(waiting), ["ALLOCATED", "WAITING"]);
});

test("the reserve is released bufferReleaseMinutes before the end, and the waiting are promoted", async (t) => {
  await setRules(app, { bufferReleaseMinutes: 20 });
  t.after(() => setRules(app, { bufferReleaseMinutes: 0 }));
  const { clinic, waiting } = await fullSlot(["walk_in", "paid", "online"], 4, 2);
  app.clock.advance(100 * minute - 1); // 10:40 less a moment
  await app.sweep();
  assert.deepEqual(await statusesOf(waiting), ["WAITING", "WAITING", "WAITING"]);
  app.clock.advance(1);
  assert.equal(await app.sweep(), 1);
  assert.deepEqual(await statusesOf(waiting), ["ALLOCATED", "ALLOCATED", "WAITING"]);
  const { emergencyReserve, state } = await clinic.slot();
  assert.deepEqual([emergencyReserve, state], [0, "FULL"]);
});

test("between the release and the sweep nobody new slips in ahead of the waiting", async (t) => {
  await setRules(app, { bufferReleaseMinutes: 20 });
  t.after(() => setRules(app, { bufferReleaseMinutes: 0 }));
  const { clinic, waiting } = await fullSlot(["online"], 4, 2);
  app.clock.advance(100 * minute);
  const fresh = await clinic.token({ source: "paid" });
  assert.equal(fresh.status, "ALLOCATED");
  assert.deepEqual(await statusesOf(waiting), ["ALLOCATED"]);
  const late = await clinic.token({ source: "paid" });
  assert.equal(late.status, "WAITING");
});

test("a slot whose reserve was due before its first token has none", async (t) => {
  await setRules(app, { bufferReleaseMinutes: 60 });
  t.after(() => setRules(app, { bufferReleaseMinutes: 0 }));
  const clinic = await openClinic(app, { slots: 1, places: 2, reserve: 1 });
  app.clock.advance(60 * minute);
  await clinic.tokens(2);
  assert.equal((await clinic.slot()).taken, 2);
});

test("another bufferReleaseMinutes counts at once for days with tokens", async (t) => {
  const { waiting } = await fullSlot(["walk_in"], 2, 1);
  app.clock.advance(90 * minute); // 10:30
  await setRules(app, { bufferReleaseMinutes: 45 });
  t.after(() => setRules(app, { bufferReleaseMinutes: 0 }));
  assert.deepEqual(await statusesOf(waiting), ["ALLOCATED"]);
});

test("with bufferReleaseMinutes 0 the reserve goes to the waiting at the slot's end, the rest expire", async () => {
  const { clinic, waiting } = await fullSlot(["online", "paid"], 2, 1);
  app.clock.advance(120 * minute - 1);
  await app.sweep();
  assert.deepEqual(await statusesOf(waiting), ["WAITING", "WAITING"]);
  app.clock.advance(1);
  await app.sweep();
  const last = await tokenNow(app, waiting[0].id);
  assert.deepEqual([last.status, last.reason], ["EXPIRED", "SLOT_ENDED"]);
  assert.equal((await tokenNow(app, waiting[1].id)).status, "ALLOCATED");
  assert.equal((await clinic.slot()).waiting.length, 0);
});

test("someone still waiting when the slot ends is EXPIRED with reason SLOT_ENDED", async () => {
  const { waiting, holding } = await fullSlot();
  app.clock.advance(120 * minute);
  await app.sweep();
  for (const { id } of waiting) {
    const token = await tokenNow(app, id);
    assert.deepEqual([token.status, token.reason, token.position], ["EXPIRED", "SLOT_ENDED", null]);
  }
  assert.deepEqual(await statusesOf(holding), ["ALLOCATED", "ALLOCATED"]);
  assert.equal(await app.sweep(), 0, "once is enough");
});

test("capacity cannot be set below what is taken: 409, and nothing is changed", async () => {
  const { clinic } = await fullSlot();
  const { status, body } = await clinic.setSlot("10:00", 1, 0);
  assert.deepEqual([status, body.code, body.taken], [409, "CAPACITY_BELOW_TAKEN", 2]);
  assert.equal((await clinic.slot()).capacity, 2);
});

test("a doctor's limits below what is taken: what was given stays, what comes back goes to nobody", async () => {
  const { clinic, holding, waiting } = await fullSlot(["paid"], 4);
  await clinic.setLimits({ capacity: 2, emergencyReserve: 0 });
  assert.deepEqual([(await clinic.slot()).capacity, (await clinic.slot()).taken], [4, 4]);
  await act(app, holding[0].id, "cancel");
  await act(app, holding[1].id, "cancel");
  assert.deepEqual(await statusesOf(waiting), ["WAITING"]);
  assert.deepEqual([(await clinic.slot()).capacity, (await clinic.slot()).taken], [2, 2]);
  await act(app, holding[2].id, "cancel");
  assert.deepEqual(await statusesOf(waiting), ["ALLOCATED"]);
});

test("an unknown slot has no capacity to set", async () => {
  const { clinic } = await fullSlot();
  const { status, body } = await clinic.setSlot("10:30", 5, 1);
  assert.deepEqual([status, body.code], [422, "INVALID_SLOT"]);
});

test("many come, cancel and are promoted at once: never over the places, nobody twice", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 3, reserve: 0 });
  const first = await clinic.tokens(3);
  const later = Promise.all(Array.from({ length: 12 }, () => clinic.ask()));
  await Promise.all(first.map(({ id }) => act(app, id, "cancel")));
  const answers = await later;
  assert(answers.every(({ status }) => status === 201));
  const { allocated, waiting, taken } = await clinic.slot();
  assert.deepEqual([allocated.length, waiting.length, taken], [3, 9, 3]);
  const numbers = allocated.map(({ number }: { number: number }) => number);
  assert.equal(new Set(numbers).size, 3);
  const { body } = await api(app).get(
    `/v1/opd/doctors/${clinic.doctorId}/live-queue?date=${clinic.date}`,
  );
  assert.equal(body.items.length, 3);
});
