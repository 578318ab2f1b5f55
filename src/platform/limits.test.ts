import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { freshDatabase } from "../../test/database.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { allowedOf, testLimits } from "../../test/limits.ts";
import { databaseClock, ManualClock } from "../infra/clock.ts";
import type { Clock } from "../infra/clock.ts";
import { createLog } from "../infra/log.ts";
import type { Logger } from "../infra/log.ts";
import { makeSecrets } from "../infra/secrets.ts";
import { MemoryLimits, SharedLimits } from "./limits.ts";

const minuteMs = 60_000;
const secrets = makeSecrets([{ id: 1, secret: Buffer.alloc(32, 7) }]);
let database: FreshDatabase;

before(async () => {
  database = await freshDatabase();
});
after(() => database.drop());

function shared(clock: Clock, pool: Pick<pg.Pool, "query"> = database.pool, log?: Logger) {
  return new SharedLimits({ pool, secrets, clock, log: log ?? createLog("silent") });
}

testLimits("shared", (clock) => shared(clock));
testLimits("in memory", (clock) => new MemoryLimits(clock));

test("fifty at once through two instances: exactly the limit gets through", async () => {
  const other = new pg.Pool({ connectionString: database.url, max: 10 });
  try {
    const instances = [shared(databaseClock), shared(databaseClock, other)];
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        instances[i % 2]!.take("crowd", "192.0.2.1", 20, minuteMs),
      ),
    );
    assert.equal(taken.filter(({ allowed }) => allowed).length, 20);
    const left = taken.filter(({ allowed }) => allowed).map(({ remaining }) => remaining);
    assert.deepEqual(
      left.toSorted((a, b) => a - b),
      Array.from({ length: 20 }, (_, i) => i),
    );
  } finally {
    await other.end();
  }
});

test("without the database each instance goes on counting in memory, and says so once", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  let fails = true;
  const pool = {
    query: (...args: unknown[]) =>
      fails ? Promise.reject(new Error("down")) : database.pool.query(...(args as [string])),
  } as unknown as pg.Pool;
  const limits = shared(new ManualClock("2026-01-01T12:00:00Z"), pool, log);
  assert.deepEqual(await allowedOf(limits, 5, "outage"), [true, true, true, false, false]);
  fails = false;
  assert.deepEqual(await allowedOf(limits, 1, "outage"), [true]);
  const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
  assert.deepEqual(events, ["limits.in_memory", "limits.shared_again"]);
});

test("telephone numbers and addresses are not stored in the clear", async () => {
  await shared(databaseClock).take("joins", "+41791234567", 3, minuteMs);
  const { rows } = await database.pool.query<{ key: string }>(
    `select key from rate_window where key like 'joins:%' or key like '%4179%'`,
  );
  assert.equal(rows.length, 1);
  assert.doesNotMatch(rows[0]!.key, /4179/);
});

test("windows that nobody is in any more are swept, others stay", async () => {
  const clock = new ManualClock("2020-01-01T12:00:00Z");
  const limits = shared(clock);
  await limits.take("old", "a", 3, minuteMs);
  clock.advance(minuteMs - 1);
  await limits.take("recent", "a", 3, minuteMs);
  clock.advance(1);
  assert.equal(await limits.sweep(), 1);
  const { rows } = await database.pool.query<{ key: string }>(
    `select key from rate_window where key like 'old:%' or key like 'recent:%'`,
  );
  assert.match(rows.map(({ key }) => key).join(), /^recent:/);
});

test("memory is bounded: whoever was not seen for longest is forgotten", async () => {
  const limits = new MemoryLimits(new ManualClock("2026-01-01T12:00:00Z"), 2);
  const take = async (who: string) => (await limits.take("few", who, 1, minuteMs)).allowed;
  assert.deepEqual([await take("a"), await take("b"), await take("a")], [true, true, false]);
  assert.equal(await take("c"), true); // pushes b out
  assert.deepEqual([await take("a"), await take("b")], [false, true]);
});
