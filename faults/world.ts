// Everything that a run of faults has for itself: a PostgreSQL, a Redis, several servers with a proxy
// between each and the database, and a connection of our own that passes all of them by.

import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import "../src/infra/database.ts"; // sets the parsers
import { startRedis, type TestRedis } from "../test/redis.ts";
import { TcpProxy } from "../test/tcp-proxy.ts";
import { Instance } from "./instance.ts";
import { OwnPostgres } from "./own-postgres.ts";

export const poolSize = 5;

export type Ask = <Row extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>;

export interface World {
  folder: string;
  key: string;
  postgres: OwnPostgres;
  redis: TestRedis;
  instances: Instance[];
  /** Asks the database, past all proxies, on a connection of its own. */
  ask: Ask;
  /** Everything that is asked sees the database as it is at one moment. */
  atOneMoment<Seen>(look: (ask: Ask) => Promise<Seen>): Promise<Seen>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  instances: number;
  /** A disk of its own for PostgreSQL, which can be full; null: none. */
  diskMegabytes: number | null;
}

export async function startWorld({ instances, diskMegabytes }: WorldOptions): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-faults-"));
  // As root, PostgreSQL runs as another user, who has to get in.
  await chmod(folder, 0o755);
  const endings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  try {
    const postgres = await OwnPostgres.start(join(folder, "database"), diskMegabytes);
    endings.push(() => postgres.remove());
    const redis = await startRedis();
    endings.push(() => redis.stop());
    const key = `faults-${randomBytes(16).toString("hex")}`;
    const servers: Instance[] = [];
    endings.push(() => Promise.all(servers.map((server) => server.kill())));
    for (let n = 0; n < instances; n++) {
      const proxy = await TcpProxy.start({ host: "127.0.0.1", port: postgres.port });
      endings.push(() => proxy.close());
      const database = new URL(postgres.url);
      database.port = String(proxy.port);
      const env = environment({ folder, key, database: database.href, redis: redis.url });
      servers.push(await Instance.start({ n, folder, proxy, env }));
    }
    const asking = <Seen>(work: (ask: Ask) => Promise<Seen>) => connected(postgres.url, work);
    return {
      folder,
      key,
      postgres,
      redis,
      instances: servers,
      ask: (text, values) => asking((ask) => ask(text, values)),
      atOneMoment: (look) =>
        asking(async (ask) => {
          await ask("begin isolation level repeatable read read only");
          return look(ask);
        }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What an operator would set, and nothing of ours. */
function environment(given: { folder: string; key: string; database: string; redis: string }) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
    HOST: "127.0.0.1",
    // The same for all: who was let in by one is let in by all.
    PUBLIC_URL: "https://turnkeeper.example",
    DATA_DIR: join(given.folder, "data"),
    DATABASE_URL: given.database,
    DATABASE_POOL_SIZE: String(poolSize),
    REDIS_URL: given.redis,
    TURNKEEPER_API_KEY: given.key,
    TURNKEEPER_MASTER_KEY: given.key.padEnd(32, "-"),
    LOG_LEVEL: "warn",
    // One address stands for hundreds of people.
    LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000000",
    LIMIT_TICKET_READS_PER_MINUTE: "1000000",
  };
}

async function connected<Seen>(url: string, work: (ask: Ask) => Promise<Seen>): Promise<Seen> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows as never);
  } finally {
    await client.end().catch(() => undefined);
  }
}
