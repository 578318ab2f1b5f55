// The log of events under everything that could make it lie: transactions that end in another order
// than they began, writers and consumers in several processes, kill -9 at any moment. Every event is
// taken in once, and those of a line in the order of their numbers. A follower that trusts positions as
// they appear goes wrong with the same traffic.

import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Consumers } from "../src/events/consumers.ts";
import { newId } from "../src/infra/ids.ts";
import { createLog } from "../src/infra/log.ts";
import { freshDatabase, type FreshDatabase } from "../test/database.ts";
import { notingConsumer } from "./noting-consumer.ts";
import { chanceFrom } from "./random.ts";

const program = fileURLToPath(new URL("./log-process.ts", import.meta.url));
const chance = chanceFrom(14);
const orgId = newId();
const lines = Array.from({ length: 6 }, () => newId());
let database: FreshDatabase;

before(async () => {
  database = await freshDatabase();
  await database.pool.query(`create table taken_in (n bigserial, line_id uuid, seq bigint)`);
  for (const id of lines) {
    await database.pool.query(
      `insert into line (org_id, id, group_id, product) values ($1, $2, $2, 'counter')`,
      [orgId, id],
    );
  }
});
after(() => database.drop());

async function startProcess(): Promise<ChildProcess> {
  const child = fork(program, [database.url, String(chance.below(1e9)), orgId]);
  await once(child, "message");
  return child;
}

async function countEvents(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from event`);
  return rows[0]!.n;
}

/** Reads what is behind the last position it saw, as if transactions ended in the order of their ids. */
class TrustingFollower {
  readonly seen = new Map<string, number[]>();
  #last = 0;

  async look(): Promise<void> {
    const { rows } = await database.pool.query<{ lineId: string; seq: number; position: number }>(
      `select line_id as "lineId", seq, position from event where position > $1
        order by position, line_id, seq`,
      [this.#last],
    );
    for (const { lineId, seq, position } of rows) {
      this.seen.set(lineId, [...(this.seen.get(lineId) ?? []), seq]);
      this.#last = position;
    }
  }
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

test("every event is taken in once, and each line's in order, whoever is killed", async () => {
  const follower = new TrustingFollower();
  const running: ChildProcess[] = [];
  for (let i = 0; i < 3; i++) running.push(await startProcess());
  for (let kills = 0; kills < 6 || (await countEvents()) < 400; kills++) {
    for (let i = 0; i < 20; i++) {
      await follower.look();
      await pause(10);
    }
    const [victim] = running.splice(chance.below(running.length), 1);
    victim!.kill("SIGKILL");
    running.push(await startProcess());
  }
  for (const child of running) child.kill("SIGKILL");
  await follower.look();

  // Whatever was left is taken in by whoever comes next.
  const last = new Consumers({
    pool: database.pool,
    log: createLog("silent"),
    onNews: () => () => undefined,
    consumers: [notingConsumer],
  });
  const all = await settledCount();
  await last.start();
  try {
    while ((await takenIn()).length < all) await pause(50);
  } finally {
    await last.close();
  }
  const taken = Map.groupBy(await takenIn(), ({ lineId }) => lineId);
  let wrong = 0;
  for (const id of lines) {
    const { rows } = await database.pool.query<{ seq: number }>(
      `select seq from event where line_id = $1 order by seq`,
      [id],
    );
    const numbers = rows.map(({ seq }) => seq);
    assert.deepEqual(numbers, upTo(numbers.length), "the traffic itself is in order");
    assert.deepEqual(
      taken.get(id)?.map(({ seq }) => seq),
      numbers,
    );
    if (String(follower.seen.get(id)) !== String(numbers)) wrong += 1;
  }
  assert.ok(wrong > 0, "a follower that cannot go wrong shows nothing (negative control)");
});

/** Once those who were killed are gone from the database, too. */
async function settledCount(): Promise<number> {
  for (;;) {
    const { rows } = await database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database()
        and backend_xid is not null and pid <> pg_backend_pid()`,
    );
    if (rows.length === 0) return countEvents();
    await pause(20);
  }
}

async function takenIn(): Promise<{ lineId: string; seq: number }[]> {
  const { rows } = await database.pool.query<{ lineId: string; seq: number }>(
    `select line_id as "lineId", seq from taken_in order by n`,
  );
  return rows;
}
