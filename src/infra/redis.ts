// Redis, when REDIS_URL is set: one connection, or one to each node of a cluster. Whatever Redis does,
// no request hangs on it: a command is given up after a second, a silent connection is closed and
// opened anew, and while there is none commands fail at once instead of piling up. A command whose
// answer was lost is never sent again by itself, since nobody knows whether it was done.

import { createHash } from "node:crypto";
import type { Cluster, CommonRedisOptions, Redis } from "ioredis";
import type { Logger } from "./log.ts";

export type RedisClient = Redis | Cluster;

const commandTimeoutMs = 1_000;
const silenceMs = 2_000;
const maxPauseMs = 1_000;
const patienceAtStartMs = 3_000;

const perConnection = (patience: number): CommonRedisOptions => ({
  commandTimeout: commandTimeoutMs * patience,
  socketTimeout: silenceMs * patience,
  connectTimeout: silenceMs,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times) => Math.min(50 * times, maxPauseMs),
});

export interface RedisTier {
  readonly client: RedisClient;
  /** Whether commands have a chance now. */
  isReady(): boolean;
  /** Whether it answers: asked, since a frozen one looks ready until somebody waits for it. */
  isUp(): Promise<boolean>;
  /** How often it was reached anew. What is there then may be older than what was there before. */
  readonly connections: number;
  /** Runs a script, also after SCRIPT FLUSH or on a server that has never seen it. */
  run(
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown>;
  close(): Promise<void>;
}

export interface Script {
  readonly lua: string;
  readonly sha: string;
}

export function script(lua: string): Script {
  return { lua, sha: createHash("sha1").update(lua).digest("hex") };
}

/**
 * `redis://host:6379/0`, `rediss://…` for TLS. Several addresses separated by commas, or one with
 * `?cluster=true`, are nodes of a cluster. Goes on without Redis when it does not answer soon: it is
 * found as soon as it is back.
 */
export async function openRedis(
  url: string,
  log: Logger,
  /** How many times longer to wait for answers: a benchmark starves the machine on purpose. */
  patience = 1,
): Promise<RedisTier> {
  const client = await clientFor(url, perConnection(patience));
  let connections = 0;
  for (const event of ["ready", "+node"]) client.on(event, () => (connections += 1));
  tellChanges(client, log);
  await untilReady(client);
  return {
    client,
    isReady: () => client.status === "ready",
    isUp: () =>
      client.ping().then(
        () => true,
        () => false,
      ),
    get connections() {
      return connections;
    },
    async run(script, keys, args) {
      const rest = [keys.length, ...keys, ...args] as [number, ...string[]];
      try {
        return await client.evalsha(script.sha, ...rest);
      } catch (error) {
        if (!(error as Error).message.startsWith("NOSCRIPT")) throw error;
        return client.eval(script.lua, ...rest);
      }
    },
    async close() {
      // Politely, but a frozen server must not keep us from leaving.
      await client.quit().catch(() => client.disconnect());
    },
  };
}

async function clientFor(url: string, options: CommonRedisOptions): Promise<RedisClient> {
  const { Cluster, Redis } = await import("ioredis"); // not where there is no Redis
  const addresses = url.split(",").map((address) => new URL(address.trim()));
  const first = addresses[0]!;
  const isCluster = addresses.length > 1 || first.searchParams.get("cluster") === "true";
  if (!isCluster) return new Redis(url, options);
  const nodes = addresses.map((node) => ({ host: node.hostname, port: Number(node.port || 6379) }));
  return new Cluster(nodes, {
    enableOfflineQueue: false,
    clusterRetryStrategy: (times) => Math.min(50 * times, maxPauseMs),
    slotsRefreshTimeout: silenceMs,
    redisOptions: {
      ...options,
      ...(first.username ? { username: decodeURIComponent(first.username) } : {}),
      ...(first.password ? { password: decodeURIComponent(first.password) } : {}),
      ...(first.protocol === "rediss:" ? { tls: {} } : {}),
    },
  });
}

/** Once when it goes away and once when it is back, not with every attempt. */
function tellChanges(client: RedisClient, log: Logger): void {
  let lost = false;
  client.on("error", (error: Error) => {
    if (lost) return;
    lost = true;
    log.warn({ reason: error }, "redis.lost");
  });
  client.on("ready", () => {
    if (lost) log.info({}, "redis.back");
    lost = false;
  });
}

function untilReady(client: RedisClient): Promise<void> {
  if (client.status === "ready") return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      client.off("ready", done);
      resolve();
    };
    const timer = setTimeout(done, patienceAtStartMs);
    client.on("ready", done);
  });
}
