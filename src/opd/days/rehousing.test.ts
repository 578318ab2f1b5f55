import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api, type Answer } from "../../../test/http.ts";
import {
  newClinic,
  newPatient,
  openClinic,
  setRules,
  tokenNow,
  type Body,
  type Clinic,
} from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

async function findPlaces(tokens: Body[], doctors: Clinic[], more: object = {}): Promise<Body> {
  const answer: Answer = await api(app).post("/v1/opd/tokens/find-places", {
    tokenIds: tokens.map(({ id }) => id),
    doctorIds: doctors.map(({ doctorId }) => doctorId),
    ...more,
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** "11:00", "+2 10:00", or "nowhere", for each in the order in which they would have been seen. */
const places = (body: Body, date: string) =>
  body.items.map(({ to, outcome }: Body) => {
    if (!to) return outcome;
    const days = (Date.parse(to.date) - Date.parse(date)) / 86_400_000;
    return `${days > 0 ? `+${days} ` : ""}${to.slotStart.slice(11, 16)}`;
  });

const isAway = async (clinic: Clinic) => {
  const { status, body } = await clinic.leave("00:00", "23:59", "move");
  assert.equal(status, 201, JSON.stringify(body));
};

test("patients of an absent doctor get the nearest places of a colleague, then of the next days", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 3, reserve: 0 });
  const colleague = await newClinic(app, { slots: 2, places: 1 });
  const tokens = await clinic.tokens(4);
  await isAway(clinic);
  const wish = { days: 1, dryRun: true };
  const foreseen = await findPlaces(tokens, [colleague, clinic], wish);
  const expected = ["10:00", "11:00", "+1 10:00", "+1 11:00"];
  assert.deepEqual(places(foreseen, clinic.date), expected);
  assert.deepEqual((await tokenNow(app, tokens[0].id)).status, "WAITING", "a look moves nobody");

  const done = await findPlaces(tokens, [colleague, clinic], { days: 1 });
  assert.deepEqual(places(done, clinic.date), expected);
  assert.deepEqual([done.moved, done.nowhere], [4, 0]);
  const first = await tokenNow(app, tokens[0].id);
  assert.deepEqual(
    [first.status, first.doctorId, first.slotStart, first.reason],
    ["ALLOCATED", colleague.doctorId, clinic.at("10:00"), "DOCTOR_AWAY"],
  );
});

test("who has nowhere to go is named and stays waiting, and asking again moves nobody twice", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 3, reserve: 0 });
  const colleague = await newClinic(app, { slots: 1, places: 1 });
  const tokens = await clinic.tokens(2);
  await isAway(clinic);
  const done = await findPlaces(tokens, [colleague]);
  assert.deepEqual(places(done, clinic.date), ["10:00", "nowhere"]);
  assert.equal((await tokenNow(app, tokens[1].id)).status, "WAITING");
  const before = await tokenNow(app, tokens[0].id);
  const again = await findPlaces(tokens, [colleague], { days: 3 });
  assert.deepEqual(again.items.map(({ outcome }: Body) => outcome).toSorted(), [
    "moved",
    "unchanged",
  ]);
  assert.deepEqual(await tokenNow(app, tokens[0].id), before);
});

test("what would come of a leave is foreseen before it is taken", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 3, reserve: 0 });
  const colleague = await newClinic(app, { slots: 2, places: 1 });
  const tokens = await clinic.tokens(2);
  const away = { doctorId: clinic.doctorId, start: clinic.at("10:00"), end: clinic.at("12:00") };
  const foreseen = await findPlaces(tokens, [colleague, clinic], { away, dryRun: true });
  assert.deepEqual(places(foreseen, clinic.date), ["10:00", "11:00"]);
  const without = await findPlaces(tokens, [colleague, clinic], { dryRun: true });
  assert.deepEqual(
    without.items.map(({ outcome }: Body) => outcome),
    ["unchanged", "unchanged"],
    "they have places",
  );
  const refused = await api(app).post("/v1/opd/tokens/find-places", {
    tokenIds: [tokens[0].id],
    doctorIds: [colleague.doctorId],
    away,
  });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, "away"]);
});

test("somebody who has another token that day is not moved to it", async () => {
  await setRules(app, { duplicates: "per_date" });
  const clinic = await openClinic(app, { slots: 1, places: 2, reserve: 0 });
  const colleague = await newClinic(app, { slots: 1, places: 5 });
  const patientId = await newPatient(app);
  const token = await clinic.token({ patientId });
  const tomorrow = clinic.at("10:00", clinic.later(1));
  await colleague.token({ patientId, at: tomorrow });
  await isAway(clinic);
  const done = await findPlaces([token], [clinic], { days: 2 });
  assert.deepEqual(places(done, clinic.date), ["+2 10:00"]);
});

test("an emergency may have a kept place, nobody else", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 3, reserve: 0 });
  const colleague = await newClinic(app, { slots: 1, places: 2 });
  await colleague.setLimits({ emergencyReserve: 1 });
  const regular = await clinic.tokens(2);
  const emergency = await clinic.token({ emergency: true });
  await isAway(clinic);
  const done = await findPlaces([...regular, emergency], [colleague]);
  const outcome = new Map(done.items.map((item: Body) => [item.token.id, item.outcome]));
  assert.equal(outcome.get(emergency.id), "moved");
  assert.equal(outcome.get(regular[0].id), "nowhere");
});

test("two receptions at once: everybody gets one place, and no place is given twice", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 6, reserve: 0 });
  const colleague = await newClinic(app, { slots: 2, places: 2 });
  await colleague.setLimits({ emergencyReserve: 0 });
  const tokens = await clinic.tokens(6);
  await isAway(clinic);
  await Promise.all([
    findPlaces(tokens, [colleague]),
    findPlaces(tokens.toReversed(), [colleague]),
  ]);
  const now = await Promise.all(tokens.map(({ id }) => tokenNow(app, id)));
  assert.equal(now.filter(({ status }) => status === "ALLOCATED").length, 4);
  assert.equal(now.filter(({ status }) => status === "WAITING").length, 2);
  for (const slot of await colleague.slots()) assert.equal(slot.taken, 2);
});

test("a slot of an absent doctor promises nothing: no place, no position, no free times", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1, reserve: 0 });
  const [first, second] = await clinic.tokens(2);
  assert.equal((await tokenNow(app, first.id)).position, 1);
  await clinic.leave("10:00", "12:00", "keep");
  for (const { id } of [first, second]) assert.equal((await tokenNow(app, id)).position, null);
  const slots = await clinic.slots();
  const inThem = slots.flatMap(({ allocated, waiting }) => [...allocated, ...waiting]);
  assert.deepEqual(
    inThem.map(({ position }) => position),
    [null, null],
  );
  assert.ok(slots.every(({ open, openToEmergencies }) => open === 0 && openToEmergencies === 0));
  const free = await api(app).get(
    `/v1/resources/${clinic.doctorId}/slots?from=${clinic.date}&to=${clinic.later(1)}`,
  );
  assert.deepEqual(free.body, []);
  assert.equal((await clinic.ask()).body.code, "INVALID_SLOT");
});
