// What every part of the server stands on: the database and its clock, keys, limits, metrics, the engine
// and the feed of events.

import { Engine, type EngineOptions } from "../engine/engine.ts";
import type { Statements } from "../engine/statements.ts";
import { Feed } from "../events/feed.ts";
import { keepPositionsRising } from "../events/log.ts";
import type { Catalogue } from "../http/catalogue.ts";
import type { CountTicketRead } from "../http/holder.ts";
import { KeyRequests } from "../http/key-requests.ts";
import { Metrics } from "../http/metrics.ts";
import { PublicWrites } from "../http/public-writes.ts";
import { Streams } from "../http/stream.ts";
import { DatabaseClock, type Clock } from "../infra/clock.ts";
import type { Config } from "../infra/config.ts";
import type { Database } from "../infra/database.ts";
import type { Lifecycle } from "../infra/lifecycle.ts";
import type { Logger } from "../infra/log.ts";
import { OptionalRedis } from "../infra/optional-redis.ts";
import { openRedis } from "../infra/redis.ts";
import { loadSecrets } from "../infra/secrets.ts";
import { MasterKeys } from "../infra/vault.ts";
import { Budgets } from "./budgets.ts";
import { MemoryLimits, SharedLimits } from "./limits.ts";

export interface FoundationOptions {
  config: Config;
  log: Logger;
  database: Database;
  clock?: Clock;
  statements?: Statements;
  gaugesBelievedMs?: number;
}

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

export async function openFoundation(
  options: FoundationOptions,
  catalogue: Catalogue,
  lifecycle: Lifecycle,
) {
  const { config, log, database } = options;
  const { pool, connections } = database;
  const { limits: limit } = config;

  const databaseClock = options.clock ? null : await DatabaseClock.start(pool, log);
  const clock: Clock = options.clock ?? databaseClock!;
  await lifecycle.open({ name: "the database's clock", stop: () => databaseClock?.close() });
  const vault = new MasterKeys(config.masterKey);
  const { secrets, madeMasterKey } = await loadSecrets(pool, vault);
  await keepPositionsRising(pool);
  // Optional: without it, and while it is away, PostgreSQL does everything.
  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, log);
  await lifecycle.open({ name: "Redis", stop: () => redis?.close() });
  const hints = redis && new OptionalRedis(redis);

  const metrics = new Metrics(options.gaugesBelievedMs);
  metrics.gauge(
    "turnkeeper_clock_drift_seconds",
    "How far this machine's clock is ahead of the database's, which decides",
    () => (databaseClock?.driftMs() ?? 0) / 1_000,
  );
  if (redis) {
    const help = "Whether Redis answers: 1, or 0 while it is away";
    metrics.gauge("turnkeeper_redis_up", help, async () => ((await redis.isUp()) ? 1 : 0));
  }

  const limits = new SharedLimits({ pool, redis: hints, secrets, clock, log });
  const memoryLimits = new MemoryLimits(clock);
  const publicWrites = new PublicWrites(limits, limit.publicWritesPerMinute, metrics, log);
  const keyRequests = new KeyRequests({
    limiter: limits,
    refusals: publicWrites,
    perMinute: limit.keyRequestsPerMinute,
    clock,
  });
  const countTicketRead: CountTicketRead = async (request, reply, ticketId) => {
    const perMinute = limit.ticketReadsPerMinute;
    const taken = await memoryLimits.take("ticket reads", ticketId, perMinute, 60_000);
    publicWrites.tell(reply, taken, 60);
    if (!taken.allowed) throw publicWrites.refusal("ticket_reads", request, taken);
  };
  const streams = new Streams({
    all: limit.streams,
    perAddress: limit.streamsPerAddress,
    perOrganisation: limit.streamsPerOrganisation,
  });
  connections.onChange((isAway) => streams.wait(isAway));
  metrics.gauge("turnkeeper_streams", "Open event streams", () => streams.size);

  const feed = new Feed(connections, log);
  await lifecycle.open({ name: "feed", open: () => feed.start(), stop: () => feed.close() });
  const lanes: Omit<EngineOptions, "processor"> = {
    connections,
    clock,
    log,
    maxInBatch: limit.batch,
    maxInMailbox: limit.mailbox,
    ...(options.statements ? { statements: options.statements } : {}),
  };
  const engine = new Engine(lanes);
  await lifecycle.open({ name: "engine", stop: () => engine.close() });
  metrics.gauges("turnkeeper_waiting", "People waiting, by product", "product", async () => {
    const { rows } = await pool.query<{ product: string; n: number }>(
      `select product, sum(n)::int as n from line, unnest(waiting) as n group by product`,
    );
    return rows.map(({ product, n }) => [product, n]);
  });

  return {
    config,
    publicUrl: config.publicUrl,
    log,
    pool,
    connections,
    clock,
    vault,
    secrets,
    madeMasterKey,
    redis,
    hints,
    metrics,
    limits,
    memoryLimits,
    publicWrites,
    keyRequests,
    countTicketRead,
    streams,
    budgets: new Budgets(config.maxPerOrganisation),
    lanes,
    engine,
    feed,
    catalogue,
  };
}
