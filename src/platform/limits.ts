// How often someone may do something: at most `limit` times in any window, exactly, over all
// instances. One row per subject holds the times of the hits still inside the window; one statement
// drops the old ones and adds this one if there is room, so two instances cannot both take the last.
// With a Redis they are counted there, and while it is away in the database again; those who had used up
// the one starts anew in the other. When both fail, each instance counts in its own memory instead.
//
// Not rate-limiter-flexible: in PostgreSQL it only has fixed windows, which let through twice the
// limit around their edge.

import type pg from "pg";
import { approximateNow, type Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/log.ts";
import type { Hints } from "../infra/optional-redis.ts";
import type { Secrets } from "../infra/secrets.ts";
import { takeInRedis } from "./redis-windows.ts";

export interface Taken {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until one more fits, or, while there is room, until the oldest hit no longer counts. */
  resetSeconds: number;
  /** Takes the hit back: what it was counted for did not happen, or turned out to be fine. */
  giveBack(): Promise<void>;
}

export interface Limits {
  take(name: string, subject: string, limit: number, windowMs: number): Promise<Taken>;
}

const maxSubjectsInMemory = 50_000;
/** Every hit in the window is kept, so a limit above this counts as none rather than as a huge row. */
export const largestLimit = 10_000;
const sweepChunk = 1_000;
/** A refusal is remembered this long, so that a flood from one subject does not reach the database. */
const rememberRefusalMs = 1_000;

export interface LimitsDeps {
  pool: Pick<pg.Pool, "query">;
  secrets: Pick<Secrets, "derive">;
  redis?: Hints | null;
  clock: Clock;
  log: Logger;
}

interface Window {
  allowed: boolean;
  used: number;
  resetSeconds: number;
  giveBack(): Promise<void>;
}

interface WindowRow {
  allowed: boolean;
  used: number;
  hit: string;
  reset_seconds: number;
}

// $1 key, $2 the time by a test's clock or null, $3 window in ms, $4 limit. The time is the
// database's, and never before the latest hit: a statement that had to wait for the row comes with a
// time from before the wait, and would count against a window that others have already left.
const takeOne = `
  with clock as materialized (
    select coalesce($2::timestamptz, clock_timestamp()) as now, $3 * interval '1 millisecond' as span
  )
  insert into rate_window as kept (key, hits, allowed, expires_at)
  select $1, array[now], true, now + span from clock
  on conflict (key) do update set (hits, allowed, expires_at) = (
    select case when cardinality(live) < $4 then live || now else live end,
           cardinality(live) < $4,
           case when cardinality(live) < $4 then now + span else kept.expires_at end
    from (
      select now, span,
             array(select hit from unnest(kept.hits) hit where hit > now - span order by hit) as live
      from (
        select greatest(excluded.hits[1], (select max(hit) from unnest(kept.hits) hit)) as now,
               $3 * interval '1 millisecond' as span
      ) latest
    ) attempt
  )
  returning allowed, cardinality(hits) as used, hits[cardinality(hits)]::text as hit,
            extract(epoch from hits[1] + $3 * interval '1 millisecond' - (select now from clock))
              ::float8 as reset_seconds`;

const giveBackOne = `
  update rate_window
  set hits = array(
    select hit from unnest(hits) with ordinality as each(hit, place)
    where place <> array_position(rate_window.hits, $2::timestamptz) order by place
  )
  where key = $1 and $2::timestamptz = any(hits)`;

const sweepSome = `
  delete from rate_window where ctid = any(array(
    select ctid from rate_window
    where expires_at <= coalesce($1::timestamptz, clock_timestamp())
    limit $2 for update skip locked
  ))`;

export class SharedLimits implements Limits {
  readonly #deps: LimitsDeps;
  readonly #memory: MemoryLimits;
  readonly #refusedUntil = new Map<string, number>();
  #databaseFailed = false;

  constructor(deps: LimitsDeps) {
    this.#deps = deps;
    this.#memory = new MemoryLimits(deps.clock);
  }

  async take(name: string, subject: string, limit: number, windowMs: number): Promise<Taken> {
    if (limit > largestLimit) return unlimited(limit);
    const { secrets, clock, redis } = this.#deps;
    // Telephone numbers and addresses are personal: only their keyed hash is stored.
    const key = `${name}:${secrets.derive(`limit ${name}`, subject)}`;
    const nowMs = approximateNow(clock);
    const refusedUntil = this.#refusedUntil.get(key) ?? 0;
    if (refusedUntil > nowMs) return refusal(limit, (refusedUntil - nowMs) / 1000);

    const inRedis = redis && (await takeInRedis(redis, key, clock.fixed(), windowMs, limit));
    const window = inRedis ?? (await this.#takeInDatabase(key, windowMs, limit));
    if (!window) return this.#memory.take(name, key, limit, windowMs);
    if (!window.allowed) {
      this.#rememberRefusal(key, nowMs, window.resetSeconds * 1000);
      return refusal(limit, window.resetSeconds);
    }
    return {
      allowed: true,
      limit,
      remaining: Math.max(0, limit - window.used),
      resetSeconds: seconds(window.resetSeconds),
      giveBack: once(() => window.giveBack()),
    };
  }

  /** null: it does not answer. */
  async #takeInDatabase(key: string, windowMs: number, limit: number): Promise<Window | null> {
    const { pool, clock } = this.#deps;
    try {
      const { rows } = await pool.query<WindowRow>(takeOne, [key, clock.fixed(), windowMs, limit]);
      const { allowed, used, hit, reset_seconds: resetSeconds } = rows[0]!;
      this.#note(false);
      const giveBack = async () => {
        await pool.query(giveBackOne, [key, hit]).catch(() => undefined);
      };
      return { allowed, used, resetSeconds, giveBack };
    } catch (error) {
      this.#note(true, error);
      return null;
    }
  }

  /** Deletes windows that nobody is in any more, a chunk at a time so that no lock is held long. */
  async sweep(): Promise<number> {
    this.#refusedUntil.clear();
    let swept = 0;
    for (;;) {
      const { rowCount } = await this.#deps.pool.query(sweepSome, [
        this.#deps.clock.fixed(),
        sweepChunk,
      ]);
      swept += rowCount ?? 0;
      if ((rowCount ?? 0) < sweepChunk) return swept;
    }
  }

  #rememberRefusal(key: string, nowMs: number, resetMs: number): void {
    if (this.#refusedUntil.size >= maxSubjectsInMemory) this.#refusedUntil.clear();
    this.#refusedUntil.set(key, nowMs + Math.min(resetMs, rememberRefusalMs));
  }

  #note(failed: boolean, error?: unknown): void {
    if (failed === this.#databaseFailed) return;
    this.#databaseFailed = failed;
    if (failed) this.#deps.log.warn({ reason: error }, "limits.in_memory");
    else this.#deps.log.info({}, "limits.shared_again");
  }
}

