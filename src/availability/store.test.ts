import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { newId } from "../infra/ids.ts";
import { slotsIn } from "./schedule.ts";
import * as store from "./store.ts";

let database: FreshDatabase;
before(async () => {
  database = await freshDatabase();
});
after(() => database.drop());

const dayMs = 86_400_000;
const at = Date.parse("2026-03-29T00:00:00Z");

async function doctorWithHistory(): Promise<store.Resource> {
  const resource: store.Resource = {
    orgId: newId(),
    id: newId(),
    type: "doctor",
    name: "Dr Rao",
    timezone: "Europe/Berlin",
    objectId: null,
    departmentId: null,
    active: true,
    createdAt: new Date(at),
  };
  const tx = await database.pool.connect();
  await store.insertResource(tx, resource);
  for (const [i, [validFrom, validTill]] of [
    ["2026-01-01", "2026-03-20"],
    ["2026-03-20", "2026-03-29"],
    ["2026-03-29", null],
  ].entries()) {
    const weekly = [{ day: i, start: "10:00", end: "12:00" }];
    const hours = {
      validFrom: validFrom!,
      validTill: validTill!,
      slotMinutes: 30,
      tokensPerSlot: 4,
    };
    await store.insertConfiguration(tx, resource, { id: newId(), ...hours, weekly }, new Date(at));
  }
  for (let i = 0; i < 40; i++) {
    const start = at + (i - 20) * 7 * 3_600_000;
    const exception = { id: newId(), available: i % 3 !== 0, start, end: start + 5_400_000 };
    await store.insertException(tx, resource, { ...exception, reason: "Sun" }, new Date(at));
  }
  tx.release();
  return resource;
}

test("the lean reading, the whole one and everything there is give the same slots", async () => {
  const { pool } = database;
  const { orgId, id } = await doctorWithHistory();
  const all = (await store.findSchedule(pool, orgId, id, at - 900 * dayMs, null))!;
  assert.equal(all.exceptions.length, 40);
  for (const [from, to] of [
    [at - 9 * dayMs, at - 8 * dayMs],
    [at - dayMs, at + dayMs],
    [at, at + 3_600_000],
    [at - 20 * dayMs, at + 20 * dayMs],
  ] as const) {
    const expected = slotsIn(all, from, to);
    const lean = (await store.findHours(pool, orgId, id, from, to))!;
    const whole = (await store.findSchedule(pool, orgId, id, from, to))!;
    assert.deepEqual(slotsIn(lean, from, to), expected);
    assert.deepEqual(slotsIn(whole, from, to), expected);
  }
  const oneHour = (await store.findSchedule(pool, orgId, id, at, at + 3_600_000))!;
  assert(oneHour.exceptions.length < 20, "what is far away is left out");
});

test("nobody is told about a resource that is not theirs", async () => {
  const { pool } = database;
  const { id } = await doctorWithHistory();
  assert.equal(await store.findHours(pool, newId(), id, at, at + dayMs), null);
  assert.equal(await store.findSchedule(pool, newId(), id, at, at + dayMs), null);
  assert.equal(await store.findResource(pool, newId(), id), null);
});
