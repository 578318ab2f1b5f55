// A consumer follows everything that happens. It reads the log a page at a time, and its cursor is stored:
// after a crash any instance continues from there. A lease lets one instance at a time work for a consumer.
// Should two do so after all, the second finds that the cursor has moved and takes back what it wrote.

import type pg from "pg";
import { Lease } from "../engine/lease.ts";
import { inTransaction } from "../engine/transaction.ts";
import { DatabaseAway } from "../infra/database-errors.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Logger } from "../infra/log.ts";
import { beginning, endOfLog, readLog, type LoggedEvent, type LogPage, type Place } from "./log.ts";

export interface Consumer {
  readonly name: string;
  /** Only events of these types are handed over. */
  readonly types: readonly string[];
  /** Where it begins when it is new. "now" may include what was written a moment before, and misses nothing. */
  readonly from: "the beginning" | "now";
  /** What it writes is committed with the cursor: each event counts once. */
  write?(tx: pg.PoolClient, events: readonly LoggedEvent[]): Promise<void>;
  /** What it does elsewhere, before the cursor moves. It may be done again after a crash. */
  act?(events: readonly LoggedEvent[]): Promise<void>;
}

export interface ConsumerOptions {
  pool: pg.Pool;
  log: Logger;
  consumers: readonly Consumer[];
  /** Calls back when something happened anywhere; returns the end of it. */
  onNews(listener: () => void): () => void;
}

const pageSize = 500;
const everyMs = 1_000;
/** Under load it takes in many at a time. */
const pauseMs = { least: 100, most: 30_000 };
/** Of positions without anything for it: so many are looked through again, at most, after a restart. */
const maxUnnoted = 1_000;

export class Consumers {
  readonly #loops: ConsumerLoop[];
  readonly #options: ConsumerOptions;
  #unlisten: () => void = () => undefined;

  constructor(options: ConsumerOptions) {
    this.#options = options;
    this.#loops = options.consumers.map((consumer) => new ConsumerLoop(consumer, options));
  }

