// What every operation of the Redis store begins with, in Lua: it reads the room, and can find, change and
// restore a position, tell what happened, and answer.
//
// A position is one field of a hash: status, lane, priority and whether it was drawn in four characters, then
// its times, the reason, the key it was redeemed with and the address, divided by bars. Those who wait are also
// in the sorted set of their lane, and in `due` with a moment at which to look whether they are still there: a
// heartbeat is only noted in the record, which at a million people costs a third of moving them in a sorted
// set. Those who have left are in `due` with the moment at which they are forgotten. Those who hold a place are
// in `live` with the moment at which it is free. Everything that happens goes to a stream, one entry per call,
// numbered one after another (`told`): an instance that has seen a higher number than the room has now knows
// that Redis has gone back to an older copy of it. A room that was lost begins another `life`, above all
// numbers that came before.

import { passSeconds } from "../core/rules.ts";

export const ruleFields = [
  "version",
  "state",
  "maxActive",
  "admitPerSecond",
  "maxWaiting",
  "policy",
  "ageingSeconds",
  "heartbeatSeconds",
  "sessionMinutes",
  "opensAtMs",
] as const;

export const stateFields = [
  "tokens",
  "refilledAt",
  "lastRank",
  "skipped1",
  "skipped2",
  "skipped3",
  "admitted",
  "active",
  "joinedTotal",
  "admittedTotal",
  "completedTotal",
  "expiredTotal",
  "sessionsTotal",
  "waitMsTotal",
  "sessionMsTotal",
  "lastAdmissionAt",
  "measuredAt",
  "observedMs",
  "admissionRate",
  "arrivalRate",
  "leavingRate",
  "joinedSince",
  "admittedSince",
  "leftSince",
  "quarantineUntil",
  "aliveUntil",
  "life",
  "told",
] as const;

export const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

