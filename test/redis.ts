// A real redis-server for a test file, on a port of its own, keeping nothing on disk unless told to.
// Also six of them as a cluster.

import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./port.ts";

export interface TestRedis {
  url: string;
  port: number;
  /** Freezes it: connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
  /** Kills it at once, as a crash would. */
  kill(): Promise<void>;
  /** The same address, with nothing in it. */
  restartEmpty(): Promise<void>;
  /** It runs on, with nothing in it. */
  empty(): Promise<void>;
  /** Keeps what is in it now, for `restartAsSaved`. */
  save(): Promise<void>;
  /** The same address, with what was in it when it was saved. */
  restartAsSaved(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestCluster {
  /** For REDIS_URL. */
  url: string;
  nodes: TestRedis[];
  stop(): Promise<void>;
}

export async function startRedis(more: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-redis-"));
  let server = await launch(port, folder, more);
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pause: () => void server.kill("SIGSTOP"),
    resume: () => void server.kill("SIGCONT"),
    kill,
    async restartEmpty() {
      await kill();
      await rm(join(folder, "dump.rdb"), { force: true });
      server = await launch(port, folder, more);
    },
    async save() {
      await promisify(execFile)("redis-cli", ["-p", String(port), "save"]);
    },
    async restartAsSaved() {
      await kill();
      server = await launch(port, folder, more);
    },
    async empty() {
      await promisify(execFile)("redis-cli", ["-p", String(port), "flushall"]);
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Three masters, each with a replica. */
export async function startRedisCluster(): Promise<TestCluster> {
  const nodes: TestRedis[] = [];
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  try {
    for (let made = 0; made < 6; made++) {
      // The bus has its port named: the usual one, 10,000 above, may not exist.
      const bus = await freePort();
      const settings = ["--cluster-enabled", "yes", "--cluster-port", String(bus)];
      nodes.push(await startRedis([...settings, "--cluster-node-timeout", "2000"]));
    }
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    const create = ["--cluster", "create", ...addresses, "--cluster-replicas", "1"];
    await promisify(execFile)("redis-cli", [...create, "--cluster-yes"]);
    return { url: nodes.map(({ url }) => url).join(","), nodes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const server of running) server.kill("SIGKILL");
});

async function launch(
  port: number,
  folder: string,
  more: readonly string[],
): Promise<ChildProcess> {
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const server = spawn("redis-server", [...settings, "--save", "", "--appendonly", "no", ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(server);
  server.once("exit", () => running.delete(server));
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const tell = () => reject(new Error(`redis-server did not start\n${said}`));
    server.once("error", tell);
    server.once("exit", tell);
    server.stdout.on("data", (text: Buffer) => {
      said += text.toString();
      if (said.includes("Ready to accept connections")) resolve();
    });
  });
  server.removeAllListeners("error");
  server.stdout.removeAllListeners("data").resume();
  server.unref();
  return server;
}
