import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import { act, openClinic, setRules, tokenNow, type Body, type Clinic } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const minute = 60_000;

const outcomes = (body: Body) =>
  body.settled.map(({ outcome, movedTo }: Body) => [outcome, movedTo?.slice(11, 16) ?? null]);

async function slotsAndStatus(tokens: Body[]) {
  const all = await Promise.all(tokens.map(({ id }) => tokenNow(app, id)));
  return all.map(({ slotStart, status }) => `${slotStart.slice(11, 16)} ${status}`);
}

const week = (start: string, end: string) =>
  Array.from({ length: 7 }, (_, day) => ({ day, start, end }));

const hours = (clinic: Clinic, over: object) => ({
  validFrom: clinic.date,
  slotMinutes: 60,
  tokensPerSlot: 10,
  weekly: week("10:00", "13:00"),
  ...over,
});

test("a leave over tokens is refused with their list, waiting ones too, and nothing is stored", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 1 });
  const [token, waiting] = await clinic.tokens(2);
  const { status, body } = await clinic.leave("10:00", "11:00");
  assert.deepEqual([status, body.code], [409, "CLAIMS_OUTSIDE"]);
  assert.deepEqual(
    body.claims.map(({ id, label }: Body) => [id, label]),
    [
      [token.id, "number 1"],
      [waiting.id, "waiting"],
    ],
  );
  assert.equal((await clinic.slots()).length, 1);
});

test("a preview first: who is left outside, and the slots that remain", async () => {
  const clinic = await openClinic(app);
  const token = await clinic.token();
  const [start, end] = [clinic.at("10:00"), clinic.at("11:00")];
  const { body } = await clinic.resource.preview({ available: false, start, end });
  assert.deepEqual(
    body.outside.map(({ id }: Body) => id),
    [token.id],
  );
  assert.deepEqual(
    body.slots.map((slot: Body) => slot.start),
    [clinic.at("11:00"), clinic.at("12:00")],
  );
  assert.equal((await tokenNow(app, token.id)).version, 1);
});

test("told to move: everybody in order to the nearest places, then to wait at the nearest slot", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 2, reserve: 0 });
  const online = await clinic.token({ source: "online" });
  const paid = await clinic.token({ source: "paid" });
  const waiting = await clinic.token({ source: "walk_in", allowAlternative: false });
  await clinic.token({ at: "11:00" });
  await clinic.token({ at: "12:00" });
  const { status, body } = await clinic.leave("10:00", "11:00", "move");
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(await slotsAndStatus([paid, waiting, online]), [
    "11:00 ALLOCATED",
    "12:00 ALLOCATED",
    "11:00 WAITING",
  ]);
  assert.deepEqual(outcomes(body).toSorted(), [
    ["moved", "11:00"],
    ["moved", "12:00"],
    ["waiting", "11:00"],
  ]);
  const moved = await tokenNow(app, paid.id);
  assert.deepEqual(
    [moved.reason, moved.number, moved.requestedSlotStart],
    ["DOCTOR_AWAY", 2, clinic.at("10:00")],
  );
  assert.deepEqual(
    (await clinic.slots()).map(({ start, taken }) => [start.slice(11, 16), taken]),
    [
      ["11:00", 2],
      ["12:00", 2],
    ],
  );
});

test("whoever moved to wait is promoted like everybody else", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1 });
  const away = await clinic.token();
  const there = await clinic.token({ at: "11:00" });
  await clinic.leave("10:00", "11:00", "move");
  assert.equal((await tokenNow(app, away.id)).status, "WAITING");
  await act(app, there.id, "cancel");
  assert.equal((await tokenNow(app, away.id)).status, "ALLOCATED");
});

