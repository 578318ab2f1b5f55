import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import pg from "pg";
import { readConfig } from "./config.ts";
import { openDatabase } from "./database.ts";
import { FolderInUseError } from "./database-owner.ts";
import { createLog } from "./log.ts";
import { runPostgres } from "./postgres.ts";

const log = createLog("silent");
const quiet = () => {};

async function dataFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-postgres-"));
  t.after(async () => {
    // Finds what still runs, or starts it once more; either way it is stopped then.
    if ((await readdir(folder)).includes("postgres"))
      await (await runPostgres(folder, quiet)).stop();
    await rm(folder, { recursive: true });
  });
  return folder;
}

async function ask(url: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Object.values((await client.query(query)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

const open = (dataDir: string) =>
  openDatabase(readConfig({ DATA_DIR: dataDir }, "/nowhere"), log, quiet);

test("the embedded database is made once, keeps its data, and is found when it still runs", async (t) => {
  const folder = await dataFolder(t);
  const told: string[] = [];
  const first = await runPostgres(folder, (text) => told.push(text));
  await ask(first.urlOf("postgres"), "create table kept (n int)");
  const adopted = await runPostgres(folder, assert.fail);
  assert.equal(adopted.port, first.port);
  await adopted.stop();
  await first.stop(); // nothing to do any more

  const second = await runPostgres(folder, assert.fail);
  assert.equal(await ask(second.urlOf("postgres"), "select count(*) from kept"), 0);
  assert.deepEqual(told, ["Making the database, once …"]);
});

test("the embedded database keeps what it acknowledged, and lets in only who knows its password", async (t) => {
  const folder = await dataFolder(t);
  const server = await runPostgres(folder, quiet);
  const url = server.urlOf("postgres");
  assert.equal(await ask(url, "select current_setting('fsync')"), "on");
  assert.equal(await ask(url, "select current_setting('synchronous_commit')"), "on");
  assert.equal(await ask(url, "select current_setting('listen_addresses')"), "127.0.0.1");
  await assert.rejects(ask(url.replace(/:[^:@]+@/, ":guess@"), "select 1"), /password/);
  const { mode } = await stat(join(folder, "postgres", "password"));
  assert.equal(mode & 0o777, 0o600);
});

test("several starts on one empty folder end up with one database", async (t) => {
  const folder = await dataFolder(t);
  const servers = await Promise.all([1, 2, 3].map(() => runPostgres(folder, quiet)));
  assert.equal(new Set(servers.map(({ port }) => port)).size, 1);
  assert.deepEqual(await readdir(folder), ["postgres"]);
});

test("what a killed first start left behind is not taken for a database", async (t) => {
  const folder = await dataFolder(t);
  await mkdir(join(folder, "postgres.new-0123", "cluster"), { recursive: true });
  const server = await runPostgres(folder, quiet);
  assert.equal(await ask(server.urlOf("postgres"), "select 1"), 1);
});

test("a postmaster.pid that a power cut left does not stop the next start", async (t) => {
  const folder = await dataFolder(t);
  await (await runPostgres(folder, quiet)).stop();
  // Our own number: certainly alive, certainly no PostgreSQL.
  const lines = [process.pid, "/elsewhere", 1, 5432, "", "127.0.0.1", "1 1", "ready"];
  await writeFile(join(folder, "postgres/cluster/postmaster.pid"), lines.join("\n"));
  const server = await runPostgres(folder, quiet);
  assert.equal(await ask(server.urlOf("postgres"), "select 1"), 1);
});

test("a second server on the same folder is told so and does no harm", async (t) => {
  const folder = await dataFolder(t);
  const first = await open(folder);
  await assert.rejects(open(folder), (error: unknown) => {
    assert.ok(error instanceof FolderInUseError);
    assert.ok(error.message.includes(folder));
    assert.match(error.message, /Stop that one first, or .* DATA_DIR/);
    return true;
  });
  assert.equal((await first.pool.query("select 1")).rowCount, 1);
  await first.close();
  await assert.rejects(stat(join(folder, "postgres/cluster/postmaster.pid")));
});

test("a server that replaces another waits until that one has stopped", async (t) => {
  const folder = await dataFolder(t);
  const first = await open(folder);
  await first.pool.query("create table kept (n int)");
  const next = open(folder);
  await first.close();
  const second = await next;
  assert.equal((await second.pool.query("select from kept")).rowCount, 0);
  await second.close();
});

test("when the embedded database is killed it comes back at the same address", async (t) => {
  const folder = await dataFolder(t);
  const database = await open(folder);
  await database.pool.query("create table kept (n int)");
  const broken = new Promise((done) => database.pool.once("error", done));
  const pidFile = await readFile(join(folder, "postgres/cluster/postmaster.pid"), "utf8");
  process.kill(Number(pidFile.split("\n")[0]), "SIGKILL");
  await broken;
  for (;;) {
    const answer = await database.pool.query("select from kept").catch(() => null);
    if (answer !== null) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  await database.close();
  await assert.rejects(stat(join(folder, "postgres/cluster/postmaster.pid")));
});
