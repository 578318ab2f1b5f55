// Tokens given from the cache: a reception that has a doctor's day in it decides as one that reads it, whoever
// else changes the day, the doctor or their hours meanwhile.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { fingerprintOf, idemOf } from "../../engine/audited-write.ts";
import type { Engine } from "../../engine/engine.ts";
import { newId } from "../../infra/ids.ts";
import { startApp, type TestApp } from "../../../test/app.ts";
import { book, hold } from "../../../test/booking.ts";
import { countingEngine } from "../../../test/engine.ts";
import { api } from "../../../test/http.ts";
import { newClinic, openClinic, setRules, type Clinic } from "../../../test/opd.ts";
import { dayLineId, slotLineId } from "../days/ids.ts";
import { allocate, slotDue, type Allocated } from "./orders.ts";

let app: TestApp;
let clinic: Clinic;
let orgId: string;
const receptions: Reception[] = [];

before(async () => (app = await startApp()));
after(async () => {
  await Promise.all(receptions.map((reception) => reception.close()));
  await app.close();
});
beforeEach(async () => {
  clinic = await openClinic(app, { places: 10, reserve: 2 });
  const { rows } = await app.pool.query(`select org_id from line where id = $1`, [clinic.doctorId]);
  orgId = rows[0].org_id;
});

/** A process of its own beside the server. */
class Reception {
  readonly #engine: Engine;
  readonly #clinic: Clinic;
  reads = 0;
  writes = 0;

  constructor(at = clinic) {
    this.#clinic = at;
    this.#engine = countingEngine(app.databaseUrl, this, { clock: app.clock });
    receptions.push(this);
  }

