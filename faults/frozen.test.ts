// An instance stands still, with everything that it holds: its turn at the deadlines, and an
// organisation's row in the middle of a transaction. The others go on without it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freshDatabase, type FreshDatabase } from "../test/database.ts";
import { call, key, startServer } from "./processes.ts";

let database: FreshDatabase;
let servers: Awaited<ReturnType<typeof startServer>>[];
const people = 40;
const queue = { name: "Desk", prefix: "A", timezone: "UTC", numberReset: "never" };

before(async () => {
  database = await freshDatabase();
  const env = { ...process.env, DATABASE_URL: database.url, TURNKEEPER_API_KEY: key };
  servers = [await startServer(env), await startServer(env)];
});
after(async () => {
  for (const { child } of servers) child.kill("SIGKILL");
  await database.drop();
});

test("no-shows come on time while whoever had the turn stands still, each once", async () => {
  const queueId = await queueOfCalled();
  // While the queue is locked a sweep goes on, and has the lease.
  const lock = await outsideTransaction(`select 1 from line where id = '${queueId}' for update`);
  await database.pool.query(
    `update ticket set deadline_at = now() - interval '1 minute' where line_id = $1`,
    [queueId],
  );
  const frozen = await freezeTheSweeper();
  await lock.end();
  await until("nobody is overdue", async () => (await overdue()) === 0);
  frozen.kill("SIGCONT");
  const { rows } = await database.pool.query<{ n: number; tickets: number }>(
    `select count(*)::int as n, count(distinct ticket_id)::int as tickets from event
      where line_id = $1 and type = 'counter.no_show'`,
    [queueId],
  );
  assert.deepEqual(rows[0], { n: people, tickets: people });
});

test("an organisation's row is free again while whoever had locked it stands still", async () => {
  const [sleeper, other] = servers as [(typeof servers)[0], (typeof servers)[0]];
  // It has locked the organisation's row and waits to write its event.
  const lock = await outsideTransaction(`lock table event in share mode`);
  call(sleeper.url, "/v1/queues", queue).catch(() => null);
  await until("it waits", async () => {
    const { rows } = await database.pool.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock'
         and query like 'insert into event%'`,
    );
    return rows.length > 0;
  });
  sleeper.child.kill("SIGSTOP");
  await lock.end();
  await until("another one makes a queue", async () => {
    const { status } = await call(other.url, "/v1/queues", queue);
    return status === 201;
  });
  sleeper.child.kill("SIGCONT");
});

/** A transaction that no limit of ours ends. */
async function outsideTransaction(statement: string): Promise<pg.Client> {
  const tx = new pg.Client({ connectionString: database.url });
  await tx.connect();
  await tx.query("begin");
  await tx.query(statement);
  return tx;
}

async function queueOfCalled(): Promise<string> {
  const { url } = servers[0]!;
  const made = await call(url, "/v1/queues", { ...queue, noShowMinutes: 60 });
  const { id } = made.body as { id: string };
  for (const path of ["tickets", "call-next"]) {
    const body = path === "tickets" ? { name: "Somebody" } : { desk: "1" };
    const answers = await Promise.all(
      Array.from({ length: people }, () => call(url, `/v1/queues/${id}/${path}`, body)),
    );
    for (const answer of answers) assert.ok(answer.status < 300, JSON.stringify(answer.body));
  }
  return id;
}

async function overdue(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from ticket where deadline_at <= now()`,
  );
  return rows[0]!.n;
}

/** Stops the one that has the lease, so that it still has it. */
async function freezeTheSweeper() {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const seen = await leaseNow();
    const server = servers.find(({ child }) => seen?.holder.endsWith(` ${child.pid}`));
    if (!server) {
      await pause(20);
      continue;
    }
    server.child.kill("SIGSTOP");
    if ((await leaseNow())?.fence === seen!.fence) return server.child;
    server.child.kill("SIGCONT");
  }
  throw new Error("nobody sweeps");
}

async function leaseNow(): Promise<{ holder: string; fence: number } | undefined> {
  const { rows } = await database.pool.query<{ holder: string; fence: number }>(
    `select holder, fence from lease where name = 'deadlines' and until > clock_timestamp()`,
  );
  return rows[0];
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo()) return;
    await pause(100);
  }
  assert.fail(`${what}: not within a minute`);
}
