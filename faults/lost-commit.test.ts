// PostgreSQL crashes while a COMMIT is on its way, comes back, and others go on: it then gives out again
// the ids of transactions that had not reached its log. Those who were told "done" must find it done. Both
// kinds of crash: the whole server is killed, and one backend is, after which PostgreSQL restarts all.

import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { migrate } from "../src/infra/migrate.ts";
import { commitIn, TcpProxy } from "../test/tcp-proxy.ts";
import { OwnPostgres } from "./own-postgres.ts";
import { call, key, startServer } from "./processes.ts";

let folder: string;
let postgres: OwnPostgres;
let proxy: TcpProxy;
let server: { url: string; child: ChildProcess };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnkeeper-crash-"));
  postgres = await OwnPostgres.start(join(folder, "postgres"), null);
  await onDatabase((pool) => migrate(pool));
  const through = await TcpProxy.inFrontOf(postgres.url);
  proxy = through.proxy;
  server = await startServer({
    ...process.env,
    DATABASE_URL: through.url,
    TURNKEEPER_API_KEY: key,
    DATABASE_POOL_SIZE: "4",
  });
});

after(async () => {
  if (server.child.exitCode === null) {
    server.child.kill("SIGTERM");
    await once(server.child, "exit");
  }
  await proxy.close();
  await postgres.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Past the proxy. */
async function onDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const crashes = {
  "PostgreSQL is killed": async () => {
    await postgres.kill();
    await postgres.start();
  },
  "one of PostgreSQL's backends is killed": async () => {
    const started = await startedAt();
    await postgres.killOneBackend();
    // It ends all the others, recovers, and is there again.
    do await postgres.untilReady();
    while ((await startedAt()) === started);
  },
};

/** Of a process that PostgreSQL starts anew after a crash. */
async function startedAt(): Promise<string> {
  for (;;) {
    try {
      const { rows } = await onDatabase((pool) =>
        pool.query<{ at: string }>(
          `select backend_start::text as at from pg_stat_activity where backend_type = 'checkpointer'`,
        ),
      );
      if (rows[0]) return rows[0].at;
    } catch {
      await pause(50); // still coming back
    }
  }
}

/** What others do meanwhile: their transactions get the ids that were lost. */
function goOn(): Promise<unknown> {
  return onDatabase(async (pool) => {
    for (let i = 0; i < 50; i++) await pool.query(`select pg_current_xact_id()`);
  });
}

interface Act {
  run(): Promise<{ status: number; body: unknown }>;
  /** How often it is in the database. */
  sql: string;
}

async function made(path: string, body: unknown): Promise<string> {
  for (;;) {
    const answer = await call(server.url, path, body).catch(() => ({ status: 503, body: null }));
    if (answer.status < 300) return (answer.body as { id: string }).id;
    assert.equal(answer.status, 503, JSON.stringify(answer.body));
    await pause(100);
  }
}

const today = new Date().toISOString().slice(0, 10);
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const at = (time: string) => `${day}T${time}:00.000Z`;

/** By what is done, each with a subject that nothing else has happened to. */
const acts: Record<string, () => Promise<Act>> = {
  "a join": async () => {
    const id = await made("/v1/queues", { name: "Desk", prefix: "D", timezone: "UTC" });
    const run = () => call(server.url, `/v1/queues/${id}/tickets`, { name: "Ada" });
    return { run, sql: `select from ticket where line_id = '${id}'` };
  },
  "a call": async () => {
    const id = await made("/v1/queues", { name: "Desk", prefix: "D", timezone: "UTC" });
    await made(`/v1/queues/${id}/tickets`, { name: "Ada" });
    const run = () => call(server.url, `/v1/queues/${id}/call-next`, { desk: "1" });
    return { run, sql: `select from ticket where line_id = '${id}' and status = 'CALLED'` };
  },
  "a booking": async () => {
    const room = { type: "consultation_room", name: "Room", timezone: "UTC" };
    const id = await made("/v1/resources", room);
    const weekly = Array.from({ length: 7 }, (_, day) => ({ day, start: "08:00", end: "18:00" }));
    const hours = { validFrom: today, slotMinutes: 60, tokensPerSlot: 1, weekly };
    await call(server.url, `/v1/resources/${id}/availability`, hours, undefined, "PUT");
    const part = { start: at("09:00"), end: at("10:00") };
    const wish = { kind: "room", ...part, resources: [{ resourceId: id, ...part }] };
    const run = () => call(server.url, "/v1/bookings", wish);
    return { run, sql: `select from booking_use where resource_id = '${id}'` };
  },
  "a new queue": async () => {
    const name = `Desk ${Math.random()}`;
    const run = () => call(server.url, "/v1/queues", { name, prefix: "D", timezone: "UTC" });
    return { run, sql: `select from queue where settings->>'name' = '${name}'` };
  },
};

for (const [crash, crashNow] of Object.entries(crashes)) {
  for (const [what, prepare] of Object.entries(acts)) {
    test(`${crash} during the commit of ${what}: what was answered is there, and once`, async () => {
      const { run, sql } = await prepare();
      const held = proxy.holdFrom(commitIn);
      const answering = run();
      await held.caught;
      await crashNow();
      await goOn();
      held.cut();
      const { status } = await answering;
      const { rowCount } = await onDatabase((pool) => pool.query(sql));
      if (status < 300) assert.equal(rowCount, 1, "answered and gone");
      else assert.deepEqual([status, rowCount! <= 1], [503, true]);
      assert.equal(server.child.exitCode, null);
    });
  }
}
