// The specification's lock over several keys, taken by one script, all or none. A release proves that the lock
// is its own: a holder whose lock ran out while it slept must not free the next one's. The lock keeps servers
// from crowding one row of the database. That nobody gets a box twice is up to the database, and holds
// without it.

import { hash, randomUUID } from "node:crypto";
import type { Hints } from "../../infra/optional-redis.ts";
import { script } from "../../infra/redis.ts";

// Looks at all before it takes any: nothing has to be given back when one of them is held.
const takeAll = script(`
  for i, key in ipairs(KEYS) do
    if redis.call("exists", key) == 1 then return i end
  end
  for _, key in ipairs(KEYS) do
    redis.call("set", key, ARGV[1], "px", ARGV[2])
  end
  return 0
`);

const releaseOwn = script(`
  local released = 0
  for _, key in ipairs(KEYS) do
    if redis.call("get", key) == ARGV[1] then
      released = released + redis.call("del", key)
    end
  end
  return released
`);

/** "held": all are ours. "blocked": somebody has this one. "away": no lock to be had from anybody. */
export type Taken =
  | { kind: "held"; owner: string }
  | { kind: "blocked"; key: string }
  | { kind: "away" };

export interface LockOptions {
  /** A holder that dies blocks the others for this long. */
  ttlMs?: number;
}

export class Locks {
  readonly #redis: Hints;
  readonly #ttlMs: number;

  constructor(redis: Hints, { ttlMs = 2_000 }: LockOptions = {}) {
    this.#redis = redis;
    this.#ttlMs = ttlMs;
  }

  async take(keys: readonly string[]): Promise<Taken> {
    const owner = randomUUID();
    const blocked = await this.#redis.ask(takeAll, keys, [owner, this.#ttlMs]);
    if (blocked === undefined) return { kind: "away" };
    if (blocked === 0) return { kind: "held", owner };
    return { kind: "blocked", key: keys[Number(blocked) - 1]! };
  }

  /** How many were still ours. */
  async release(keys: readonly string[], owner: string): Promise<number> {
    return Number((await this.#redis.ask(releaseOwn, keys, [owner])) ?? 0);
  }
}

// One hash tag per merchant, so that a cluster keeps the keys of one lock together.
export const inventoryLock = (merchantId: string, inventoryId: string) =>
  `lock:inventory:{${merchantId}}:${inventoryId}`;
// Users choose their ids, and many take their address of e-mail: it is nobody's business in Redis.
export const userLock = (merchantId: string, userId: string) =>
  `lock:user_merchant:{${merchantId}}:${hash("sha256", `${merchantId} ${userId}`, "base64url")}`;
