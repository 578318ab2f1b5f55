// How a room comes to Redis: made anew, with other settings, or again after Redis has lost it. PostgreSQL says
// who was in it; until all of them are back, nobody is served.

import { script } from "../../infra/redis.ts";
import { quoted, ruleFields } from "./redis-prelude.ts";

const restoreWithinMs = 5_000;

/**
 * ARGV: now, mark, '' or 'new' or whose turn it is to restore, quarantine in ms, until when it was alive,
 * then the rules in order. Newer rules win. A room that Redis does not know, or not as it was, is only
 * made when it is new or was restored.
 */
export const configureScript = script(`
local now, mark, kind = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local known = tonumber(redis.call('HGET', KEYS[1], 'version') or nil)
local told = tonumber(redis.call('HGET', KEYS[1], 'told') or nil) or 0
local isHere = known and told >= mark
if not isHere and kind == '' then return 'NOROOM' end
local isRestored = kind ~= '' and kind ~= 'new'
if isRestored and redis.call('GET', KEYS[11]) ~= kind then return 'NOROOM' end
if isHere and known >= tonumber(ARGV[6]) then return 'OK' end
local names = {${quoted(ruleFields)}}
local rules = {}
for i, name in ipairs(names) do
  rules[#rules + 1] = name
  rules[#rules + 1] = ARGV[5 + i]
end
redis.call('HSET', KEYS[1], unpack(rules))
if isHere then return 'OK' end
local text = function(n) return string.format('%.17g', n) end
local from = isRestored and now + tonumber(ARGV[4]) or now
local life = text(isRestored and mark or math.max(now, mark + 1))
redis.call('HSET', KEYS[1], 'measuredAt', text(now), 'refilledAt', text(from),
  'tokens', isRestored and '0' or ARGV[8], 'quarantineUntil', isRestored and text(from) or '0',
  'aliveUntil', isRestored and ARGV[5] or '0',
  'life', life, 'told', life)
redis.call('DEL', KEYS[11])
return 'OK'`);

/**
 * ARGV: mark, a name for who restores. Begins to restore a room that was lost or has gone back: until
 * that is done nobody is served, and who takes too long has to begin anew.
 */
export const beginRestoreScript = script(`
local told = tonumber(redis.call('HGET', KEYS[1], 'told') or nil) or 0
if redis.call('HEXISTS', KEYS[1], 'version') == 1 and told >= tonumber(ARGV[1]) then return 'OK' end
if redis.call('EXISTS', KEYS[11]) == 1 then return 'WAIT' end
redis.call('DEL', unpack(KEYS))
redis.call('SET', KEYS[11], ARGV[2], 'PX', ${restoreWithinMs})
return 'GO'`);

/** ARGV: that name, then for each: key, record, when it is forgotten or '', until when it holds a place or ''. */
export const restoreScript = script(`
if redis.call('GET', KEYS[11]) ~= ARGV[1] then return 'GONE' end
redis.call('PEXPIRE', KEYS[11], ${restoreWithinMs})
local admitted, active = 0, 0
for i = 2, #ARGV, 4 do
  local key = ARGV[i]
  redis.call('HSET', KEYS[2], key, ARGV[i + 1])
  if ARGV[i + 2] ~= '' then redis.call('ZADD', KEYS[3], ARGV[i + 2], key) end
  if ARGV[i + 3] ~= '' then
    redis.call('ZADD', KEYS[4], ARGV[i + 3], key)
    if string.sub(ARGV[i + 1], 1, 1) == 'A' then admitted = admitted + 1 else active = active + 1 end
  end
end
redis.call('HINCRBY', KEYS[1], 'admitted', admitted)
redis.call('HINCRBY', KEYS[1], 'active', active)
return 'OK'`);
