import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type pg from "pg";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { newId } from "../infra/ids.ts";
import {
  beginning,
  endOfLog,
  keepPositionsRising,
  readLog,
  type LoggedEvent,
  type Place,
} from "./log.ts";

let database: FreshDatabase;
const orgId = newId();
let start: Place;

before(async () => {
  database = await freshDatabase();
});
after(() => database.drop());
beforeEach(async () => {
  start = await endOfLog(database.pool);
});

async function begin(): Promise<pg.PoolClient> {
  const tx = await database.pool.connect();
  await tx.query("begin");
  await tx.query("select pg_current_xact_id()");
  return tx;
}

async function commit(tx: pg.PoolClient): Promise<void> {
  await tx.query("commit");
  tx.release();
}

const tell = (db: Pick<pg.Pool, "query">, lineId: string, seq: number) =>
  db.query(
    `insert into event (org_id, line_id, seq, type, at, actor) values ($1, $2, $3, 'told', now(), 'a')`,
    [orgId, lineId, seq],
  );

const numbers = (events: readonly LoggedEvent[]) => events.map(({ seq }) => seq);

/**
 * So many events behind the start of this test, page by page. Other tests use the same server: a
 * transaction of theirs may hold up the last few for a moment.
 */
async function followed(limit: number, wanted: number): Promise<LoggedEvent[]> {
  const all: LoggedEvent[] = [];
  for (let place = start; all.length < wanted; place = all.at(-1) ?? start) {
    all.push(...(await readLog(database.pool, {}, place, limit)).events);
  }
  return all;
}

test("a commit that comes late with a lower position is not missed", async () => {
  const [late, soon] = [newId(), newId()];
  const slow = await begin();
  await tell(slow, late, 1);
  await tell(database.pool, soon, 2);
  const early = await readLog(database.pool, {}, start, 10);
  assert.deepEqual(numbers(early.events), []);
  await commit(slow);
  assert.deepEqual(numbers(await followed(10, 2)), [1, 2]);
});

test("a line's events come in the order of their numbers, also when ids were given out the other way round", async () => {
  const line = newId();
  const first = await begin();
  const second = await begin();
  await tell(second, line, 1);
  await commit(second);
  await tell(first, line, 2);
  await commit(first);
  for (const limit of [1, 2, 3]) assert.deepEqual(numbers(await followed(limit, 2)), [1, 2]);
});

test("an event waits for the one before it in its line", async () => {
  const [line, other] = [newId(), newId()];
  const first = await begin();
  const between = await begin();
  const second = await begin();
  await tell(second, line, 1);
  await commit(second);
  await tell(first, line, 2);
  await commit(first);
  // The one in between is still open, and may have a position below that of number 1.
  const early = await readLog(database.pool, {}, start, 10);
  assert.deepEqual(numbers(early.events), []);
  await tell(between, other, 3);
  await commit(between);
  const events = (await followed(10, 3)).filter(({ lineId }) => lineId === line);
  assert.deepEqual(numbers(events), [1, 2]);
});

test("a transaction that is open in another database holds nobody up", async () => {
  const other = await freshDatabase();
  const tx = await other.pool.connect();
  try {
    await tx.query("begin");
    await tx.query("select pg_current_xact_id()");
    await tell(database.pool, newId(), 1);
    assert.deepEqual(numbers(await followed(10, 1)), [1]);
  } finally {
    tx.release(true);
    await other.drop();
  }
});

test("pages miss nothing and have nothing twice, also where a commit wrote more than a page", async () => {
  const line = newId();
  for (let round = 0; round < 5; round++) {
    const tx = await begin();
    for (let i = 1; i <= 7; i++) await tell(tx, line, round * 7 + i);
    await commit(tx);
  }
  for (const limit of [1, 3, 7, 8, 100]) {
    assert.deepEqual(
      numbers(await followed(limit, 35)),
      Array.from({ length: 35 }, (_, i) => i + 1),
      `pages of ${limit}`,
    );
  }
});

test("what is taken back leaves nothing behind", async () => {
  const tx = await begin();
  await tell(tx, newId(), 1);
  await tx.query("rollback");
  tx.release();
  const line = newId();
  await tell(database.pool, line, 2);
  const [only] = await followed(10, 1);
  assert.equal(only!.lineId, line);
});

test("a database that was restored into a younger server goes on above its old positions", async () => {
  const other = await freshDatabase();
  try {
    const line = newId();
    await tell(other.pool, line, 1);
    await other.pool.query(`update event set position = position + 1000000`);
    const restored = await readLog(other.pool, {}, beginning, 10);
    assert.deepEqual(numbers(restored.events), [], "its events lie beyond this server's");
    await keepPositionsRising(other.pool);
    await tell(other.pool, line, 2);
    const events = await allOf(other, 2);
    assert.deepEqual(numbers(events), [1, 2]);
    assert.ok(events[1]!.position > events[0]!.position);
    await keepPositionsRising(other.pool);
    await tell(other.pool, line, 3);
    const again = await allOf(other, 3);
    assert.deepEqual(numbers(again), [1, 2, 3]);
    assert.ok(again[2]!.position - again[1]!.position < 1_000, "moved once only");
  } finally {
    await other.drop();
  }
});

async function allOf({ pool }: FreshDatabase, wanted: number): Promise<LoggedEvent[]> {
  for (;;) {
    const { events } = await readLog(pool, {}, beginning, 10);
    if (events.length >= wanted) return events;
  }
}