/** The same windows in this process alone, for what need not be shared, and for when it cannot be. */
export class MemoryLimits implements Limits {
  readonly #clock: Clock;
  readonly #maxSubjects: number;
  readonly #windows = new Map<string, number[]>();

  constructor(clock: Clock, maxSubjects = maxSubjectsInMemory) {
    this.#clock = clock;
    this.#maxSubjects = maxSubjects;
  }

  take(name: string, subject: string, limit: number, windowMs: number): Promise<Taken> {
    if (limit > largestLimit) return Promise.resolve(unlimited(limit));
    const key = `${name}:${subject}`;
    const nowMs = approximateNow(this.#clock);
    const live = (this.#windows.get(key) ?? []).filter((hitMs) => hitMs > nowMs - windowMs);
    const allowed = live.length < limit;
    if (allowed) live.push(nowMs);
    this.#keep(key, live);
    const resetSeconds = ((live[0] ?? nowMs) + windowMs - nowMs) / 1000;
    if (!allowed) return Promise.resolve(refusal(limit, resetSeconds));
    return Promise.resolve({
      allowed,
      limit,
      remaining: limit - live.length,
      resetSeconds: seconds(resetSeconds),
      giveBack: once(() => {
        const hits = this.#windows.get(key);
        const place = hits?.indexOf(nowMs) ?? -1;
        if (place >= 0) hits!.splice(place, 1);
        return Promise.resolve();
      }),
    });
  }

  /** Most recently used last; the one unused for longest is forgotten first. */
  #keep(key: string, hits: number[]): void {
    this.#windows.delete(key);
    this.#windows.set(key, hits);
    if (this.#windows.size <= this.#maxSubjects) return;
    const oldest = this.#windows.keys().next();
    if (!oldest.done) this.#windows.delete(oldest.value);
  }
}

function unlimited(limit: number): Taken {
  return {
    allowed: true,
    limit,
    remaining: limit,
    resetSeconds: 1,
    giveBack: () => Promise.resolve(),
  };
}

function refusal(limit: number, resetSeconds: number): Taken {
  return {
    allowed: false,
    limit,
    remaining: 0,
    resetSeconds: seconds(resetSeconds),
    giveBack: () => Promise.resolve(),
  };
}

function seconds(value: number): number {
  return Math.max(1, Math.ceil(value));
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}
