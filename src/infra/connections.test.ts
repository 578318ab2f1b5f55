import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { TcpProxy } from "../../test/tcp-proxy.ts";
import { until } from "../../test/until.ts";
import { Connections } from "./connections.ts";
import { troubleOf } from "./database-errors.ts";
import { createLog } from "./log.ts";
import { answerWithin } from "./patience.ts";

let database: FreshDatabase;
before(async () => {
  database = await freshDatabase();
});
after(() => database.drop());

const stillWaiting = () => new Error("still waiting");
const isAway = (error: unknown) => troubleOf(error) === "away";

/** Connections through a proxy that the test may break. */
async function given(t: TestContext, silenceMs?: number) {
  const { proxy, url } = await TcpProxy.inFrontOf(database.url);
  const connections = new Connections(url, createLog("silent"), silenceMs);
  const pool = connections.pool(2);
  t.after(async () => {
    await proxy.restore();
    proxy.cutAll();
    await pool.end();
    await proxy.close();
  });
  return { proxy, connections, pool };
}

test("a connection that is ended in mid-transaction ends neither the process nor the pool", async (t) => {
  const { pool } = await given(t);
  const tx = await pool.connect();
  await tx.query("begin");
  const { rows } = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = new Promise((done) => tx.once("end", done));
  await database.pool.query("select pg_terminate_backend($1)", [rows[0]!.pid]);
  await ended;
  await assert.rejects(tx.query("select 1"), isAway);
  tx.release();
  assert.equal((await pool.query("select 1")).rowCount, 1);
});

test("a lone connection that is ended does not end the process", async (t) => {
  const { connections } = await given(t);
  const client = await connections.connect({ name: "test" });
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = new Promise((done) => client.once("end", done));
  await database.pool.query("select pg_terminate_backend($1)", [rows[0]!.pid]);
  await ended;
});

test("every connection of the pool has its limits", async (t) => {
  const { pool } = await given(t);
  const { rows } = await pool.query(
    `select name, setting from pg_settings where name in
       ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
  );
  assert.deepEqual(rows, [
    { name: "idle_in_transaction_session_timeout", setting: "5000" },
    { name: "lock_timeout", setting: "5000" },
    { name: "statement_timeout", setting: "10000" },
  ]);
});

test("a connection that owes an answer and says nothing is given up, and not used again", async (t) => {
  const { proxy, pool } = await given(t, 2_000);
  await pool.query("select 1");
  proxy.swallow();
  await assert.rejects(answerWithin(pool.query("select 1"), 30_000, stillWaiting), isAway);
  await proxy.restore();
  assert.equal((await pool.query("select 1")).rowCount, 1);
});

test("a database that lets in and then says nothing is given up", async (t) => {
  const { proxy, connections } = await given(t);
  proxy.swallow();
  const connecting = connections.connect({ name: "test" });
  await assert.rejects(answerWithin(connecting, 30_000, stillWaiting), isAway);
});

test("the pool has as many connections as it was told, however many want one", async (t) => {
  const { proxy, pool } = await given(t);
  await Promise.all(Array.from({ length: 20 }, () => pool.query("select 1")));
  assert.equal(proxy.connections, 2);
});

test("whoever waits for a connection of the pool is told in the end that it is busy", async (t) => {
  const { connections } = await given(t);
  const pool = connections.pool(1, 500);
  const taken = await pool.connect();
  await assert.rejects(
    answerWithin(pool.query("select 1"), 30_000, stillWaiting),
    (error) => troubleOf(error) === "busy",
  );
  taken.release();
  assert.equal((await pool.query("select 1")).rowCount, 1);
  await pool.end();
});

test("a connection that nobody uses may be silent", async (t) => {
  const { pool } = await given(t, 1_000);
  const pid = async () =>
    (await pool.query("select pg_backend_pid() as pid")).rows[0].pid as number;
  const first = await pid();
  await new Promise((done) => setTimeout(done, 1_500));
  assert.equal(await pid(), first);
});

test("while the database is away nobody is kept waiting and nobody tries", async (t) => {
  const { proxy, connections, pool } = await given(t);
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    const waiting = assert.rejects(pool.query("select 1"), isAway);
    connections.lost(new Error("a test"));
    await waiting;
    await assert.rejects(pool.connect(), isAway);
    await assert.rejects(connections.connect({ name: "test" }), isAway);
    assert.equal(proxy.connections, 2);
    assert.equal((await one.query("select 1")).rowCount, 1, "what is open may still be used");
  } finally {
    one.release();
    other.release();
  }
  connections.back();
  assert.equal((await pool.query("select 1")).rowCount, 1);
});

test("when the database has gone silent, no connection of before is used again", async (t) => {
  const { proxy, connections, pool } = await given(t, 3_600_000); // none gives up by itself
  const [one, other] = [await pool.connect(), await pool.connect()];
  other.release();
  proxy.swallow();
  const asked = one.query("select 1");
  connections.silent(new Error("a test"));
  try {
    await assert.rejects(answerWithin(asked, 30_000, stillWaiting), isAway);
  } finally {
    one.release();
  }
  await until("nothing is left in the pool", () => pool.totalCount === 0);
  await proxy.restore();
  connections.back();
  assert.equal((await pool.query("select 1")).rowCount, 1);
});

test("when nobody can connect, one tries and the others are told so at once", async (t) => {
  const { proxy, connections } = await given(t);
  const connect = () => connections.connect({ name: "test" });
  proxy.refuse();
  await assert.rejects(connect(), isAway);
  await assert.rejects(connect(), { code: "DATABASE_AWAY" }, "not asked");
  await proxy.restore();
  for (;;) {
    const client = await connect().catch(() => null);
    if (client) return client.end();
    await new Promise((done) => setTimeout(done, 20));
  }
});