test("away the whole day: nowhere to go, so they wait where everybody can see them", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 3, reserve: 0 });
  const tokens = await clinic.tokens(2);
  const { body } = await clinic.leave("09:00", "18:00", "move");
  assert.deepEqual(outcomes(body), [
    ["waiting", "10:00"],
    ["waiting", "10:00"],
  ]);
  const [slot, ...others] = await clinic.slots();
  assert.equal(others.length, 0);
  assert.deepEqual(
    [slot.closed, slot.taken, slot.open, slot.openToEmergencies, slot.state, slot.waiting.length],
    [true, 0, 0, 0, "FULL", 2],
  );
  // A place that nobody has any more is given to nobody.
  await act(app, tokens[0].id, "cancel");
  assert.equal((await tokenNow(app, tokens[1].id)).status, "WAITING");
  assert.equal((await clinic.ask()).body.code, "INVALID_SLOT");
  const tomorrow = clinic.at("10:00", clinic.later(1));
  assert.equal((await act(app, tokens[1].id, "move", { slotStart: tomorrow })).status, "ALLOCATED");
  assert.deepEqual(await clinic.slots(), []);
});

test("the leave is taken back: who waited there has a place again", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 3, reserve: 0 });
  const token = await clinic.token();
  const { body } = await clinic.leave("09:00", "18:00", "move");
  assert.equal((await tokenNow(app, token.id)).status, "WAITING");
  const path = `/v1/resources/${clinic.doctorId}/exceptions/${body.id}`;
  assert.equal((await api(app).delete(path)).status, 200);
  const back = await tokenNow(app, token.id);
  assert.deepEqual([back.status, back.reason], ["ALLOCATED", "PROMOTED"]);
});

test("told to keep them: they stay, can be called, and who cancels gives the place to nobody", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 2, reserve: 0 });
  const [first, second, waiting] = await clinic.tokens(3);
  const { body } = await clinic.leave("10:00", "11:00", "keep");
  assert.deepEqual(outcomes(body), [
    ["kept", null],
    ["kept", null],
    ["kept", null],
  ]);
  assert.deepEqual((await clinic.slot()).closed, true);
  await act(app, first.id, "cancel");
  assert.equal((await tokenNow(app, waiting.id)).status, "WAITING");
  assert.equal((await clinic.callNext()).id, second.id);
});

test("who was called already is left alone", async () => {
  const clinic = await openClinic(app);
  const [called, other] = await clinic.tokens(2);
  await clinic.callNext();
  const { body } = await clinic.leave("10:00", "11:00", "move");
  assert.deepEqual(outcomes(body), [
    ["kept", null],
    ["moved", "11:00"],
  ]);
  assert.deepEqual(await slotsAndStatus([called, other]), ["10:00 ALLOCATED", "11:00 ALLOCATED"]);
});

test("emergencies that have to move use the reserve there and come to its front", async (t) => {
  await setRules(app, { numbering: "shifting" });
  t.after(() => setRules(app, { numbering: "stable" }));
  const clinic = await openClinic(app, { slots: 2, places: 2, reserve: 1 });
  const emergency = await clinic.token({ source: "emergency" });
  const there = await clinic.token({ at: "11:00" });
  await clinic.leave("10:00", "11:00", "move");
  const moved = await tokenNow(app, emergency.id);
  assert.deepEqual([moved.slotStart, moved.number], [clinic.at("11:00"), 1]);
  assert.equal((await tokenNow(app, there.id)).number, 2);
});

test("new hours at other times, told to move: places in slots that nobody had used yet", async () => {
  const clinic = await openClinic(app, { slots: 1 });
  const token = await clinic.token();
  const afternoon = hours(clinic, { weekly: week("15:00", "17:00"), conflicts: "move" });
  const { status, body } = await clinic.resource.configure(afternoon);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(outcomes(body), [["moved", "15:00"]]);
  assert.deepEqual(await slotsAndStatus([token]), ["15:00 ALLOCATED"]);
});

