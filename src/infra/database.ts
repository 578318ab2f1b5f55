// Opens the database: the one that DATABASE_URL names, or the embedded one in the data folder.
//
// A database that is too old, or that would forget what it acknowledged, is refused here, before
// anybody relies on it.
import pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "./config.ts";
import { Connections } from "./connections.ts";
import { ownDatabase, type OwnedDatabase } from "./database-owner.ts";
import type { Logger } from "./log.ts";
import { keepsSessions } from "./pooler.ts";
import type { Progress } from "./postgres.ts";

export interface Database {
  /** Makes all connections, and knows whether the database is away. */
  connections: Connections;
  /** For everyday queries. */
  pool: pg.Pool;
  /** Also stops an embedded server that is ours. */
  close(): Promise<void>;
}

/** The database cannot be used; the message says why and what to do. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
}

const oldestVersion = 15;
const unreachableMs = 10_000;

export async function openDatabase(
  config: Config,
  log: Logger,
  progress: Progress,
): Promise<Database> {
  const owned =
    config.databaseUrl === null ? await ownDatabase(config.dataDir, log, progress) : null;
  const url = config.databaseUrl ?? owned?.url ?? "";
  try {
    const connections = new Connections(url, log);
    const client = await reach(connections, progress);
    try {
      await refuseUnsafe(client, config.allowUnsafeDatabase);
      await refuseShared(client, connections);
    } finally {
      await client.end();
    }
    return withPool(connections, owned, config.poolSize);
  } catch (error) {
    await owned?.release();
    throw error;
  }
}

function withPool(connections: Connections, owned: OwnedDatabase | null, size: number): Database {
  const pool = connections.pool(size);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await pool.end();
    await owned?.release();
  };
  return { connections, pool, close: () => (closing ??= close()) };
}

/** Connects; a server that is not there yet gets some time, since both are often started together. */
async function reach(connections: Connections, progress: Progress): Promise<pg.Client> {
  const place = placeOf(connections.url);
  const deadline = Date.now() + unreachableMs;
  for (let told = false; ; told = true) {
    try {
      return await connections.connect({ name: "turnkeeper start" });
    } catch (error) {
      const reason = reasonOf(error);
      if (!isTransient(error)) {
        throw new DatabaseError(`The database at ${place} does not let us in: ${reason}.`, {
          cause: error,
        });
      }
      if (Date.now() >= deadline) {
        throw new DatabaseError(
          `The database at ${place} cannot be reached: ${reason}. ` +
            `Start it, or correct DATABASE_URL. Without DATABASE_URL the server brings its own.`,
          { cause: error },
        );
      }
      if (!told) progress(`Waiting for the database at ${place} (${reason}) …`);
      await pause(500);
    }
  }
}

/** Not there, or still starting: worth another try. A wrong password or name is not. */
function isTransient(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(57P0|53)/.test(error.code ?? "");
  return true;
}

function reasonOf(error: unknown): string {
  // A name with several addresses fails with one error for each, and no message of its own.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}

async function refuseUnsafe(client: pg.Client, allowUnsafe: boolean): Promise<void> {
  const { rows } = await client.query<Record<"version" | "fsync" | "commit" | "readonly", string>>(
    `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit,
            current_setting('transaction_read_only') as readonly`,
  );
  const { version = "0", fsync, commit, readonly } = rows[0] ?? {};
  const major = Math.floor(Number(version) / 10_000);
  if (major < oldestVersion) {
    throw new DatabaseError(
      `The database is PostgreSQL ${major}; Turnkeeper needs ${oldestVersion} or newer.`,
    );
  }
  if (readonly === "on") {
    throw new DatabaseError("The database is read-only, perhaps a standby: use the primary.");
  }
  if (allowUnsafe) return;
  for (const [name, value] of Object.entries({ fsync, synchronous_commit: commit })) {
    if (value !== "off") continue;
    throw new DatabaseError(
      `The database has ${name} off: after a crash it forgets what people were promised. ` +
        `Switch it on, or set ALLOW_UNSAFE_DATABASE=true if losing data is fine.`,
    );
  }
}

async function refuseShared(client: pg.Client, connections: Connections): Promise<void> {
  if (await keepsSessions(client, connections)) return;
  throw new DatabaseError(
    `Between us and the database at ${placeOf(connections.url)} is a pooler that gives each transaction ` +
      `another connection. Set its pool_mode = session, or go to PostgreSQL directly.`,
  );
}

// One meaning everywhere. Counts and sequences are numbers: beyond 2^53 they would silently change,
// so that is an error. A date is a day, not a moment in this machine's time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, safeNumber);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

function safeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${text} is too large for a number`);
}
