// One server per data folder. The server that holds an advisory lock in the embedded database owns the
// folder: a second one is told so, and only the owner stops the database. The lock lives as long as a
// connection that is used for nothing else. When the server dies, however it dies, the lock is gone.
import type pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import { Connections, withoutLimits } from "./connections.ts";
import type { Logger } from "./log.ts";
import {
  runPostgres,
  type EmbeddedPostgres,
  type Progress,
  type StartOptions,
} from "./postgres.ts";

export interface OwnedDatabase {
  url: string;
  release(): Promise<void>;
}

export class FolderInUseError extends Error {
  override name = "FolderInUseError";
}

const databaseName = "turnkeeper";
const ownerLock = [0x7475726e, 1]; // "turn"
/** A server that is being replaced may still be stopping. */
const patienceMs = 5_000;

export async function ownDatabase(
  dataDir: string,
  log: Logger,
  progress: Progress,
): Promise<OwnedDatabase> {
  let { server, client } = await takeOwnership(dataDir, log, progress);
  const closing = new AbortController();
  let regaining: Promise<void> | null = null;
  const known = await client.query(`select 1 from pg_database where datname = $1`, [databaseName]);
  if (known.rowCount === 0) await client.query(`create database ${databaseName}`);

  // The database may crash, or be killed. Everyday queries fail meanwhile; we start it again at the
  // address that the pool knows.
  async function regain(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        ({ server, client } = await takeOwnership(dataDir, log, progress, {
          port: server.port,
        }));
        regaining = null;
        watch();
        log.info("database.regained");
        return;
      } catch (err) {
        log.error({ err }, "database.not_regained");
        await pause(2_000, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }
  function watch(): void {
    client.once("end", () => {
      if (closing.signal.aborted) return;
      log.error("database.owner_connection_lost");
      regaining = regain();
    });
  }
  watch();

  return {
    url: server.urlOf(databaseName),
    async release() {
      closing.abort();
      await regaining;
      // The lock is kept until the database has stopped: it ends the connection itself. Without the
      // lock the database may be somebody else's.
      if (regaining === null) await server.stop();
      await client.end().catch(() => {});
    },
  };
}

/** Of a server that owns the folder already. */
export async function urlOfRunning(dataDir: string, progress: Progress): Promise<string> {
  return (await runPostgres(dataDir, progress)).urlOf(databaseName);
}

async function takeOwnership(
  dataDir: string,
  log: Logger,
  progress: Progress,
  options: StartOptions = {},
): Promise<{ server: EmbeddedPostgres; client: pg.Client }> {
  const deadline = Date.now() + patienceMs;
  for (let told = false; ; told = true) {
    const server = await runPostgres(dataDir, progress, options);
    const connections = new Connections(server.urlOf("postgres"), log);
    let client: pg.Client | null = null;
    let problem: unknown;
    try {
      client = await connections.connect({ name: "turnkeeper owner" });
      await withoutLimits(client); // making the database takes a while on a slow disk
      const { rows } = await client.query<{ taken: boolean }>(
        `select pg_try_advisory_lock($1, $2) as taken`,
        ownerLock,
      );
      if (rows[0]?.taken) return { server, client };
      problem = new FolderInUseError(
        `Another server is running on the data folder ${dataDir}. ` +
          `Stop that one first, or give this one its own folder with DATA_DIR.`,
      );
    } catch (error) {
      problem = error; // it was just stopping: the next round starts it again
    }
    await client?.end().catch(() => {});
    if (Date.now() > deadline) throw problem;
    if (!told && problem instanceof FolderInUseError) {
      progress(`The data folder ${dataDir} is in use, waiting for a moment …`);
    }
    await pause(250);
  }
}
