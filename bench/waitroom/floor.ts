// What this machine's Redis does at most when each call is an EVALSHA of a single command, as
// redis-benchmark measures it: 64 connections, one call in flight on each.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RedisTier } from "../../src/infra/redis.ts";
import type { Figures } from "../harness.ts";
import { freePort } from "../../test/port.ts";

const run = promisify(execFile);

/** Keeps nothing on disk: it is the scripts that are compared. */
export async function startPlainRedis(): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-bench-redis-"));
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const server = spawn("redis-server", [...settings, "--save", "", "--appendonly", "no"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const text of server.stdout) {
    if (String(text).includes("Ready to accept connections")) break;
  }
  return {
    port,
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Floor {
  zadd(calls: number): Promise<Figures>;
  zrank(calls: number): Promise<Figures>;
}

/** Against a sorted set of as many members as there are people. */
export async function prepareFloor(redis: RedisTier, port: number, people: number): Promise<Floor> {
  const { client } = redis;
  for (let from = 0; from < people; from += 1_000) {
    const members: (string | number)[] = [];
    for (let n = from; n < Math.min(from + 1_000, people); n++) {
      members.push(n, `m:${String(n).padStart(12, "0")}`);
    }
    await client.zadd("floor", ...members);
  }
  const load = async (lua: string) => (await client.script("LOAD", lua)) as string;
  const zadd = await load(`return redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])`);
  const zrank = await load(`return redis.call('ZRANK', KEYS[1], ARGV[1])`);
  const bench = async (calls: number, ...command: string[]): Promise<Figures> => {
    const options = ["-p", String(port), "-c", "64", "-P", "1", "-n", String(calls), "--csv"];
    const { stdout } = await run("redis-benchmark", [...options, "-r", String(people), ...command]);
    const lines = stdout.trim().split("\n");
    const cells = lines
      .at(-1)!
      .split(",")
      .map((cell) => cell.replaceAll('"', ""));
    const [perSecond = 0, , , p50 = 0, p95 = 0, p99 = 0] = cells.slice(1).map(Number);
    return { perSecond, p50, p95, p99, calls };
  };
  return {
    // New members, as joins are.
    zadd: (calls) => bench(calls, "EVALSHA", zadd, "1", "floor", "__rand_int__", "n:__rand_int__"),
    zrank: (calls) => bench(calls, "EVALSHA", zrank, "1", "floor", "m:__rand_int__"),
  };
}
