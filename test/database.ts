// A database of its own for a test, with all tables, in a few milliseconds: a copy of a template that
// the first test to ask makes. The PostgreSQL behind it is started by scripts/test.mjs, once per run.
import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { holdsConnection } from "../src/engine/transaction.ts";
import "../src/infra/database.ts"; // sets the parsers
import { Connections } from "../src/infra/connections.ts";
import { createLog } from "../src/infra/log.ts";
import { migrate, migrationsFolder, readMigrations } from "../src/infra/migrate.ts";

export interface FreshDatabase {
  url: string;
  connections: Connections;
  pool: pg.Pool;
  drop(): Promise<void>;
}

const templateLock = [0x74657374, 1];

/** With all tables. */
export async function freshDatabase(): Promise<FreshDatabase> {
  return create((admin) => makeTemplate(admin));
}

/** Without any table. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  return create(async () => "template1");
}

/** One that is there already, on connections of another server. */
export function sameDatabase(url: string): FreshDatabase {
  const { connections, pool } = connect(url);
  return { url, connections, pool, drop: () => pool.end() };
}

async function create(templateOf: (admin: pg.Client) => Promise<string>): Promise<FreshDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString("hex")}`;
  await asAdmin(async (admin) => {
    await admin.query(
      `create database ${name} template ${await templateOf(admin)} strategy file_copy`,
    );
  });
  const url = urlOf(name);
  const { connections, pool } = connect(url);
  return {
    url,
    connections,
    pool,
    async drop() {
      await pool.end();
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

function connect(url: string): { connections: Connections; pool: pg.Pool } {
  const connections = new Connections(url, createLog("silent"));
  return { connections, pool: refusingASecond(connections.pool(10)) };
}

/** Several test processes ask at once: the first makes it, under a lock, the others find it. */
async function makeTemplate(admin: pg.Client): Promise<string> {
  const migrations = await readMigrations(migrationsFolder);
  const version = createHash("sha256").update(JSON.stringify(migrations)).digest("hex");
  const template = `template_${version.slice(0, 16)}`;
  await admin.query(`select pg_advisory_lock($1, $2)`, templateLock);
  const { rowCount } = await admin.query(`select 1 from pg_database where datname = $1`, [
    template,
  ]);
  if (rowCount === 0) {
    const draft = `draft_${process.pid}_${randomBytes(6).toString("hex")}`;
    await admin.query(`create database ${draft}`);
    const pool = new Connections(urlOf(draft), createLog("silent")).pool(1);
    try {
      await migrate(pool);
    } finally {
      await pool.end();
    }
    await admin.query(`alter database ${draft} rename to ${template}`);
  }
  await admin.query(`select pg_advisory_unlock($1, $2)`, templateLock);
  return template;
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl() });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** A caller that has a connection and asks for another one may wait for itself: here it fails at once. */
function refusingASecond(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const guarded = (told?: (error: Error) => void) => {
    if (!holdsConnection()) return told ? connect(told) : connect();
    const error = new Error("asks the pool for a second connection while it holds one");
    return told ? told(error) : Promise.reject(error);
  };
  pool.connect = guarded as typeof pool.connect;
  return pool;
}

function urlOf(name: string): string {
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function adminUrl(): string {
  const url = process.env["TEST_DATABASE_URL"];
  if (url) return url;
  throw new Error(
    'This test needs a PostgreSQL. Run it with "npm test -- <part of its path>", which starts one.',
  );
}
