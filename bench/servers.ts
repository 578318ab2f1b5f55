// The servers a benchmark runs against: a PostgreSQL of its own with the settings the product gives
// to its embedded one (durable commits), and a Redis that fsyncs every write. Where Debian's PostgreSQL is
// installed it is that one, for all sides: it is built for speed, as those of production are; the
// embedded one is built to be small (-Os) and takes a quarter more CPU. Both live in a
// temporary folder and are gone afterwards, also after Ctrl-C.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, chmod, constants, mkdir, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { runPostgres } from "../src/infra/postgres.ts";
import { freePort } from "../test/port.ts";

export interface Servers {
  /** An empty database of its own for each caller. */
  database(name: string): Promise<string>;
  redis(): Promise<{ port: number }>;
  stop(): Promise<void>;
}

export async function startServers(progress: (text: string) => void): Promise<Servers> {
  const folder = await realDiskFolder();
  const endings: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= inReverse(endings));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
  try {
    const postgres = await runPostgres(join(folder, "postgres"), progress, {
      durable: true,
      programs: await debianPrograms(),
    });
    endings.push(() => postgres.stop());
    const admin = new pg.Pool({ connectionString: postgres.urlOf("postgres"), max: 1 });
    // It may hear of the server's end before its own.
    admin.on("error", () => undefined);
    endings.push(() => admin.end());
    progress(await durability(admin));
    return {
      async database(name) {
        await admin.query(`create database ${pg.escapeIdentifier(name)}`);
        return postgres.urlOf(name);
      },
      async redis() {
        const redis = await startRedis(join(folder, "redis"));
        endings.push(() => redis.stop());
        return redis;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const debianFolder = "/usr/lib/postgresql";

/** The newest that is installed; undefined without one. */
async function debianPrograms(): Promise<string | undefined> {
  const versions = await readdir(debianFolder).catch(() => []);
  const usable = versions
    .filter((version) => Number(version) >= 15)
    .toSorted((a, b) => Number(b) - Number(a));
  for (const version of usable) {
    const programs = join(debianFolder, version);
    const whole = await access(join(programs, "bin/initdb"), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (whole) return programs;
  }
  return undefined;
}

async function inReverse(endings: readonly (() => Promise<void>)[]): Promise<void> {
  for (const end of endings.toReversed()) await end();
}

/** In memory (tmpfs) an fsync costs nothing, and a durable commit would look far too fast. */
async function realDiskFolder(): Promise<string> {
  const tmpfs = 0x01021994;
  const { type } = await statfs(tmpdir());
  const folder = await mkdtemp(join(type === tmpfs ? "/var/tmp" : tmpdir(), "turnkeeper-bench-"));
  // As root, PostgreSQL runs as another user, who has to get in.
  await chmod(folder, 0o755);
  return folder;
}

async function durability(admin: pg.Pool): Promise<string> {
  const { rows } = await admin.query<{ version: string; fsync: string; commits: string }>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commits`,
  );
  const seen = rows[0];
  if (seen?.fsync !== "on" || seen.commits !== "on") throw new Error("commits are not durable");
  return `PostgreSQL ${seen.version}, fsync on, synchronous_commit on`;
}

async function startRedis(folder: string): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  await mkdir(folder);
  const server = spawn(
    "redis-server",
    [
      ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder],
      ["--appendonly", "yes", "--appendfsync", "always", "--save", ""],
      // A rewrite forks and competes for the cores; sparing Redis that is a favour to the peer.
      ["--auto-aof-rewrite-percentage", "0"],
    ].flat(),
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await new Promise<void>((resolve, reject) => {
    const tell = (): void =>
      reject(new Error("redis-server did not start: Debian's package redis-server is needed"));
    server.once("error", tell);
    server.once("exit", tell);
    server.stdout.on("data", (text: Buffer) => {
      if (text.includes("Ready to accept connections")) resolve();
    });
  });
  return {
    port,
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}