/** Numbers are written with all their digits; tostring would drop some. */
export const prelude = `
local S, P, DUE, LIVE, EV, META = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[9], KEYS[10]
local fields = {${quoted([...ruleFields, ...stateFields])}}
local values = redis.call('HMGET', S, unpack(fields))
local givenNow, mark = string.match(ARGV[1], '^(%d+)|(%d+)$')
if not values[1] or (tonumber(values[#fields]) or 0) < tonumber(mark) then return 'NOROOM' end
local st, dirty = {}, {}
for i, name in ipairs(fields) do st[name] = tonumber(values[i]) or values[i] or 0 end
local function text(n) return string.format('%.17g', n) end
local function set(name, value) st[name] = value; dirty[name] = true end
local function add(name, more) set(name, st[name] + more) end

-- The database's time as the instance knows it: instances differ by the time a question takes, and one
-- that was frozen comes late.
local now = tonumber(givenNow)
if st.measuredAt > now and st.measuredAt < now + 60000 then now = st.measuredAt end
local nowText = text(now)
local opensAt = tonumber(st.opensAtMs) or 0
local ageing = tonumber(st.ageingSeconds)
local heartbeatMs = st.heartbeatSeconds * 1000
local dueText = text(now + heartbeatMs)
local isStrict = st.policy == 'strict' and not ageing

local function lane(n) return KEYS[5 + n] end
local cards = {}
for n = 0, 3 do cards[n] = redis.call('ZCARD', lane(n)) end
local function waiting() return cards[0] + cards[1] + cards[2] + cards[3] end
local function held() return redis.call('ZCARD', LIVE) end

local function parse(v)
  local r = {}
  r.s, r.l, r.p, r.d, r.joined, r.beat, r.admitted, r.started, r.ended, r.ends, r.cookie, r.reason,
    r.key, r.score, r.address = string.match(v,
    '^(.)(.)(.)(.)|(%d*)|(%d*)|(%d*)|(%d*)|(%d*)|(%d*)|(%d*)|(%a*)|([^|]*)|([^|]*)|(.*)$')
  return r
end
local function find(key)
  local v = redis.call('HGET', P, key)
  return v and parse(v)
end
local function pack(r)
  return table.concat({r.s .. r.l .. r.p .. r.d, r.joined, r.beat, r.admitted, r.started, r.ended,
    r.ends, r.cookie, r.reason, r.key, r.score, r.address}, '|')
end
-- The record of somebody who waits, with a heartbeat now: times have thirteen digits until 2286.
local function beaten(v)
  return string.sub(v, 1, 19) .. nowText .. string.sub(v, string.byte(v, 20) == 124 and 20 or 33)
end
local function deadline(r)
  return (tonumber(r.beat) or tonumber(r.joined)) + heartbeatMs
end
local function put(key, r) redis.call('HSET', P, key, pack(r)) end

local happened = {}
-- What must not be forgotten with Redis goes along whole: who has a pass, whose was used, who was in, who
-- was sent away. Those who wait carry their place; those who only stopped giving signs have nothing good.
local function tell(type, key, r, before, actor, name, value)
  local line = table.concat({type, key, nowText, actor, before or '', r.s, r.p,
    name or '', value or ''}, '|')
  if r.s ~= 'W' and r.reason ~= 'H' then
    line = line .. '|' .. pack(r)
  end
  happened[#happened + 1] = line
end

local function seat(key, r)
  local n = tonumber(r.l)
  redis.call('ZADD', lane(n), r.score, key)
  cards[n] = cards[n] + 1
end
local function unseat(key, r)
  local n = tonumber(r.l)
  cards[n] = cards[n] - redis.call('ZREM', lane(n), key)
end

local function finish(key, r, status, reason, actor)
  local before = r.s
  if before == 'W' then unseat(key, r); add('leftSince', 1) end
  r.beat, r.score = '', ''
  if before == 'A' then
    add('admitted', -1)
    if status == 'E' then set('tokens', math.min(st.tokens + 1, st.maxActive)) end
  end
  if before == 'S' then
    add('active', -1); add('sessionsTotal', 1); add('sessionMsTotal', now - tonumber(r.started))
  end
  r.s, r.reason, r.ended = status, reason, text(now)
  add(status == 'C' and 'completedTotal' or 'expiredTotal', 1)
  local forget = math.max(now + 3600000, tonumber(r.ends) or 0)
  redis.call('ZADD', DUE, text(forget), key)
  local cookie = tonumber(r.cookie) or 0
  if cookie > now then redis.call('ZADD', LIVE, text(cookie), key) else redis.call('ZREM', LIVE, key) end
  put(key, r)
  tell(status == 'C' and 'completed' or 'expired', key, r, before, actor, reason ~= '' and 'reason', reason)
end

local function expireIfOver(key, r)
  if r.s == 'A' and now >= tonumber(r.admitted) + ${passSeconds * 1_000} then finish(key, r, 'E', 'P', 'system') end
  if r.s == 'S' and now >= tonumber(r.ends) then finish(key, r, 'E', 'S', 'system') end
end

local function restore(key, signedPlace, address)
  if not signedPlace or signedPlace == '' then return nil end
  local issued, packed = string.match(signedPlace, '^(%d+)|(.*)$')
  local r = parse(packed)
  local recovering = now < st.quarantineUntil
  local room = recovering or held() < st.maxActive
  if r.s == 'W' then
    local alive = recovering and math.min(now, st.aliveUntil) or now
    if tonumber(issued) < alive - heartbeatMs then return nil end
  elseif r.s == 'A' then
    if tonumber(r.admitted) + ${passSeconds * 1_000} <= now or not room then return nil end
  elseif r.s == 'S' then
    if tonumber(r.ends) <= now or not room then return nil end
  else
    return nil
  end
  if address and address ~= '' then r.address = address end
  if r.s == 'W' then r.beat = nowText end
  put(key, r)
  if r.s == 'W' then
    seat(key, r)
    redis.call('ZADD', DUE, dueText, key)
  elseif r.s == 'A' then
    add('admitted', 1)
    redis.call('ZADD', LIVE, text(tonumber(r.admitted) + ${passSeconds * 1_000}), key)
  else
    add('active', 1)
    redis.call('ZADD', LIVE, r.ends, key)
  end
  tell('restored', key, r, nil, '')
  return r
end

-- The record, and how many go in before.
local function standing(out, key, r)
  out[#out + 1] = r and pack(r) or ''
  local ahead = -1
  if r and r.s == 'W' and now >= opensAt then
    local n = tonumber(r.l)
    ahead = redis.call('ZRANK', lane(n), key)
    for above = 0, n - 1 do ahead = ahead + cards[above] end
  end
  out[#out + 1] = ahead
end

local function answer(out)
  if #happened > 0 then
    add('told', 1)
    redis.call('XADD', EV, text(st.told) .. '-0', 'e', table.concat(happened, '\\n'))
  end
  local changes = {}
  for name in pairs(dirty) do
    changes[#changes + 1] = name
    changes[#changes + 1] = text(st[name])
  end
  if #changes > 0 then redis.call('HSET', S, unpack(changes)) end
  local room = {nowText, waiting(), held()}
  for i, name in ipairs(fields) do
    room[i + 3] = dirty[name] and text(st[name]) or values[i] or '0'
  end
  return {room, out}
end
`;
