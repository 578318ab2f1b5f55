// One process of faults/event-log.test.ts: writes events in random transactions that end in any order,
// and follows the log. It may be killed at any moment.

import pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import { inTransaction } from "../src/engine/transaction.ts";
import { Consumers } from "../src/events/consumers.ts";
import "../src/infra/database.ts"; // numbers as numbers
import { createLog } from "../src/infra/log.ts";
import { notingConsumer } from "./noting-consumer.ts";
import { chanceFrom } from "./random.ts";

const [url, seed, orgId] = process.argv.slice(2) as [string, string, string];
const pool = new pg.Pool({ connectionString: url, max: 8 });
pool.on("error", () => undefined);
const { rows } = await pool.query<{ id: string }>(`select id from line where org_id = $1`, [orgId]);
const lines = rows.map(({ id }) => id).toSorted();
const chance = chanceFrom(Number(seed));

const consumers = new Consumers({
  pool,
  log: createLog("silent"),
  onNews: () => () => undefined,
  consumers: [notingConsumer],
});
await consumers.start();
process.send!("ready");

/** A transaction has its id with its first lock, and may wait long for the next one. */
async function write(): Promise<void> {
  const mine = lines.filter(() => chance.below(3) === 0);
  await inTransaction(pool, async (tx) => {
    if (chance.below(2)) await tx.query("select pg_current_xact_id()");
    for (const id of mine) {
      const { rows } = await tx.query<{ seq: number }>(
        `update line set event_seq = event_seq + 1 where id = $1 returning event_seq as seq`,
        [id],
      );
      await pause(chance.below(8));
      await tx.query(
        `insert into event (org_id, line_id, seq, type, at, actor)
          values ($1, $2, $3, 'told', now(), 'a')`,
        [orgId, id, rows[0]!.seq],
      );
    }
    await pause(chance.below(20));
    if (chance.below(10) === 0) throw new Error("taken back");
  });
}

const writer = async () => {
  for (;;) await write().catch(() => pause(5));
};
await Promise.all([writer(), writer(), writer()]);
