import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import { test, type TestContext } from "node:test";
import type pg from "pg";
import { emptyDatabase } from "../../test/database.ts";
import { masterKey } from "../../test/vault.ts";
import { readConfig } from "./config.ts";
import { DatabaseError, openDatabase } from "./database.ts";
import { createLog } from "./log.ts";

const log = createLog("silent");

/** The database of the tests has fsync off. */
const unsafe = { ALLOW_UNSAFE_DATABASE: "true" };

function configFor(databaseUrl: string, more: Record<string, string> = unsafe) {
  return readConfig(
    { DATABASE_URL: databaseUrl, TURNKEEPER_MASTER_KEY: masterKey, ...more },
    "/nowhere",
  );
}

async function given(t: TestContext) {
  const database = await emptyDatabase();
  t.after(() => database.drop());
  return database;
}

test("a given database is opened and closed", async (t) => {
  const { url } = await given(t);
  const database = await openDatabase(configFor(url), log, assert.fail);
  const { rows } = await database.pool.query("select 1 as one");
  assert.deepEqual(rows, [{ one: 1 }]);
  await database.close();
  await database.close();
  await assert.rejects(database.pool.query("select 1"));
});

for (const setting of ["fsync", "synchronous_commit"]) {
  test(`a database with ${setting} off is refused, unless that is allowed`, async (t) => {
    const { url, pool } = await given(t);
    await pretend(pool, { fsync: "on", [setting]: "off" });
    await assert.rejects(openDatabase(configFor(url, {}), log, assert.fail), {
      name: "DatabaseError",
      message: new RegExp(`${setting} off.*ALLOW_UNSAFE_DATABASE`),
    });
    await (await openDatabase(configFor(url, unsafe), log, assert.fail)).close();
  });
}

test("a database that is too old is refused, whatever is allowed", async (t) => {
  const { url, pool } = await given(t);
  await pretend(pool, { server_version_num: "140012" });
  const config = configFor(url, unsafe);
  await assert.rejects(
    openDatabase(config, log, assert.fail),
    /PostgreSQL 14; .*needs 15 or newer/,
  );
});

test("a database that only reads is refused", async (t) => {
  const { url, pool } = await given(t);
  await pretend(pool, { transaction_read_only: "on" });
  await assert.rejects(openDatabase(configFor(url), log, assert.fail), /read-only/);
});

/** Shows other values of settings of the whole server, by a function found before the real one. */
async function pretend(pool: pg.Pool, settings: Record<string, string>): Promise<void> {
  const cases = Object.entries(settings).map(([name, value]) => `when '${name}' then '${value}'`);
  await pool.query(
    `create function public.current_setting(setting text) returns text language sql as
       $$ select case setting ${cases.join(" ")} else pg_catalog.current_setting(setting) end $$`,
  );
  const { rows } = await pool.query("select current_database() as name");
  await pool.query(`alter database ${rows[0].name} set search_path = public, pg_catalog`);
}

test("a wrong password is told at once, without showing any password", async (t) => {
  const { url } = await given(t);
  const wrong = url.replace(/:[^:@]+@/, ":opensesame@");
  await assert.rejects(openDatabase(configFor(wrong), log, assert.fail), (error: unknown) => {
    assert.ok(error instanceof DatabaseError);
    assert.match(error.message, /does not let us in: password authentication failed/);
    assert.doesNotMatch(error.message, /opensesame/);
    return true;
  });
});

test("a database that is not there yet is waited for", async (t) => {
  const { url } = await given(t);
  const target = new URL(url);
  const databasePort = Number(target.port);
  // A port that is closed at first and opens when somebody waits.
  const door = createServer((near) => {
    const far = connect(databasePort, target.hostname);
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
  });
  t.after(() => door.close());
  const port = await closedPort();
  target.port = String(port);
  const told: string[] = [];
  const database = await openDatabase(configFor(target.href), log, (text) => {
    told.push(text);
    door.listen(port, "127.0.0.1");
  });
  await database.close();
  assert.equal(told.length, 1);
  assert.match(told[0] ?? "", /Waiting for the database at 127\.0\.0\.1:\d+.*ECONNREFUSED/);
});

test("numbers and days have one meaning", async (t) => {
  const { pool } = await given(t);
  const { rows } = await pool.query(
    "select 9007199254740991::int8 as count, 1.5::numeric as price, '2026-03-29'::date as day",
  );
  assert.deepEqual(rows, [{ count: 9007199254740991, price: 1.5, day: "2026-03-29" }]);
  await assert.rejects(pool.query("select 9007199254740993::int8"), RangeError);
});

test("a connection that breaks while idle does not end the process", async (t) => {
  const { url, pool } = await given(t);
  const database = await openDatabase(configFor(url), log, assert.fail);
  const { rows } = await database.pool.query("select pg_backend_pid() as pid");
  const broken = new Promise((done) => database.pool.once("error", done));
  await pool.query("select pg_terminate_backend($1)", [rows[0].pid]);
  await broken;
  assert.equal((await database.pool.query("select 1")).rowCount, 1);
  await database.close();
});

async function closedPort(): Promise<number> {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      assert.ok(address !== null && typeof address === "object");
      server.close(() => done(address.port));
    });
  });
}
