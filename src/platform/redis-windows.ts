// The same exact windows in Redis: one sorted set per subject, one script. Public writes then cost the
// database nothing, and someone who floods a sold-out box never reaches it.

import { randomUUID } from "node:crypto";
import type { Hints } from "../infra/optional-redis.ts";
import { script } from "../infra/redis.ts";

// ARGV: the time by a test's clock or "", window in ms, limit, name of this hit. The time is Redis's,
// and never before the latest hit, whatever its clock does.
const takeOne = script(`
  local time = redis.call("time")
  local now = tonumber(ARGV[1]) or time[1] * 1000 + time[2] / 1000
  local latest = redis.call("zrange", KEYS[1], -1, -1, "withscores")[2]
  if latest and tonumber(latest) > now then now = tonumber(latest) end
  local window = tonumber(ARGV[2])
  redis.call("zremrangebyscore", KEYS[1], "-inf", string.format("%.3f", now - window))
  local used = redis.call("zcard", KEYS[1])
  local allowed = 0
  if used < tonumber(ARGV[3]) then
    redis.call("zadd", KEYS[1], string.format("%.3f", now), ARGV[4])
    redis.call("pexpire", KEYS[1], window)
    used = used + 1
    allowed = 1
  end
  local oldest = redis.call("zrange", KEYS[1], 0, 0, "withscores")[2]
  return { allowed, used, string.format("%.3f", tonumber(oldest) + window - now) }
`);

const giveBackOne = script(`return redis.call("zrem", KEYS[1], ARGV[1])`);

export interface TakenInRedis {
  allowed: boolean;
  used: number;
  resetSeconds: number;
  giveBack(): Promise<void>;
}

/** undefined: Redis has nothing to say now. */
export async function takeInRedis(
  redis: Hints,
  key: string,
  now: Date | null,
  windowMs: number,
  limit: number,
): Promise<TakenInRedis | undefined> {
  const keys = [`limit:${key}`];
  const hit = randomUUID();
  const args = [now ? now.getTime() : "", windowMs, limit, hit];
  const answer = (await redis.ask(takeOne, keys, args)) as [number, number, string] | undefined;
  if (!answer) return undefined;
  const [allowed, used, resetMs] = answer;
  return {
    allowed: allowed === 1,
    used,
    resetSeconds: Number(resetMs) / 1000,
    giveBack: async () => void (await redis.ask(giveBackOne, keys, [hit])),
  };
}
