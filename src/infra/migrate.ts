// Brings the database's tables up to date: the files of migrations/ in order, each in a transaction of
// its own, once. Several instances may start together: an advisory lock lets one work while the others
// wait. A file that was applied must not change any more, because databases out there have the old one.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type pg from "pg";
import { withoutLimits } from "./connections.ts";

export class MigrationError extends Error {
  override name = "MigrationError";
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));
const migrationLock = [0x7475726e, 2];

/** Returns the names of the files that were applied now. */
export async function migrate(pool: pg.Pool, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await withoutLimits(client);
    await client.query(`select pg_advisory_lock($1, $2)`, migrationLock);
    const pending = await pendingOf(client, migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    // A connection without limits is for nobody else; the lock goes with it.
    client.release(true);
  }
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const migrations: Migration[] = [];
  for (const [index, name] of names.entries()) {
    const number = String(index + 1).padStart(4, "0");
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || !name.startsWith(number)) {
      throw new MigrationError(`${name} in ${folder} should be named ${number}_what_it_does.sql.`);
    }
    const sql = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({ name, sql, checksum: createHash("sha256").update(sql).digest("hex") });
  }
  return migrations;
}

async function pendingOf(client: pg.PoolClient, migrations: Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from schema_migration order by name`,
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of migrations) {
    const known = applied.get(name);
    if (known !== undefined && known !== checksum) {
      throw new MigrationError(
        `${name} was changed after it was applied to this database. ` +
          `Restore it, and put the change into a new file.`,
      );
    }
  }
  const known = new Set(migrations.map(({ name }) => name));
  const newer = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (newer.length > 0) {
    throw new MigrationError(
      `This database was used by a newer version, which applied ${newer.join(", ")}. ` +
        `Start that version, or use another database.`,
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(sql);
    await client.query(`insert into schema_migration (name, checksum) values ($1, $2)`, [
      name,
      checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    throw new MigrationError(`${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
