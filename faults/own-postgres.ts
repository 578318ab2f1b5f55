// A PostgreSQL that a run of faults has for itself, durable as in production, to be killed, frozen,
// stopped and left without room. For root its files can be on a small disk of their own, which can be full.

import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { runPostgres } from "../src/infra/postgres.ts";
import { freePort } from "../test/port.ts";

const databaseName = "faults";

export class OwnPostgres {
  readonly folder: string;
  readonly port: number;
  /** Whether its disk is small and its own. */
  readonly hasOwnDisk: boolean;
  #url = "";
  #frozen: number[] = [];

  private constructor(folder: string, port: number, hasOwnDisk: boolean) {
    this.folder = folder;
    this.port = port;
    this.hasOwnDisk = hasOwnDisk;
  }

  static async start(folder: string, diskMegabytes: number | null): Promise<OwnPostgres> {
    await mkdir(folder, { recursive: true });
    const mounted = diskMegabytes !== null && mount(folder, diskMegabytes);
    const postgres = new OwnPostgres(folder, await freePort(), mounted);
    await postgres.start();
    await postgres.#asAdmin(`create database ${databaseName}`);
    return postgres;
  }

  /** Past all proxies. */
  get url(): string {
    return this.#url;
  }

  /** Also after a crash: it recovers first. Returns once it takes connections. */
  async start(): Promise<void> {
    // Those that lost their postmaster need a moment to notice it; until then it cannot start.
    for (let tries = 1; ; tries++) {
      try {
        const running = await runPostgres(this.folder, () => undefined, {
          durable: true,
          port: this.port,
        });
        this.#url = running.urlOf(databaseName);
        return;
      } catch (error) {
        if (tries === 300) throw error;
        await pause(200);
      }
    }
  }

  /** Once it answers somebody who comes now. */
  async untilReady(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#asAdmin("select 1");
        return;
      } catch (error) {
        if (tries === 300) throw error;
        await pause(100);
      }
    }
  }

  async kill(): Promise<void> {
    const pid = await this.#postmaster();
    process.kill(pid, "SIGKILL");
    while (isAlive(pid)) await pause(10);
  }

  /** As the kernel does for want of memory: PostgreSQL then ends all others and recovers. */
  async killOneBackend(): Promise<void> {
    const { rows } = await this.#asAdmin<{ pid: number }>(
      `select pid from pg_stat_activity where datname = '${databaseName}'
        order by backend_start limit 1`,
    );
    const [{ pid } = { pid: 0 }] = rows;
    if (pid > 0) process.kill(pid, "SIGKILL");
  }

  /** Ends all connections of the servers, politely. */
  async terminateConnections(): Promise<void> {
    await this.#asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName}'`,
    );
  }

  /** Connections stay open and nothing answers. */
  async freeze(): Promise<void> {
    const postmaster = await this.#postmaster();
    this.#frozen = [postmaster, ...(await childrenOf(postmaster))];
    for (const pid of this.#frozen) signal(pid, "SIGSTOP");
  }

  thaw(): void {
    for (const pid of this.#frozen.toReversed()) signal(pid, "SIGCONT");
    this.#frozen = [];
  }

  /** As an operator stops it: at once, no matter who is connected. */
  async stop(): Promise<void> {
    const pid = await this.#postmaster().catch(() => 0);
    if (pid === 0) return;
    signal(pid, "SIGINT");
    for (const deadline = Date.now() + 20_000; isAlive(pid);) {
      if (Date.now() > deadline) signal(pid, "SIGQUIT");
      await pause(20);
    }
  }

  /** Takes all the room that is left on its disk. */
  async fillDisk(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    spawnSync("fallocate", ["--length", String(bavail * bsize), this.#filler()]);
  }

  async freeDisk(): Promise<void> {
    await rm(this.#filler(), { force: true });
  }

  async remove(): Promise<void> {
    this.thaw();
    await this.stop();
    if (this.hasOwnDisk) spawnSync("umount", ["--lazy", this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }

  async isRunning(): Promise<boolean> {
    return this.#postmaster().then(isAlive, () => false);
  }

  #filler(): string {
    return join(this.folder, "filler");
  }

  async #postmaster(): Promise<number> {
    const file = join(this.folder, "postgres/cluster/postmaster.pid");
    return Number((await readFile(file, "utf8")).split("\n", 1)[0]);
  }

  async #asAdmin<Row extends pg.QueryResultRow>(text: string): Promise<pg.QueryResult<Row>> {
    const url = new URL(this.#url);
    url.pathname = "/postgres";
    const client = new pg.Client({
      connectionString: url.href,
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await client.query<Row>(text);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Without root, or where mounting is forbidden, there is no such disk. */
function mount(folder: string, megabytes: number): boolean {
  const options = `size=${megabytes}m,mode=0755`;
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status === 0;
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      // The second field is a name in brackets, which may hold anything.
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    }),
  );
  return pids.filter((_, i) => parents[i] === parent);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
