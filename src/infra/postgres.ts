// The PostgreSQL that comes with the server: made on the first start, found again on the next.
//
// It is driven with pg_ctl, which puts it into a session of its own: Ctrl-C reaches the server alone,
// and the database outlives a server that is killed. postmaster.pid then tells the next start where
// it is. It listens on 127.0.0.1 only, on a free port, and has no Unix socket, whose path could be
// too long.
import { randomBytes } from "node:crypto";
import { chown, readFile, readlink, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openHome, PostgresError, run, type PostgresHome } from "./postgres-home.ts";

export interface EmbeddedPostgres {
  port: number;
  urlOf(database: string): string;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** A free one unless given. */
  port?: number;
  /** Off is for tests only: they make many databases, which is ten times faster without fsync. */
  durable?: boolean;
  /** The folder with bin, lib and share of another PostgreSQL than the one that comes along. */
  programs?: string | undefined;
}

export type Progress = (text: string) => void;

const user = "turnkeeper";
const startSeconds = 300; // long enough to recover after a crash
const stopSeconds = 60;

/** Makes, starts or finds the PostgreSQL of a data folder; the options count if it has to be started. */
export async function runPostgres(
  dataDir: string,
  progress: Progress,
  options: StartOptions = {},
): Promise<EmbeddedPostgres> {
  const create = async (fresh: PostgresHome) => {
    progress("Making the database, once …");
    await initialise(fresh);
  };
  const home = await openHome(dataDir, progress, create, options.programs);
  const password = await readFile(passwordFile(home), "utf8");
  const port = (await findRunning(home, progress)) ?? (await start(home, progress, options));
  return {
    port,
    urlOf: (database) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    stop: () => stop(home),
  };
}

const builtinLocale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
const clusterFolder = (home: PostgresHome) => join(home.folder, "cluster");
const passwordFile = (home: PostgresHome) => join(home.folder, "password");
const logFile = (home: PostgresHome) => join(home.folder, "postgres.log");
const program = (home: PostgresHome, name: string) => join(home.programs, "bin", name);

async function initialise(home: PostgresHome): Promise<void> {
  await writeFile(passwordFile(home), randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (home.identity) await chown(passwordFile(home), home.identity.uid, home.identity.gid);
  const { output: version } = await run(program(home, "postgres"), ["--version"], home.identity);
  const major = Number(/\d+/.exec(version)?.[0]);
  const made = await run(
    program(home, "initdb"),
    [
      ["-D", clusterFolder(home)],
      ["-U", user, "--auth=scram-sha-256", `--pwfile=${passwordFile(home)}`],
      // The same order and case rules on every machine, whatever languages it has installed.
      ["--encoding=UTF8", ...(major < 17 ? ["--locale=C.UTF-8"] : builtinLocale)],
      ["--no-instructions"],
    ].flat(),
    home.identity,
  );
  if (!made.ok) throw new PostgresError(`The database could not be made: ${made.output}`);
}

/** The port of a PostgreSQL that already runs on this folder, once it is ready; null if none does. */
async function findRunning(home: PostgresHome, progress: Progress): Promise<number | null> {
  const deadline = Date.now() + startSeconds * 1000;
  for (let told = false; Date.now() < deadline; await pause(100)) {
    const running = await readPidFile(home);
    if (running === null) return null;
    if (!(await runsOn(running.pid, clusterFolder(home)))) {
      // Left by a power cut. Its number may belong to another program by now, which would make
      // PostgreSQL refuse to start.
      await rm(join(clusterFolder(home), "postmaster.pid"), { force: true });
      return null;
    }
    if (running.status === "ready") return running.port;
    if (!told) progress("Waiting for the database of an earlier start …");
    told = true;
  }
  throw new PostgresError(
    `The database in ${home.folder} is neither ready nor stopped; see ${logFile(home)}.`,
  );
}

async function readPidFile(
  home: PostgresHome,
): Promise<{ pid: number; port: number; status: string } | null> {
  const text = await readFile(join(clusterFolder(home), "postmaster.pid"), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    },
  );
  if (text === null) return null;
  const lines = text.split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? "" };
}

/** PostgreSQL works inside its cluster's folder, which stays true when somebody moves the folder. */
async function runsOn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === "linux") {
    return readlink(`/proc/${pid}/cwd`).then(
      (folder) => folder === cluster,
      () => false,
    );
  }
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function start(
  home: PostgresHome,
  progress: Progress,
  options: StartOptions,
): Promise<number> {
  let tail = "";
  for (let attempt = 1; attempt <= 5; attempt++) {
    const port = options.port ?? (await freePort());
    const logged = await stat(logFile(home)).then(
      ({ size }) => size,
      () => 0,
    );
    const started = await run(
      program(home, "pg_ctl"),
      [
        ["start", "-s", "-w", "-t", String(startSeconds)],
        ["-D", clusterFolder(home), "-l", logFile(home)],
        ["-o", settings(port, options.durable ?? true).join(" ")],
      ].flat(),
      home.identity,
    );
    if (started.ok) return port;
    // Another server on this folder was faster: the lock on the database decides between the two.
    const other = await findRunning(home, progress);
    if (other !== null) return other;
    const log = await readFile(logFile(home)).catch(() => Buffer.from(""));
    tail = log.subarray(logged).toString().trim() || started.output;
    if (!tail.includes("could not create any TCP/IP sockets")) break;
  }
  throw new PostgresError(`PostgreSQL in ${home.folder} does not start:\n${tail}`);
}

function settings(port: number, durable: boolean): string[] {
  const values = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 100,
    shared_buffers: "256MB",
    // After each checkpoint every page is written whole once more, and keys of requests land on any
    // page: with the default of 1GB a busy queue would make checkpoints all the time.
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    wal_buffers: "16MB",
    fsync: durable ? "on" : "off",
    synchronous_commit: "on",
    jit: "off",
    timezone: "UTC",
    // What goes wrong with a statement is in the server's own log. Here it would repeat what people
    // typed, names and phone numbers included.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    log_timezone: "UTC",
  };
  return Object.entries(values).map(([name, value]) => `-c ${name}=${value}`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((done, fail) => {
    probe.on("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

/**
 * Stops it, cutting off all who are connected. Not with pg_ctl: when the next server starts the database
 * in the very moment in which it has stopped, pg_ctl takes that one for the old one and waits for ever.
 */
async function stop(home: PostgresHome): Promise<void> {
  const running = await readPidFile(home);
  if (running === null) return;
  const { pid } = running;
  const deadline = Date.now() + stopSeconds * 1000;
  for (let asked = false; await runsOn(pid, clusterFolder(home)); await pause(20)) {
    if (!asked) process.kill(pid, "SIGINT");
    asked = true;
    if (Date.now() > deadline) {
      throw new PostgresError(
        `PostgreSQL in ${home.folder} does not stop (process ${pid}); see ${logFile(home)}.`,
      );
    }
  }
}
