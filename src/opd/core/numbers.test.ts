// Numbers of tokens: unique for a doctor's day, in the order of the slots, and never changed.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { migrationsFolder } from "../../infra/migrate.ts";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import {
  act,
  newClinic,
  numbersOf,
  openClinic,
  setRules,
  tokenNow,
  type Clinic,
} from "../../../test/opd.ts";

let app: TestApp;
before(async () => (app = await startApp()));
after(() => app.close());

const emergency = { source: "emergency" };

async function numbersOn(clinic: Clinic): Promise<(number | string)[]> {
  const slots = await clinic.slots();
  return slots.flatMap(({ allocated }) => numbersOf(allocated));
}

test("no two patients of a doctor's day have the same number, and later slots have higher ones", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 4 });
  for (const at of ["12:00", "10:00", "11:00", "10:00", "12:00", "11:00"])
    await clinic.token({ at });
  assert.deepEqual(await numbersOn(clinic), [1, 2, 11, 12, 21, 22]);
});

test("each doctor and each day begins with number 1", async () => {
  const clinic = await openClinic(app);
  const other = await newClinic(app);
  const tomorrow = clinic.at("10:00", clinic.later(1));
  const tokens = [await clinic.token(), await other.token(), await clinic.token({ at: tomorrow })];
  assert.deepEqual(numbersOf(tokens), [1, 1, 1]);
});

test("a slot that gives more numbers than were meant for it takes those behind all others", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 4 });
  await clinic.token({ at: "11:00" });
  await clinic.setSlot("10:00", 12, 0);
  const tokens = await clinic.tokens(12);
  assert.deepEqual(numbersOf(tokens).slice(8), [9, 10, 31, 32]);
  assert.equal((await clinic.token({ at: "12:00" })).number, 21);
});

test("where nobody has them yet, it takes the numbers next to its own", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 4 });
  await clinic.token();
  await clinic.setSlot("10:00", 12, 0);
  assert.deepEqual(numbersOf(await clinic.tokens(11)).slice(8), [10, 11, 12]);
  assert.equal((await clinic.token({ at: "11:00" })).number, 31);
});

test("numbers of those who cancelled are not given again", async () => {
  const clinic = await openClinic(app);
  const [, second] = await clinic.tokens(2);
  await act(app, second.id, "cancel");
  assert.equal((await clinic.token()).number, 3);
});

test("a printed number stays, whatever emergency comes and whichever slot of the day it is moved to", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 4, reserve: 1 });
  const [first, second] = await clinic.tokens(2);
  const urgent = [await clinic.token(emergency), await clinic.token({ ...emergency, at: "12:00" })];
  assert.deepEqual(numbersOf(urgent), ["E1", "E2"], "one series for the whole day");
  await act(app, first.id, "move", { slotStart: clinic.at("12:00") });
  await clinic.leave("10:00", "11:00", "move");
  const now = await Promise.all([first, second, ...urgent].map(({ id }) => tokenNow(app, id)));
  assert.deepEqual(numbersOf(now), [1, 2, "E1", "E2"]);
  assert.ok(now.every(({ slotStart }) => slotStart !== clinic.at("10:00")));
});

test("on another day or with another doctor it has another number", async () => {
  const clinic = await openClinic(app);
  const other = await newClinic(app);
  await other.tokens(2);
  const token = await clinic.token();
  const to = { slotStart: other.at("10:00"), doctorId: other.doctorId };
  assert.equal((await act(app, token.id, "move", to)).number, 3);
});

test("with numbers for each slot, every slot begins with number 1", async (t) => {
  await setRules(app, { numbersPer: "slot" });
  t.after(() => setRules(app, { numbersPer: "day" }));
  const clinic = await openClinic(app);
  for (const at of ["10:00", "11:00", "10:00"]) await clinic.token({ at });
  assert.deepEqual(await numbersOn(clinic), [1, 2, 1]);
});

test("a setting of numbers holds for days that have none yet", async (t) => {
  const clinic = await openClinic(app);
  await clinic.tokens(2);
  await setRules(app, { numbering: "shifting" });
  t.after(() => setRules(app, { numbering: "stable" }));
  await clinic.token({ at: "11:00" });
  await clinic.token(emergency);
  assert.deepEqual(await numbersOn(clinic), ["E1", 1, 2, 21]);
  const next = await newClinic(app);
  await next.tokens(2);
  await next.token(emergency);
  await next.token({ at: "11:00" });
  assert.deepEqual(await numbersOn(next), [1, 2, 3, 1]);
});

test("many at once: no number twice in a day", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 6, reserve: 1 });
  const patients = Array.from({ length: 24 }, (_, i) =>
    clinic.ask({ at: ["10:00", "11:00", "12:00"][i % 3]!, ...(i % 8 === 0 ? emergency : {}) }),
  );
  for (const { status, body } of await Promise.all(patients)) {
    assert.ok(status === 201 || body.code === "NO_PLACE_FOR_EMERGENCY", JSON.stringify(body));
  }
  const numbers = await numbersOn(clinic);
  assert.ok(numbers.length >= 15);
  assert.equal(new Set(numbers).size, numbers.length);
});

test("an organisation from before keeps what it had, where it never chose", async () => {
  const clinic = await openClinic(app);
  const newOrganisation = async (name: string) => {
    const { body } = await api(app).post("/v1/organisations", { name });
    return { id: body.id as string, key: body.apiKey as string };
  };
  const [chose, never, fresh] = [
    await newOrganisation("Had chosen"),
    await newOrganisation("Never chose"),
    await newOrganisation("Has used no tokens"),
  ];
  const chosen = { numbering: "stable", graceMinutes: 20, bufferReleaseMinutes: 30 };
  await app.pool.query(`insert into opd_settings (org_id, rules) values ($1, $2)`, [
    chose.id,
    chosen,
  ]);
  await app.pool.query(`insert into opd_doctor (org_id, id, limits) values ($1, $2, '{}')`, [
    never.id,
    clinic.doctorId,
  ]);
  const names = await readdir(migrationsFolder);
  const migration = names.find((name) => name.endsWith("_opd_rules.sql"))!;
  await app.pool.query(await readFile(join(migrationsFolder, migration), "utf8"));
  const rulesOf = async ({ key }: { key: string }) =>
    (await api(app, key).get("/v1/opd/settings")).body;
  const before = {
    numbering: "shifting",
    numbersPer: "slot",
    duplicates: "per_date",
    graceMinutes: 10,
    bufferReleaseMinutes: 0,
    usualReserve: "fifth",
  };
  assert.deepEqual(await rulesOf(never), before);
  assert.deepEqual(await rulesOf(chose), { ...before, ...chosen });
  const { numbering, numbersPer } = await rulesOf(fresh);
  assert.deepEqual([numbering, numbersPer], ["stable", "day"]);
});
