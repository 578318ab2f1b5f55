// Where positions are kept is one decision for all instances: two that let people in from different
// stores would each fill the room. Every instance says in PostgreSQL which store it uses, again and
// again; one that disagrees with those that run is refused at its start, and one that was taken for dead
// lets nobody in until it has looked again.

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { inTransaction } from "../../engine/transaction.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/log.ts";
import { Recurring } from "../../infra/recurring.ts";
import type { RedisTier } from "../../infra/redis.ts";
import { switchStore } from "./store-switch.ts";

export type StoreKind = "postgres" | "redis";

export interface StoreLeaseDeps {
  pool: pg.Pool;
  redis: RedisTier | null;
  clock: Clock;
  log: Logger;
}

/** The operator has to set all instances alike; the message says how. */
export class StoreMismatch extends Error {
  override name = "StoreMismatch";
}

const renewEveryMs = 2_000;
const leaseMs = 10_000;
/** Others that were cut off from the database have this long to show that they are there. */
const graceMs = 2.5 * renewEveryMs;
const redisKey = "tk:store";
/** Of the lock under which instances come and stores are switched. */
const lockKey = 0x726f6f6d;

interface Other {
  id: string;
  store: StoreKind;
  seen: number;
  age: number;
}

export class StoreLease {
  readonly #deps: StoreLeaseDeps;
  readonly #kind: StoreKind;
  readonly #id = randomUUID();
  readonly #renewing: Recurring;
  #redisId = "";
  #renewedAt = Number.NEGATIVE_INFINITY;
  #agrees = true;

  private constructor(deps: StoreLeaseDeps) {
    this.#deps = deps;
    this.#kind = deps.redis ? "redis" : "postgres";
    const failed = (error: Error) => deps.log.warn({ reason: error }, "waitroom.lease_failed");
    this.#renewing = new Recurring(() => this.#renew(), renewEveryMs, failed);
  }

  /** Refused with StoreMismatch while others run with another store. */
  static async start(deps: StoreLeaseDeps): Promise<StoreLease> {
    const lease = new StoreLease(deps);
    await lease.#comeIn();
    lease.#renewing.start();
    return lease;
  }

  /** Whether nobody can have come in with another store meanwhile; after a long sleep it looks again. */
  async holds(): Promise<boolean> {
    if (performance.now() - this.#renewedAt >= leaseMs) await this.#renew();
    return this.#agrees;
  }

  async close(): Promise<void> {
    await this.#renewing.close();
    await this.#deps.pool
      .query(`delete from instance where id = $1`, [this.#id])
      .catch(() => undefined);
  }

  async #comeIn(): Promise<void> {
    const { pool, clock } = this.#deps;
    const began = performance.now();
    const first = new Map<string, number>();
    for (;;) {
      const others = (await this.#others(pool)).filter(({ store }) => store !== this.#kind);
      for (const { id, seen } of others) {
        if (first.has(id) && first.get(id) !== seen) throw this.#mismatch();
        first.set(id, seen);
      }
      const waited = performance.now() - began;
      const mayLive = ({ age }: Other) => age < leaseMs || waited < graceMs;
      if (!others.some(mayLive)) break;
      await pause(renewEveryMs / 4);
    }
    await inTransaction(pool, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock($1)`, [lockKey]);
      const others = await this.#others(tx);
      const dead = others.filter(({ store }) => store !== this.#kind);
      if (dead.some(({ age }) => age < leaseMs)) throw this.#mismatch();
      await tx.query(
        `delete from instance where id = any($1::uuid[]) or seen_at < now() - interval '1 hour'`,
        [dead.map(({ id }) => id)],
      );
      const { rows } = await tx.query<{ kind: StoreKind; redis_id: string }>(
        `insert into room_store (kind, redis_id) values ($1, $2)
         on conflict (only_one) do update set only_one = true returning kind, redis_id`,
        [this.#kind, randomUUID()],
      );
      const { kind, redis_id: redisId } = rows[0]!;
      this.#redisId = redisId;
      if (kind !== this.#kind) {
        await switchStore(tx, this.#kind, approximateNow(clock));
        await tx.query(`update room_store set kind = $1`, [this.#kind]);
      }
      await this.#sign(tx);
    });
    this.#renewedAt = performance.now();
    await this.#meetInRedis(began);
  }

  /** Those who say that they use Redis have to mean the same one. */
  async #meetInRedis(began: number): Promise<void> {
    const { redis, pool } = this.#deps;
    if (!redis) return;
    for (;;) {
      const found = await redis.client.get(redisKey).catch(() => this.#redisId);
      if (found === this.#redisId) return;
      const others = (await this.#others(pool)).filter(({ age }) => age < leaseMs);
      if (others.length === 0) return await this.#putIntoRedis(redis);
      // Empty: the others put it back soon, if it is theirs.
      if (found !== null || performance.now() - began > graceMs) {
        await this.close();
        throw this.#mismatch();
      }
      await pause(renewEveryMs / 4);
    }
  }

  async #putIntoRedis({ client }: RedisTier): Promise<void> {
    await client.set(redisKey, this.#redisId).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { pool, redis, log } = this.#deps;
    const began = performance.now();
    const agreed = await inTransaction(pool, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock($1)`, [lockKey]);
      const { rows } = await tx.query<{ kind: StoreKind }>(`select kind from room_store`);
      if (rows[0]?.kind !== this.#kind) return false;
      await this.#sign(tx);
      return true;
    });
    let sameRedis = true;
    if (redis && agreed) {
      const found = await redis.client.get(redisKey).catch(() => this.#redisId);
      if (found === null) await this.#putIntoRedis(redis);
      sameRedis = found === null || found === this.#redisId;
    }
    this.#agrees = agreed && sameRedis;
    this.#renewedAt = began;
    if (!this.#agrees) log.error({ reason: this.#mismatch().message }, "waitroom.store_differs");
  }

  async #sign(tx: pg.ClientBase): Promise<void> {
    await tx.query(
      `insert into instance (id, room_store, seen_at) values ($1, $2, clock_timestamp())
       on conflict (id) do update set seen_at = excluded.seen_at`,
      [this.#id, this.#kind],
    );
  }

  async #others(db: pg.Pool | pg.ClientBase): Promise<Other[]> {
    const { rows } = await db.query<Other>(
      `select id, room_store as store, extract(epoch from seen_at)::float8 as seen,
              (extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as age
         from instance where id <> $1`,
      [this.#id],
    );
    return rows;
  }

  #mismatch(): StoreMismatch {
    const where =
      this.#kind === "redis"
        ? "in PostgreSQL, or in another Redis than the one that REDIS_URL names here"
        : "in Redis, and REDIS_URL is not set here";
    return new StoreMismatch(
      `Other running instances keep waiting rooms ${where}. ` +
        `Set REDIS_URL to the same Redis in all instances, or in none; to change it, stop them all first.`,
    );
  }
}
