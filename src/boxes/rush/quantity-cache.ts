// What is known of inventories in Redis, so that "how many are left" and "sold out" need no database.
// Each entry has the number of the event it follows: an older one never replaces a newer one, also
// not after the newer one has gone stale. It is brought up to date after each commit, and believed
// for a short time only.

import { script } from "../../infra/redis.ts";
import type { Hints } from "../../infra/optional-redis.ts";

const putNewer = script(`
  local held = redis.call("hget", KEYS[1], "version")
  if held and tonumber(held) > tonumber(ARGV[1]) then return 0 end
  local time = redis.call("time")
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call("hset", KEYS[1], "version", ARGV[1], "value", ARGV[2], "until", now + tonumber(ARGV[3]))
  redis.call("pexpire", KEYS[1], ARGV[4])
  return 1
`);

const getEntry = script(`
  local entry = redis.call("hmget", KEYS[1], "version", "value", "until")
  if not entry[1] then return false end
  local time = redis.call("time")
  local isFresh = tonumber(entry[3]) >= time[1] * 1000 + math.floor(time[2] / 1000)
  return { entry[1], entry[2], isFresh and 1 or 0 }
`);

export interface Versioned<T> {
  version: number;
  value: T;
}

interface Entry<T> {
  isFresh: boolean;
  entry: Versioned<T>;
}

export interface CacheReports {
  asked(result: "hit" | "miss" | "away"): void;
}

export interface CacheOptions {
  redis: Hints;
  reports: CacheReports;
  /** How long an entry is believed. */
  freshMs?: number;
}

/** How long its version is kept after that. */
const keptMs = 3_600_000;

export class QuantityCache<T> {
  readonly #redis: Hints;
  readonly #reports: CacheReports;
  readonly #freshMs: number;

  constructor({ redis, reports, freshMs = 2_000 }: CacheOptions) {
    this.#redis = redis;
    this.#reports = reports;
    this.#freshMs = freshMs;
  }

  async get(inventoryId: string): Promise<Versioned<T> | null> {
    const found = await this.#find(inventoryId);
    const entry = found?.isFresh ? found.entry : null;
    this.#reports.asked(found === undefined ? "away" : entry ? "hit" : "miss");
    return entry;
  }

  /** Also what is not believed any more: better than nothing where nothing else answers. */
  async last(inventoryId: string): Promise<Versioned<T> | null> {
    return (await this.#find(inventoryId))?.entry ?? null;
  }

  /** undefined: Redis has nothing to say; null: it knows nothing of it. */
  async #find(inventoryId: string): Promise<Entry<T> | null | undefined> {
    const found = await this.#redis.ask(getEntry, [keyOf(inventoryId)], []);
    if (!Array.isArray(found)) return found === undefined ? undefined : null;
    const [version, value, isFresh] = found as [string, string, number];
    const entry = { version: Number(version), value: JSON.parse(value) as T };
    return { entry, isFresh: isFresh === 1 };
  }

  /** Whether it was the newest. */
  async put(inventoryId: string, { version, value }: Versioned<T>): Promise<boolean> {
    const args = [version, JSON.stringify(value), this.#freshMs, keptMs];
    return (await this.#redis.ask(putNewer, [keyOf(inventoryId)], args)) === 1;
  }
}

const keyOf = (inventoryId: string) => `inventory:quantity:{${inventoryId}}`;