  async start(): Promise<void> {
    for (const { consumer } of this.#loops) await enter(this.#options.pool, consumer);
    this.#unlisten = this.#options.onNews(() => {
      for (const loop of this.#loops) loop.wake();
    });
    for (const loop of this.#loops) loop.wake();
  }

  /** Takes in everything that is there; for tests, and to start a consumer anew. */
  async catchUp(): Promise<void> {
    for (const loop of this.#loops) await loop.catchUp();
  }

  gauge(metrics: Pick<Metrics, "gauges" | "shared">): void {
    const lags = metrics.shared(() => this.lag());
    metrics.gauges(
      "turnkeeper_consumer_lag_events",
      "Events that a consumer of the log has not taken in yet",
      "consumer",
      async () => (await lags()).map(({ name, events }) => [name, events]),
    );
    metrics.gauges(
      "turnkeeper_consumer_lag_seconds",
      "Age of the oldest event that a consumer of the log has not taken in yet",
      "consumer",
      async () => (await lags()).map(({ name, seconds }) => [name, seconds]),
    );
  }

  /** How far each is behind. */
  lag(): Promise<ConsumerLag[]> {
    const { pool, consumers } = this.#options;
    return Promise.all(consumers.map((consumer) => lagOf(pool, consumer)));
  }

  /** Every consumer has taken in what it wants below this position, also those of other versions. */
  async takenInUpTo(): Promise<number> {
    const { pool, consumers } = this.#options;
    const { rows } = await pool.query<{ position: number }>(
      `select position from event_consumer where not name = any($1)`,
      [consumers.map(({ name }) => name)],
    );
    const own = await Promise.all(this.#loops.map((loop) => loop.takenInUpTo()));
    return Math.min(...own, ...rows.map(({ position }) => position), Number.MAX_SAFE_INTEGER);
  }

  async close(): Promise<void> {
    this.#unlisten();
    await Promise.all(this.#loops.map((loop) => loop.close()));
  }
}

/** A consumer that nobody knows yet is written down with where it begins. */
async function enter(pool: pg.Pool, { name, from }: Consumer): Promise<void> {
  const { position, lineId, seq } = from === "now" ? await endOfLog(pool) : beginning;
  await pool.query(
    `insert into event_consumer (name, position, line_id, seq) values ($1, $2, $3, $4)
      on conflict (name) do nothing`,
    [name, position, lineId, seq],
  );
}

class ConsumerLoop {
  readonly consumer: Consumer;
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #lease: Lease;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #news = false;
  #failures = 0;
  #closed = false;

  constructor(consumer: Consumer, { pool, log }: ConsumerOptions) {
    this.consumer = consumer;
    this.#pool = pool;
    this.#log = log;
    this.#lease = new Lease(pool, `consumer ${consumer.name}`);
  }

  /** News while it works is looked at afterwards; after a failure it waits for its turn. */
  wake(): void {
    this.#news = true;
    if (this.#running || this.#failures > 0) return;
    this.#sleep(pauseMs.least);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  #sleep(ms: number): void {
    if (this.#closed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#turn().finally(() => {
        this.#running = null;
        this.#sleep(this.#nextMs());
      });
    }, ms);
  }

  #nextMs(): number {
    if (this.#failures > 0) return Math.min(everyMs * 2 ** (this.#failures - 1), pauseMs.most);
    return this.#news ? pauseMs.least : everyMs;
  }

  async #turn(): Promise<void> {
    this.#news = false;
    try {
      await this.catchUp();
      this.#failures = 0;
    } catch (error) {
      // That the database is away is nobody's fault here: it is asked again at the usual pace.
      this.#failures = error instanceof DatabaseAway ? 1 : this.#failures + 1;
      const { name } = this.consumer;
      this.#log.error(
        { reason: error, consumer: name, failures: this.#failures },
        "consumer.failed",
      );
    }
  }

  async catchUp(): Promise<void> {
    if (!(await this.#isBehind()) || !(await this.#lease.take())) return;
    try {
      while (!this.#closed && (await this.#takeIn()) && (await this.#lease.renew()));
    } finally {
      // If that fails, it runs out by itself.
      await this.#lease.giveBack().catch(() => undefined);
    }
  }

  /** Nothing is written while nothing has happened that it wants, but for a note of how far it has read. */
  async #isBehind(): Promise<boolean> {
    const place = await this.#place();
    const { events, upTo } = await this.#read(place, 1);
    return events.length > 0 || upTo.position - place.position > maxUnnoted;
  }

  async takenInUpTo(): Promise<number> {
    const { events, upTo } = await this.#read(await this.#place(), 1);
    return events[0]?.position ?? upTo.position;
  }

  async #place(): Promise<Place> {
    const { rows } = await this.#pool.query<Place>(
      `select position, line_id as "lineId", seq from event_consumer where name = $1`,
      [this.consumer.name],
    );
    return rows[0]!;
  }

  #read(place: Place, limit: number): Promise<LogPage> {
    return readLog(this.#pool, { types: this.consumer.types }, place, limit);
  }

  /** Says whether there may be more. */
  async #takeIn(): Promise<boolean> {
    const { write, act } = this.consumer;
    const place = await this.#place();
    const { events, upTo, hasMore } = await this.#read(place, pageSize);
    if (upTo.position === place.position && events.length === 0) return false;
    if (events.length > 0) await act?.call(this.consumer, events);
    await inTransaction(this.#pool, async (tx) => {
      if (events.length > 0) await write?.call(this.consumer, tx, events);
      await this.#move(tx, place, upTo);
    });
    return hasMore;
  }

  async #move(tx: pg.PoolClient, from: Place, to: Place): Promise<void> {
    const { rowCount } = await tx.query(
      `update event_consumer set position = $5, line_id = $6, seq = $7, moved_at = now()
        where name = $1 and (position, line_id, seq) = ($2, $3::uuid, $4)`,
      [this.consumer.name, from.position, from.lineId, from.seq, to.position, to.lineId, to.seq],
    );
    if (rowCount !== 1) throw new Error("another instance has taken these events in");
  }
}

export async function consumerNames(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from event_consumer order by name`,
  );
  return rows.map(({ name }) => name);
}

/** It is handed everything again, from the first event on. */
export async function startAnew(pool: pg.Pool, name: string): Promise<void> {
  const { position, lineId, seq } = beginning;
  await pool.query(
    `update event_consumer set position = $2, line_id = $3, seq = $4, moved_at = now()
      where name = $1`,
    [name, position, lineId, seq],
  );
}

export interface ConsumerLag {
  name: string;
  /** Events of its types that are not taken in yet; counted up to a limit. */
  events: number;
  /** How old the oldest of them is. */
  seconds: number;
}

const maxCounted = 100_000;

/** Index: event_position. */
async function lagOf(pool: pg.Pool, { name, types }: Consumer): Promise<ConsumerLag> {
  const { rows } = await pool.query<ConsumerLag>(
    `select c.name, count(behind.at)::int as events,
        coalesce(greatest(extract(epoch from clock_timestamp() - min(behind.at)), 0), 0)::float8
          as seconds
       from event_consumer c left join lateral (
         select e.at from event e
          where e.position >= c.position and e.type = any($2)
            and (e.position, e.line_id, e.seq) > (c.position, c.line_id, c.seq)
          order by e.position limit $3
       ) behind on true
      where c.name = $1 group by c.name`,
    [name, types, maxCounted],
  );
  return rows[0]!;
}
