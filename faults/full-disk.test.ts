// PostgreSQL's disk is full: whoever wants something written is told to come back, and no server ends.
// Holds, offers and no-shows that ran out meanwhile end once there is room again, each once.
// PostgreSQL itself says here what it says then, in every table that is written to; `npm run faults`
// fills a real disk, which takes root.

import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import pg from "pg";
import { freshDatabase, type FreshDatabase } from "../test/database.ts";
import { until } from "../test/until.ts";
import { call, key, startServer } from "./processes.ts";

let database: FreshDatabase;
let servers: Awaited<ReturnType<typeof startServer>>[];
const many = 30;

before(async () => {
  database = await freshDatabase();
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    TURNKEEPER_API_KEY: key,
    LIMIT_PUBLIC_WRITES_PER_MINUTE: "100000",
  };
  servers = [await startServer(env), await startServer(env)];
});
after(async () => {
  for (const { child } of servers) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await database.drop();
});

const atOnce = <T>(work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, i) => work(i)));

async function send(path: string, body: object): Promise<{ id: string }> {
  const answer = await call(servers[0]!.url, path, body);
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as { id: string };
}

/** All tables but those refuse whatever is written, and count how often. */
async function fillDisk(but: readonly string[]): Promise<void> {
  await database.pool.query(`
    create sequence refused;
    create function full_disk() returns trigger language plpgsql as $$ begin
      perform nextval('refused');
      raise 'could not extend file: No space left on device' using errcode = '53100';
    end $$`);
  const { rows } = await database.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename <> all($1)`,
    [but],
  );
  const triggers = rows.map(
    ({ name }) => `create trigger full_disk before insert or update or delete on ${name}
      for each statement execute function full_disk();`,
  );
  await database.pool.query(triggers.join("\n"));
}

const freeDisk = () =>
  database.pool.query(`drop function full_disk cascade; drop sequence refused`);

async function refusals(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select last_value::int as n from refused`,
  );
  return rows[0]!.n;
}

/** As time would, which no disk keeps from passing. */
async function runOut(lineIds: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`set session_replication_role = replica`);
  const over = `now() - interval '1 second'`;
  await client.query(
    `update ticket set deadline_at = ${over} where line_id = any($1) and deadline_at is not null`,
    [lineIds],
  );
  await client.query(`update booking_hold set expires_at = ${over}`);
  await client.query(`update booking_use set expires_at = ${over} where expires_at is not null`);
  await client.query(
    `update line set deadline_at = ${over} where id = any($1) and deadline_at is not null`,
    [lineIds],
  );
  await client.end();
}

async function calledInQueue(): Promise<string> {
  const queue = { name: "Desk", prefix: "A", timezone: "UTC", noShowMinutes: 60 };
  const { id } = await send("/v1/queues", queue);
  await atOnce(() => send(`/v1/queues/${id}/tickets`, { name: "Somebody" }));
  await atOnce(() => send(`/v1/queues/${id}/call-next`, { desk: "1" }));
  return id;
}

async function heldBoxes(): Promise<string> {
  const shop = { name: "Panificio", timezone: "UTC", currency: "EUR" };
  const { id } = await send("/v1/merchants", shop);
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const box = { title: "Bread", quantity: many, price: 450, date };
  const window = { pickupStart: "17:00", pickupEnd: "19:00" };
  const made = await send(`/v1/merchants/${id}/inventories`, { ...box, ...window });
  await atOnce((i) => send(`/v1/inventories/${made.id}/reservations`, { userId: `user-${i}` }));
  return made.id;
}

async function heldRoom(): Promise<string> {
  const room = { type: "consultation_room", name: "Room", timezone: "UTC" };
  const { id } = await send("/v1/resources", room);
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: "08:00", end: "18:00" }));
  const validFrom = new Date().toISOString().slice(0, 10);
  const hours = { validFrom, slotMinutes: 30, tokensPerSlot: 1, weekly };
  const path = `/v1/resources/${id}/availability`;
  assert.equal((await call(servers[0]!.url, path, hours, undefined, "PUT")).status, 200);
  const first = Date.parse(`${validFrom}T08:00:00Z`) + 3 * 86_400_000;
  await atOnce((i) => {
    const [start, end] = [i, i + 1].map((n) => new Date(first + n * 15 * 60_000).toISOString());
    return send("/v1/bookings/holds", { resources: [{ resourceId: id, start, end }] });
  });
  return id;
}

for (const but of [[], ["lease"]]) {
  test(`the disk is full for ${but.length ? "what is swept" : "everything"}, and has room again`, async () => {
    const [queueId, boxId, roomId] = [await calledInQueue(), await heldBoxes(), await heldRoom()];
    const lineIds = [queueId, boxId, roomId];
    await fillDisk(but);
    try {
      await runOut(lineIds);
      for (const { url } of servers) await checkFull(url, queueId);
      const soFar = await refusals();
      await until("servers have tried to sweep", async () => (await refusals()) > soFar + 10);
    } finally {
      await freeDisk();
    }
    await until("everything that ran out has ended", async () => (await overdue()) === 0);
    for (const { url } of servers) {
      await until("people join again", async () => {
        const { status } = await call(url, `/v1/queues/${queueId}/tickets`, { name: "Ada" });
        return status === 201;
      });
    }
    assert.deepEqual(await ended(lineIds), {
      "boxes.hold_lapsed": [many, many],
      "booking.released": [many, many],
      "counter.no_show": [many, many],
    });
  });
}

async function checkFull(url: string, queueId: string): Promise<void> {
  const targetUrl = "https://shop.example";
  const writes: [path: string, body: object][] = [
    [`/v1/queues/${queueId}/tickets`, { name: "Ada" }],
    ["/v1/queues", { name: "Another", prefix: "B", timezone: "UTC" }],
    ["/v1/merchants", { name: "Another", timezone: "UTC", currency: "EUR" }],
    ["/v1/rooms", { name: "Sale", targetUrl, maxActive: 2, admitPerSecond: 1 }],
    ["/v1/patients", { name: "Asha" }],
  ];
  for (const [path, body] of writes) {
    const answer = await call(url, path, body);
    const { code } = answer.body as { code: string };
    assert.deepEqual([path, answer.status, code], [path, 503, "DATABASE_AWAY"]);
  }
  assert.equal((await call(url, "/healthz")).status, 200);
}

async function overdue(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select (select count(*) from ticket where deadline_at <= now())::int
          + (select count(*) from line where deadline_at <= now())::int
          + (select count(*) from booking_hold)::int as n`,
  );
  return rows[0]!.n;
}

async function ended(lineIds: readonly string[]): Promise<Record<string, [number, number]>> {
  const { rows } = await database.pool.query<{ type: string; n: number; different: number }>(
    `select type, count(*)::int as n, count(distinct ticket_id)::int as different from event
      where line_id = any($1)
        and type in ('counter.no_show', 'boxes.hold_lapsed', 'booking.released')
      group by type`,
    [lineIds],
  );
  return Object.fromEntries(rows.map(({ type, n, different }) => [type, [n, different]]));
}