test("new hours with keep: the slot is shown as closed until nobody is in it", async () => {
  const clinic = await openClinic(app, { slots: 1 });
  const token = await clinic.token();
  await clinic.resource.configure(
    hours(clinic, { weekly: week("15:00", "17:00"), conflicts: "keep" }),
  );
  const shown = async () =>
    (await clinic.slots()).map(({ start, closed }) => `${start.slice(11, 16)} ${closed}`);
  assert.deepEqual(await shown(), ["10:00 true", "15:00 false", "16:00 false"]);
  await act(app, token.id, "cancel");
  assert.deepEqual(await shown(), ["15:00 false", "16:00 false"]);
});

test("fewer places in the hours, told to move: the last ones go to other slots", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 4 });
  const tokens = await clinic.tokens(3);
  const fewer = hours(clinic, { tokensPerSlot: 2, weekly: week("10:00", "12:00") });
  const refused = await clinic.resource.configure(fewer);
  assert.deepEqual([refused.status, refused.body.claims.length], [409, 1]);
  const { body } = await clinic.resource.configure({ ...fewer, conflicts: "move" });
  assert.deepEqual(outcomes(body), [["moved", "11:00"]]);
  assert.deepEqual(await slotsAndStatus(tokens), [
    "10:00 ALLOCATED",
    "10:00 ALLOCATED",
    "11:00 ALLOCATED",
  ]);
  const { capacity, taken } = await clinic.slot();
  assert.deepEqual([capacity, taken], [2, 2]);
});

test("fewer places and no other slot: the last ones wait in their own", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 4 });
  const tokens = await clinic.tokens(3);
  const fewer = { tokensPerSlot: 2, weekly: week("10:00", "11:00"), conflicts: "move" };
  await clinic.resource.configure(hours(clinic, fewer));
  const last = await tokenNow(app, tokens[2].id);
  assert.deepEqual(
    [last.status, last.slotStart, last.position],
    ["WAITING", clinic.at("10:00"), 1],
  );
  await act(app, tokens[0].id, "cancel");
  assert.equal((await tokenNow(app, last.id)).status, "ALLOCATED");
});

test("slots of another length, told to move: same start stays, the others go to the nearest", async () => {
  const clinic = await openClinic(app, { slots: 3 });
  const [ten] = await clinic.tokens(1, { at: "10:00" });
  const [eleven] = await clinic.tokens(1, { at: "11:00" });
  const longer = hours(clinic, { slotMinutes: 90, conflicts: "move" });
  const { status, body } = await clinic.resource.configure(longer);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(await slotsAndStatus([ten, eleven]), ["10:00 ALLOCATED", "11:30 ALLOCATED"]);
  const stays = await tokenNow(app, ten.id);
  assert.deepEqual([stays.slotEnd, stays.number], [clinic.at("11:30"), 1]);
  app.clock.advance(135 * minute); // 11:15: the slot is still going on
  await app.sweep();
  assert.equal((await clinic.ask()).status, 201);
});

test("a leave on one day moves nobody of another day", async () => {
  const clinic = await openClinic(app);
  const tomorrow = await clinic.token({ at: clinic.at("10:00", clinic.later(1)) });
  const today = await clinic.token();
  await clinic.leave("10:00", "11:00", "move");
  assert.equal((await tokenNow(app, tomorrow.id)).version, 1);
  assert.equal((await tokenNow(app, today.id)).slotStart, clinic.at("11:00"));
});

test("a leave and allocations at the same time: nobody is left in hours that are gone", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 5, reserve: 0 });
  await clinic.token();
  const [left, ...answers] = await Promise.all([
    clinic.leave("10:00", "11:00", "move"),
    ...Array.from({ length: 10 }, () => clinic.ask()),
  ]);
  assert.equal(left.status, 201, JSON.stringify(left.body));
  assert(answers.every(({ status, body }) => status === 201 || body.code === "INVALID_SLOT"));
  for (const { start, taken, capacity } of await clinic.slots()) {
    assert.notEqual(start, clinic.at("10:00"));
    assert.ok(taken <= capacity);
  }
});
