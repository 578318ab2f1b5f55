import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, idsOf, numbersOf, openClinic, setRules, tokenNow } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
  await setRules(app, { numbering: "shifting" });
});
after(() => app.close());

const emergency = { source: "emergency" };

test("scenario 3, emergency insertion: takes number 1, every number behind grows by 1", async () => {
  const clinic = await openClinic(app);
  const regular = await clinic.tokens(3);
  const token = await clinic.token(emergency);
  assert.deepEqual([token.number, token.position, token.priority], [1, 1, 0]);
  const { allocated } = await clinic.slot();
  assert.deepEqual(idsOf(allocated), [token.id, ...idsOf(regular)]);
  assert.deepEqual(numbersOf(allocated), [1, 2, 3, 4]);
  assert.equal((await tokenNow(app, regular[0].id)).reason, "EMERGENCY_AHEAD");
  assert.equal((await clinic.token()).number, 5);
});

test("two emergencies: the second goes behind the first", async () => {
  const clinic = await openClinic(app);
  const [regular] = await clinic.tokens(1);
  const [first, second] = await clinic.tokens(2, emergency);
  assert.deepEqual([first.number, second.number], [1, 2]);
  assert.equal((await tokenNow(app, regular.id)).number, 3);
  assert.deepEqual(idsOf((await clinic.slot()).allocated), [first.id, second.id, regular.id]);
});

test("an emergency that was called is no longer in front: the next one takes the front", async () => {
  const clinic = await openClinic(app);
  const [regular] = await clinic.tokens(1);
  const first = await clinic.token(emergency); // 1
  assert.equal((await clinic.callNext()).id, first.id);
  const second = await clinic.token(emergency);
  assert.equal(second.number, 2);
  assert.equal((await tokenNow(app, first.id)).number, 1);
  assert.equal((await tokenNow(app, regular.id)).number, 3);
});

test("nobody who was called or is being seen is renumbered", async () => {
  const clinic = await openClinic(app);
  const [called, seen, done, behind] = await clinic.tokens(4);
  await clinic.callNext();
  await act(app, seen.id, "start");
  await act(app, done.id, "start");
  await act(app, done.id, "complete");
  const token = await clinic.token(emergency);
  assert.equal(token.number, 4);
  const numbers = [];
  for (const { id } of [called, seen, done, behind]) numbers.push((await tokenNow(app, id)).number);
  assert.deepEqual(numbers, [1, 2, 3, 5]);
});

test("an emergency is called before everybody of its slot", async () => {
  const clinic = await openClinic(app);
  await clinic.tokens(2, { source: "paid" });
  const token = await clinic.token({ source: "walk_in", emergency: true });
  assert.equal((await clinic.callNext()).id, token.id);
});

test("an emergency uses the reserve", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 3, reserve: 1 });
  await clinic.tokens(2);
  assert.equal((await clinic.slot()).state, "FULL_REGULAR");
  const token = await clinic.token(emergency);
  assert.deepEqual([token.status, token.number], ["ALLOCATED", 1]);
  assert.match(token.message, /^Emergency: /);
  assert.equal((await clinic.slot()).state, "FULL");
});

test("edge case 4, emergency when slot full: the nearest alternative, with its reserve", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 2, reserve: 1 });
  await clinic.token();
  await clinic.token({ ...emergency });
  await clinic.token({ at: "11:00" });
  const token = await clinic.token(emergency);
  assert.equal(token.slotStart, clinic.at("11:00"));
  assert.deepEqual([token.movedToAlternative, token.number], [true, 1]);
});

test("an emergency goes to the slot in which it is seen soonest, whichever was chosen, and is told so", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 2, reserve: 1 });
  const first = await clinic.token({ ...emergency, at: "12:00" });
  assert.deepEqual(
    [first.slotStart, first.requestedSlotStart, first.movedToAlternative],
    [clinic.at("10:00"), clinic.at("10:00"), false],
  );
  assert.match(
    first.message,
    /^Emergency: .* has number \w+-1 at 10:00 with Dr Rao and is at place 1/,
  );
  app.clock.set(clinic.at("11:05"));
  const second = await clinic.token({ ...emergency, at: "12:00" });
  assert.equal(second.slotStart, clinic.at("11:00"), "a slot that is over is none");
  const there = await clinic.token({ ...emergency, at: "12:00", allowAlternative: false });
  assert.equal(there.slotStart, clinic.at("12:00"), "unless it has to be this one");
});

test("an emergency with no place anywhere: an error that names the slots tried, nobody displaced", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 1, reserve: 1 });
  for (const at of ["10:00", "11:00", "12:00"]) await clinic.token({ ...emergency, at });
  const before = await clinic.slots();
  const { status, body } = await clinic.ask({ ...emergency, at: "11:00" });
  assert.deepEqual([status, body.code], [409, "NO_PLACE_FOR_EMERGENCY"]);
  assert.deepEqual(body.slotsTried, [clinic.at("10:00"), clinic.at("11:00"), clinic.at("12:00")]);
  assert.match(body.detail, new RegExp(clinic.at("11:00")));
  assert.deepEqual(await clinic.slots(), before);
  const only = await clinic.ask({ ...emergency, allowAlternative: false });
  assert.deepEqual(only.body.slotsTried, [clinic.at("10:00")]);
});

test("an emergency goes ahead of those who wait, who stay where they are", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 2, reserve: 1 });
  await clinic.token();
  const waiting = await clinic.token({ source: "paid" });
  assert.equal((await clinic.token(emergency)).status, "ALLOCATED");
  const now = await tokenNow(app, waiting.id);
  assert.deepEqual([now.status, now.position], ["WAITING", 1]);
});

test("with stable numbers in each slot, issued ones never change, and emergencies are E1, E2", async (t) => {
  await setRules(app, { numbering: "stable", numbersPer: "slot" });
  t.after(() => setRules(app, { numbering: "shifting" }));
  const clinic = await openClinic(app);
  const regular = await clinic.tokens(2);
  const emergencies = await clinic.tokens(2, emergency);
  assert.deepEqual(numbersOf(emergencies), ["E1", "E2"]);
  assert.equal((await clinic.token()).number, 3);
  const { allocated } = await clinic.slot();
  assert.deepEqual(numbersOf(allocated), ["E1", "E2", 1, 2, 3]);
  assert.equal((await tokenNow(app, regular[0].id)).reason, null);
  assert.equal((await clinic.callNext()).number, "E1");
  const there = { ...emergency, at: "11:00", allowAlternative: false };
  assert.equal((await clinic.token(there)).number, "E1");
});

test("an emergency that is moved comes to the front there too", async () => {
  const clinic = await openClinic(app);
  const [there] = await clinic.tokens(1, { at: "11:00" });
  const token = await clinic.token(emergency);
  const moved = await act(app, token.id, "move", { slotStart: clinic.at("11:00") });
  assert.deepEqual([moved.number, moved.position], [1, 1]);
  assert.equal((await tokenNow(app, there.id)).number, 2);
});

test("many emergencies at once share the reserve, and no number is given twice", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 6, reserve: 3 });
  await clinic.tokens(3);
  const answers = await Promise.all(Array.from({ length: 6 }, () => clinic.ask(emergency)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 3);
  assert(
    answers.every(({ status, body }) => status === 201 || body.code === "NO_PLACE_FOR_EMERGENCY"),
  );
  assert.deepEqual(numbersOf((await clinic.slot()).allocated), [1, 2, 3, 4, 5, 6]);
});
