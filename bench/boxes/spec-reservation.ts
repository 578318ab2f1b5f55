// The baseline: the spec's own reservation, step by step: its multi-key lock script, its rules, the
// quantity from the cache, the row, the TTL keys, the release. Favours to it: Redis writes nothing to
// disk, plain pg instead of an ORM, and who does not get the lock tries again after a millisecond or two
// instead of a second or two, since otherwise it would mostly measure that wait.

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import pg from "pg";

const schema = `
  drop schema if exists spec cascade;
  create schema spec;
  create table spec.inventory (
    id text primary key,
    merchant_id text not null,
    remaining integer not null,
    price integer not null,
    status text not null,
    pickup_end timestamptz not null
  );
  create table spec.reservation (
    id text primary key,
    user_id text not null,
    inventory_id text not null,
    status text not null,
    pickup_code text not null,
    amount integer not null,
    reserved_at timestamptz not null,
    expires_at timestamptz not null,
    payment_status text not null
  );
  create index on spec.reservation (user_id, status);
  create index on spec.reservation (status, expires_at);
`;

const lockScript = `
  for i = 1, #KEYS do
    local result = redis.call('SET', KEYS[i], ARGV[2], 'NX', 'EX', ARGV[1])
    if not result then
      for j = 1, i - 1 do redis.call('DEL', KEYS[j]) end
      return 0
    end
  end
  return 1`;

const releaseScript = `
  for i = 1, #KEYS do redis.call('DEL', KEYS[i]) end
  return #KEYS`;

const statement = (name: string, text: string) => ({ name: `spec_${name}`, text });
const find = statement(
  "find",
  `select merchant_id, remaining, status, pickup_end from spec.inventory where id = $1`,
);
const existing = statement(
  "existing",
  `select r.id from spec.reservation r join spec.inventory i on i.id = r.inventory_id
    where r.user_id = $1 and r.status = 'ACTIVE' and i.merchant_id = $2 limit 1`,
);
const quantity = statement("quantity", `select remaining, price from spec.inventory where id = $1`);
const update = statement(
  "update",
  `update spec.inventory set remaining = $2, status = case when $2 = 0 then 'SOLD_OUT' else 'ACTIVE' end
    where id = $1 returning remaining, price`,
);
const insert = statement(
  "insert",
  `insert into spec.reservation (id, user_id, inventory_id, status, pickup_code, amount, reserved_at,
     expires_at, payment_status) values ($1, $2, $3, 'ACTIVE', $4, $5, now(), $6, 'PENDING')`,
);

export interface Boxes {
  /** A fresh inventory. */
  reset(quantity: number): Promise<void>;
  /** Whether this person, who is new, got a box. */
  reserve(): Promise<boolean>;
  /** Boxes that reservations have. */
  sold(): Promise<number>;
  close(): Promise<void>;
}

const ttlMinutes = 20;

export async function openSpecBoxes(
  url: string,
  redisPort: number,
  poolSize: number,
): Promise<Boxes> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  const redis = new Redis({ port: redisPort, lazyConnect: true });
  await redis.connect();
  await redis.config("SET", "appendonly", "no");
  redis.defineCommand("acquire", { lua: lockScript });
  redis.defineCommand("release", { lua: releaseScript });
  const scripts = redis as unknown as {
    acquire(count: number, ...rest: string[]): Promise<number>;
    release(count: number, ...rest: string[]): Promise<number>;
  };
  let inventoryId = "";

  async function locked<T>(keys: string[], work: () => Promise<T>): Promise<T> {
    const owner = randomUUID();
    while ((await scripts.acquire(keys.length, ...keys, "30", owner)) === 0) {
      await pause(1 + Math.random());
    }
    try {
      return await work();
    } finally {
      await scripts.release(keys.length, ...keys);
    }
  }

  async function takeOne(): Promise<number | null> {
    const key = `inventory:quantity:${inventoryId}`;
    let cached = await redis.get(key);
    if (cached === null) {
      const { rows } = await pool.query<{ remaining: number }>(quantity, [inventoryId]);
      cached = String(rows[0]!.remaining);
      await redis.setex(key, 3_600, cached);
    }
    const left = Number(cached) - 1;
    if (left < 0) return null;
    const { rows } = await pool.query<{ remaining: number; price: number }>(update, [
      inventoryId,
      left,
    ]);
    await redis.setex(key, 3_600, String(rows[0]!.remaining));
    return rows[0]!.price;
  }

  return {
    async reset(count) {
      inventoryId = randomUUID();
      await pool.query(schema);
      await redis.flushall();
      await pool.query(
        `insert into spec.inventory values ($1, 'merchant', $2, 450, 'ACTIVE', now() + interval '1 day')`,
        [inventoryId, count],
      );
    },
    async reserve() {
      const userId = randomUUID();
      const keys = [`lock:inventory:${inventoryId}`, `lock:user_merchant:${userId}:merchant`];
      return locked(keys, async () => {
        const { rows } = await pool.query<{
          merchant_id: string;
          remaining: number;
          status: string;
          pickup_end: Date;
        }>(find, [inventoryId]);
        const [box] = rows;
        if (!box || box.status !== "ACTIVE" || box.remaining <= 0) return false;
        if (Date.now() > box.pickup_end.getTime()) return false;
        const active = await pool.query(existing, [userId, box.merchant_id]);
        if (active.rows.length > 0) return false;
        const price = await takeOne();
        if (price === null) return false;
        const id = randomUUID();
        const expiresAt = new Date(Date.now() + ttlMinutes * 60_000);
        const code = randomUUID().slice(0, 6);
        await pool.query(insert, [id, userId, inventoryId, code, price, expiresAt]);
        const mine = `user:reservations:${userId}:merchant`;
        const tracked = JSON.stringify({ id, userId, inventoryId, expiresAt });
        await Promise.all([
          redis.setex(`reservation:ttl:${id}`, ttlMinutes * 60, tracked),
          redis.sadd(mine, id),
          redis.expire(mine, ttlMinutes * 60),
        ]);
        return true;
      });
    },
    async sold() {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::int as n from spec.reservation where status = 'ACTIVE'`,
      );
      return rows[0]!.n;
    },
    async close() {
      await pool.end();
      redis.disconnect();
    },
  };
}