  async token({ at = "10:00", patientId = newId(), key = newId(), ...wish } = {}) {
    const { doctorId, date } = this.#clinic;
    const idem = idemOf("allocate", key);
    const by = { orgId, actor: "test", idem, fingerprint: fingerprintOf([patientId, at]) };
    const order = allocate(by, doctorId, date, {
      ticketId: newId(),
      patientId,
      patientName: "Asha",
      slotStart: Date.parse(this.#clinic.at(at)),
      source: "walk_in",
      emergency: false,
      allowAlternative: false,
      ...wish,
    });
    const { answer, replayed } = await this.#engine.submit(order);
    return { ...(answer as Allocated), replayed };
  }

  /** Has seen twice that nobody else changes the day. */
  async settled(): Promise<this> {
    await this.#clinic.token(); // the day is open
    for (let i = 0; i < 3; i++) await this.token();
    this.reads = 0;
    return this;
  }

  /** A slot is looked at because its time has come. */
  async look(time: string): Promise<void> {
    const { doctorId, date } = this.#clinic;
    const lineId = slotLineId(doctorId, Date.parse(this.#clinic.at(time)));
    await this.#engine.submit(slotDue({ orgId, actor: "test" }, dayLineId(doctorId, date), lineId));
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

test("a day that nobody else changes is not read again", async () => {
  const reception = await new Reception().settled();
  const slots = ["10:00", "11:00", "12:00"];
  const more = Array.from({ length: 40 }, (_, i) => reception.token({ at: slots[i % 3] }));
  const tokens = await Promise.all(more);
  assert.equal(reception.reads, 0);
  const numbers = (at: string) =>
    tokens.filter(({ slotStart }) => slotStart === clinic.at(at)).map(({ number }) => number);
  assert.deepEqual(numbers("11:00").slice(0, 8), [21, 22, 23, 24, 25, 26, 27, 28]);
  assert.deepEqual(numbers("10:00").slice(0, 4), [5, 6, 7, 8]);
  const shown = await clinic.slots();
  assert.deepEqual(
    shown.map(({ taken, waiting }) => [taken, waiting.length]),
    [
      [8, 10],
      [8, 5],
      [8, 5],
    ],
  );
});

test("what another process gave away meanwhile is not given twice", async () => {
  const reception = await new Reception().settled();
  await clinic.tokens(4);
  const tokens = await Promise.all(Array.from({ length: 5 }, () => reception.token()));
  assert.deepEqual(new Set(tokens.map(({ status }) => status)), new Set(["WAITING"]));
  assert.ok(reception.reads > 0);
  assert.equal((await clinic.slot()).taken, 8);
});

test("who has a token of the day already is refused, and those beside them are not", async () => {
  const reception = await new Reception().settled();
  const { patientId } = await clinic.token({ at: "11:00" });
  const outcomes = await Promise.allSettled([
    reception.token({ at: "12:00" }),
    reception.token({ at: "12:00", patientId }),
    reception.token({ at: "12:00" }),
  ]);
  assert.deepEqual(
    outcomes.map((one) => (one.status === "fulfilled" ? one.value.number : one.reason.code)),
    [41, "DUPLICATE_TOKEN", 42],
  );
});

test("who has a token with another doctor is refused, though nothing of this day has changed", async () => {
  const reception = await new Reception().settled();
  const { patientId } = await (await newClinic(app)).token();
  await assert.rejects(reception.token({ patientId }), { code: "DUPLICATE_TOKEN" });
  assert.equal((await reception.token()).status, "ALLOCATED");
});

test("nobody is turned away for what was so before", async () => {
  const reception = await new Reception().settled();
  const setActive = (active: boolean) =>
    api(app).patch(`/v1/resources/${clinic.doctorId}`, { active });
  await setActive(false);
  for (let i = 0; i < 3; i++) {
    await assert.rejects(reception.token(), { code: "DOCTOR_INACTIVE" });
  }
  await setActive(true);
  assert.equal((await reception.token()).status, "ALLOCATED");
});

test("one patient twice at once has one token", async () => {
  const reception = await new Reception().settled();
  const patientId = newId();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, () => reception.token({ at: "11:00", patientId })),
  );
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await clinic.slot("11:00")).taken, 1);
});

test("a key that was used before is answered again", async () => {
  const reception = await new Reception().settled();
  const key = newId();
  const [patientId, at] = [newId(), "11:00"];
  const first = await reception.token({ key, patientId, at });
  const again = await reception.token({ key, patientId, at });
  const elsewhere = await new Reception().token({ key, patientId, at });
  assert.deepEqual(again, { ...first, replayed: true });
  assert.equal(JSON.stringify(elsewhere), JSON.stringify({ ...first, replayed: true }));
});

async function oneTakenAtEleven(reception: Reception): Promise<void> {
  const seen = [];
  for (let i = 0; i < 8; i++) seen.push((await reception.token({ at: "11:00" })).status);
  assert.deepEqual(seen.slice(-2), ["ALLOCATED", "WAITING"]);
}

test("what the request says is not kept a second time with its key", async () => {
  const reception = await new Reception().settled();
  const { id, patientId, slotStart, number } = await reception.token({ at: "11:00" });
  const { rows } = await app.pool.query(`select answer from event where ticket_id = $1`, [id]);
  const kept = rows[0].answer as string;
  assert.ok(!kept.includes(patientId) && !kept.includes(slotStart), kept);
  assert.equal(JSON.parse(kept).number, number);
});

const changes: [
  what: string,
  change: () => Promise<unknown>,
  then: (reception: Reception) => Promise<void>,
][] = [
  [
    "fewer places at this doctor",
    () => clinic.setLimits({ capacity: 4, emergencyReserve: 0 }),
    async (reception) => assert.equal((await reception.token()).status, "WAITING"),
  ],
  [
    "more places in one slot",
    () => clinic.setSlot("10:00", 30, 0),
    async (reception) => {
      const tokens = await Promise.all(Array.from({ length: 20 }, () => reception.token()));
      assert.deepEqual(new Set(tokens.map(({ status }) => status)), new Set(["ALLOCATED"]));
    },
  ],
  [
    "the doctor leaves early",
    () => clinic.leave("11:00", "13:00"),
    async (reception) => {
      await assert.rejects(reception.token({ at: "11:00" }), { code: "INVALID_SLOT" });
    },
  ],
  [
    "the doctor is not active any more",
    () => api(app).patch(`/v1/resources/${clinic.doctorId}`, { active: false }),
    async (reception) => assert.rejects(reception.token(), { code: "DOCTOR_INACTIVE" }),
  ],
  [
    "the doctor has another name",
    () => api(app).patch(`/v1/resources/${clinic.doctorId}`, { name: "Dr Sen" }),
    async (reception) => assert.match((await reception.token()).message, /with Dr Sen\.$/),
  ],
  [
    "a slot of the doctor is booked",
    () =>
      book(app, {
        start: clinic.at("11:00"),
        end: clinic.at("12:00"),
        resources: [clinic.resource],
      }),
    oneTakenAtEleven,
  ],
  [
    "a slot of the doctor is held for somebody",
    () =>
      hold(app, [
        { resourceId: clinic.doctorId, start: clinic.at("11:00"), end: clinic.at("12:00") },
      ]),
    oneTakenAtEleven,
  ],
  [
    "one token of each doctor a day is allowed",
    () => setRules(app, { duplicates: "per_doctor" }),
    async (reception) => {
      const elsewhere = await newClinic(app);
      const { patientId } = await elsewhere.token();
      assert.equal((await reception.token({ patientId })).status, "ALLOCATED");
      await assert.rejects(new Reception().token({ patientId }), { code: "DUPLICATE_TOKEN" });
      await setRules(app, { duplicates: "per_date" });
    },
  ],
];

for (const [what, change, then] of changes) {
  test(`what is set anew counts at once: ${what}`, async () => {
    const reception = await new Reception().settled();
    const answer = (await change()) as { status?: unknown; body?: unknown };
    if (typeof answer.status === "number") assert.ok(answer.status < 300, JSON.stringify(answer));
    await then(reception);
  });
}

test("what was changed without a word is not changed back", async () => {
  await setRules(app, { bufferReleaseMinutes: 60 });
  const deadline = async () => {
    const lineId = slotLineId(clinic.doctorId, Date.parse(clinic.at("11:00")));
    const { rows } = await app.pool.query(`select deadline_at from line where id = $1`, [lineId]);
    return (rows[0].deadline_at as Date).toISOString();
  };
  const reception = await new Reception().settled();
  await reception.token({ at: "11:00" });
  assert.equal(await deadline(), clinic.at("11:00"));
  // Its reserve was released long ago by hand, so that there is nothing to tell of.
  await app.pool.query(`update line set reserve = 0 where group_id = $1`, [
    dayLineId(clinic.doctorId, clinic.date),
  ]);
  app.clock.advance(2 * 3_600_000);
  await new Reception().look("11:00");
  assert.equal(await deadline(), clinic.at("12:00"));
  await reception.token({ at: "11:00" });
  assert.equal(await deadline(), clinic.at("12:00"));
  await setRules(app, { bufferReleaseMinutes: 0 });
});
