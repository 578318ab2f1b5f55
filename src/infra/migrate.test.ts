import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { emptyDatabase, freshDatabase } from "../../test/database.ts";
import { migrate, MigrationError } from "./migrate.ts";

async function given(t: TestContext, files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-migrations-"));
  const database = await emptyDatabase();
  t.after(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const write = async (name: string, sql: string) => writeFile(join(folder, name), sql);
  for (const [name, sql] of Object.entries(files)) await write(name, sql);
  return { pool: database.pool, folder, write };
}

test("migrations are applied in order, once", async (t) => {
  const { pool, folder, write } = await given(t, {
    "0002_fill.sql": "insert into desk values (1); insert into desk values (2)",
    "0001_make.sql": "create table desk (id int)",
  });
  assert.deepEqual(await migrate(pool, folder), ["0001_make.sql", "0002_fill.sql"]);
  assert.deepEqual(await migrate(pool, folder), []);
  await write("0003_more.sql", "insert into desk values (3)");
  assert.deepEqual(await migrate(pool, folder), ["0003_more.sql"]);
  const { rows } = await pool.query("select count(*) from desk");
  assert.deepEqual(rows, [{ count: 3 }]);
});

test("several instances that start together apply each migration once", async (t) => {
  const { pool, folder } = await given(t, {
    "0001_make.sql": "create table desk (id int)",
    "0002_fill.sql": "insert into desk values (1)",
  });
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(pool, folder)));
  assert.deepEqual(applied.flat().toSorted(), ["0001_make.sql", "0002_fill.sql"]);
});

test("a migration that fails leaves nothing behind and is applied after it was corrected", async (t) => {
  const { pool, folder, write } = await given(t, {
    "0001_make.sql": "create table desk (id int)",
    "0002_fill.sql": "insert into desk values (1); insert into counter values (2)",
  });
  await assert.rejects(migrate(pool, folder), /0002_fill\.sql failed: .*"counter" does not exist/);
  assert.equal((await pool.query("select from desk")).rowCount, 0);
  await write("0002_fill.sql", "insert into desk values (1)");
  assert.deepEqual(await migrate(pool, folder), ["0002_fill.sql"]);
});

test("a migration that was changed after it was applied is refused", async (t) => {
  const { pool, folder, write } = await given(t, { "0001_make.sql": "create table desk (id int)" });
  await migrate(pool, folder);
  await write("0001_make.sql", "create table desk (id bigint)");
  await assert.rejects(migrate(pool, folder), /0001_make\.sql was changed after it was applied/);
});

test("a database that a newer version has used is refused", async (t) => {
  const { pool, folder } = await given(t, {
    "0001_make.sql": "create table desk (id int)",
    "0002_fill.sql": "insert into desk values (1)",
  });
  await migrate(pool, folder);
  await rm(join(folder, "0002_fill.sql"));
  await assert.rejects(migrate(pool, folder), /newer version, which applied 0002_fill\.sql/);
});

test("two files with the same number, or a gap, are refused", async (t) => {
  const { pool, folder, write } = await given(t, { "0001_make.sql": "", "0001_fill.sql": "" });
  await assert.rejects(migrate(pool, folder), MigrationError);
  await rm(join(folder, "0001_fill.sql"));
  await write("0003_fill.sql", "");
  await assert.rejects(migrate(pool, folder), /should be named 0002_/);
});

test("the project's own migrations apply, and a fresh database has them all", async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  assert.deepEqual(await migrate(database.pool), []);
});
