// The Redis store's operations, one script each, over the keys of one room, which share a hash tag.
// They say in Lua what rules.ts says; the stores' common suite and a comparison with PostgreSQL over
// random histories hold them to it.

import { script } from "../../infra/redis.ts";
import { cookieSeconds, drawValues, passSeconds } from "../core/rules.ts";
import { prelude } from "./redis-prelude.ts";

/**
 * ARGV: now, how many, then for each: key, and priority, draw value and address divided by bars. Behind
 * them, for the few who have such: which one it is, metadata, signed place.
 */
export const joinScript = script(`${prelude}
local share = {0.1, 0.5, 1}
-- Written together, before anybody looks at the queue again.
local newcomers, beats, seats = {}, {}, {[0] = {}, {}, {}, {}}
local function flush()
  if #newcomers > 0 then redis.call('HSET', P, unpack(newcomers)) end
  if #beats > 0 then redis.call('ZADD', DUE, unpack(beats)) end
  for n = 0, 3 do
    if #seats[n] > 0 then redis.call('ZADD', lane(n), unpack(seats[n])) end
    seats[n] = {}
  end
  newcomers, beats = {}, {}
end
local function arrive(priority)
  local rank = math.max((now - ${Date.UTC(2025, 0, 1)}) * 1000, st.lastRank + 1)
  set('lastRank', rank)
  if isStrict then return 3 - priority, rank end
  if st.policy == 'strict' then return 3, rank - priority * ageing * 1000000 end
  if priority == 0 then return 3, rank end
  flush()
  local aged = 0
  if ageing then
    aged = redis.call('ZCOUNT', lane(3), '-inf', text((now - ${Date.UTC(2025, 0, 1)} - ageing * 1000) * 1000))
  end
  local target = math.max(math.floor(cards[3] * (1 - share[priority])), aged)
  local first = math.max(0, target - 1)
  local near = redis.call('ZRANGE', lane(3), first, first + 1, 'WITHSCORES')
  local before = target > 0 and tonumber(near[2]) or nil
  local behind = tonumber(target == 0 and near[2] or near[4])
  if not behind then return 3, rank end
  local between = before and (before + behind) / 2 or behind - 1
  local last = st['skipped' .. priority]
  local score = (last ~= 0 and last >= between) and last + 1 / 16 or between
  set('skipped' .. priority, score)
  return 3, score
end
local function drawn(priority, value)
  if isStrict then return 3 - priority, value end
  if st.policy == 'strict' then return 3, value - priority * ${drawValues} end
  return 3, value * ({[0] = 1, 0.9, 0.5, 1 / ${drawValues}})[priority]
end

local function above(n)
  local ahead = 0
  for other = 0, n - 1 do ahead = ahead + cards[other] end
  return ahead
end

local count = tonumber(ARGV[2])
local keys = {}
for i = 1, count do keys[i] = ARGV[i * 2 + 1] end
local metadatas, signedPlaces = {}, {}
for at = count * 2 + 3, #ARGV, 3 do
  local i = tonumber(ARGV[at])
  metadatas[i], signedPlaces[i] = ARGV[at + 1], ARGV[at + 2]
end
local found = redis.call('HMGET', P, unpack(keys))
local made, codes, records, ranks = {}, {}, {}, {}
for i = 1, count do
  local key = keys[i]
  local priority, value, address = string.match(ARGV[i * 2 + 2], '^(%d)|(%d*)|(.*)$')
  priority, value = tonumber(priority), tonumber(value)
  local r, code = made[key] or (found[i] and parse(found[i])), nil
  if r and (r.s == 'W' or r.s == 'A' or r.s == 'S') then
    code = 'existing'
    if r.s == 'W' and not made[key] then
      newcomers[#newcomers + 1] = key
      newcomers[#newcomers + 1] = beaten(found[i])
    end
  else
    local restored = not r and restore(key, signedPlaces[i], address)
    if restored then
      r, code = restored, 'restored'
    elseif st.state == 'closed' then
      code = 'ROOM_CLOSED'
    elseif tonumber(st.maxWaiting) and waiting() >= st.maxWaiting then
      code = 'ROOM_FULL'
    else
      code = 'joined'
      local isDrawn = value and now < opensAt
      local cookie = r and (tonumber(r.cookie) or 0) > now and r.cookie or ''
      local n, score
      if isDrawn then n, score = drawn(priority, value) else n, score = arrive(priority) end
      r = {s = 'W', l = tostring(n), p = tostring(priority), d = isDrawn and 'D' or '-',
        joined = nowText, beat = '', admitted = '', started = '', ended = '', ends = '', cookie = cookie,
        reason = '', key = '', score = text(score), address = address}
      -- At the end of its lane: no need to ask for the rank.
      if isStrict and not isDrawn then ranks[i] = cards[n] end
      newcomers[#newcomers + 1] = key
      newcomers[#newcomers + 1] = pack(r)
      seats[n][#seats[n] + 1] = r.score
      seats[n][#seats[n] + 1] = key
      beats[#beats + 1] = dueText
      beats[#beats + 1] = key
      cards[n] = cards[n] + 1
      local metadata = metadatas[i] or ''
      if metadata ~= '' then redis.call('HSET', META, key, metadata) end
      add('joinedTotal', 1)
      add('joinedSince', 1)
      tell('joined', key, r, nil, 'public', isDrawn and 'drawValue', isDrawn and value)
    end
    made[key] = r
  end
  codes[i], records[i] = code, r
end
flush()
local out = {}
for i, code in ipairs(codes) do
  out[#out + 1] = code
  if ranks[i] then
    out[#out + 1] = pack(records[i])
    out[#out + 1] = now < opensAt and -1 or ranks[i] + above(tonumber(records[i].l))
  else
    local isIn = code == 'joined' or code == 'existing' or code == 'restored'
    standing(out, keys[i], isIn and records[i] or nil)
  end
end
return answer(out)`);

/**
 * ARGV: now, how many ask themselves, which is a heartbeat, how many are only looked at, then their
 * keys. Behind them, for the few who have one: which one it is, signed place.
 */
export const touchScript = script(`${prelude}
local beating = tonumber(ARGV[2])
local count = beating + tonumber(ARGV[3])
local keys, beats = {}, {}
for i = 1, count do keys[i] = ARGV[i + 3] end
local signedPlaces = {}
for at = count + 4, #ARGV, 2 do signedPlaces[tonumber(ARGV[at])] = ARGV[at + 1] end
local found = redis.call('HMGET', P, unpack(keys))
local restored = {} -- somebody may ask twice at once
for i, key in ipairs(keys) do
  local v = found[i]
  if not v then
    local r = restored[key] or restore(key, signedPlaces[i])
    restored[key] = r
    found[i] = r and pack(r)
  elseif i <= beating and string.byte(v) == 87 then -- W
    beats[#beats + 1] = key
    beats[#beats + 1] = beaten(v)
  end
end
if #beats > 0 then redis.call('HSET', P, unpack(beats)) end
local above = {[0] = 0}
for n = 1, 3 do above[n] = above[n - 1] + cards[n - 1] end
local out = {}
for i, key in ipairs(keys) do
  local v = found[i]
  out[#out + 1] = v or ''
  if v and string.byte(v) == 87 and now >= opensAt then
    local n = string.byte(v, 2) - 48
    out[#out + 1] = redis.call('ZRANK', lane(n), key) + above[n]
  else
    out[#out + 1] = -1
  end
end
return answer(out)`);

/**
 * ARGV: now, key, act, actor, the admission meant or nothing, whether a cookie goes with it, signed place, the
 * key it is redeemed with or nothing.
 */
export const actScript = script(`${prelude}
local key, act, actor = ARGV[2], ARGV[3], ARGV[4]
local r = find(key) or restore(key, ARGV[7])
if not r then return answer({'unknown'}) end
expireIfOver(key, r)
local code = 'refused'
if ARGV[5] ~= '' and ARGV[5] ~= r.admitted then
  code = 'refused'
elseif act == 'start' then
  if r.s == 'A' then
    code = 'done'
    add('admitted', -1)
    add('active', 1)
    r.s, r.started, r.key = 'S', text(now), ARGV[8]
    local ends = now + st.sessionMinutes * 60000
    r.ends = string.format('%.0f', ends)
    if ARGV[6] == '1' then r.cookie = text(math.min(now + ${cookieSeconds * 1_000}, tonumber(r.ends))) end
    redis.call('ZADD', LIVE, r.ends, key)
    put(key, r)
    tell('started', key, r, 'A', actor)
  elseif r.s == 'S' then
    code = 'already'
  end
elseif act == 'complete' then
  if r.s == 'S' then
    code = 'done'
    finish(key, r, 'C', '', actor)
  elseif r.s == 'C' then
    code = 'already'
  end
elseif act == 'cancel' then
  if r.s == 'W' or r.s == 'A' then
    code = 'done'
    finish(key, r, 'E', 'C', actor)
  elseif r.s == 'E' then
    code = 'already'
  end
elseif act == 'terminate' then
  if r.s == 'W' or r.s == 'A' or r.s == 'S' then
    code = 'done'
    finish(key, r, 'E', 'T', actor)
  elseif r.s == 'E' then
    code = 'already'
  end
end
local out = {code}
standing(out, key, r)
return answer(out)`);

/** ARGV: now, key, signed place. */
export const renewScript = script(`${prelude}
local key = ARGV[2]
local r = find(key) or restore(key, ARGV[3])
if r then expireIfOver(key, r) end
if not r or r.s ~= 'S' then return answer({}) end
r.cookie = text(math.min(now + ${cookieSeconds * 1_000}, tonumber(r.ends)))
put(key, r)
local out = {}
standing(out, key, r)
return answer(out)`);

/** ARGV: now, how many at most. Ends what is overdue, then admits: nobody overdue goes in. */
export const tickScript = script(`${prelude}
local limit = tonumber(ARGV[2])
local expired, admitted, more = 0, 0, 0
local due = redis.call('ZRANGEBYSCORE', DUE, '-inf', nowText, 'LIMIT', 0, limit)
local records = #due > 0 and redis.call('HMGET', P, unpack(due)) or {}
local longer = {}
for i, key in ipairs(due) do
  local r = records[i] and parse(records[i])
  if r and r.s == 'W' then
    if deadline(r) > now then
      longer[#longer + 1] = text(deadline(r))
      longer[#longer + 1] = key
    else
      finish(key, r, 'E', 'H', 'system')
      expired = expired + 1
    end
  elseif not redis.call('ZSCORE', LIVE, key) then
    redis.call('ZREM', DUE, key)
    redis.call('HDEL', P, key)
    redis.call('HDEL', META, key)
  end
end
if #longer > 0 then redis.call('ZADD', DUE, unpack(longer)) end
local live = redis.call('ZRANGEBYSCORE', LIVE, '-inf', text(now), 'LIMIT', 0, limit)
for _, key in ipairs(live) do
  local r = find(key)
  if r and (r.s == 'A' or r.s == 'S') then
    expireIfOver(key, r)
    expired = expired + 1
  else
    redis.call('ZREM', LIVE, key)
  end
end
if #due == limit or #live == limit then more = 1 end

-- What nobody needs is not written: a turn in which nothing happens changes nothing.
local tokens = math.min(st.tokens + math.max(0, now - st.refilledAt) / 1000 * st.admitPerSecond, st.maxActive)
local function refill()
  set('tokens', tokens)
  set('refilledAt', math.max(now, st.refilledAt))
end
if st.tokens > st.maxActive then refill() end
if st.state ~= 'paused' and now >= opensAt and now >= st.quarantineUntil then
  local free = math.min(math.max(0, math.min(math.floor(tokens), st.maxActive - held())), limit)
  for n = 0, 3 do
    while admitted < free and cards[n] > 0 do
      local taken = redis.call('ZPOPMIN', lane(n), free - admitted)
      for i = 1, #taken, 2 do
        local key = taken[i]
        local r = find(key)
        cards[n] = cards[n] - 1
        if deadline(r) <= now then
          finish(key, r, 'E', 'H', 'system')
          expired = expired + 1
        else
          local waitMs = now - math.max(tonumber(r.joined), opensAt)
          r.s, r.beat, r.score, r.admitted = 'A', '', '', nowText
          put(key, r)
          redis.call('ZREM', DUE, key)
          redis.call('ZADD', LIVE, text(now + ${passSeconds * 1_000}), key)
          admitted = admitted + 1
          add('waitMsTotal', waitMs)
          tell('admitted', key, r, 'W', 'system', 'waitMs', waitMs)
        end
      end
    end
  end
  if admitted > 0 then
    refill()
    add('tokens', -admitted)
    add('admitted', admitted)
    add('admittedTotal', admitted)
    add('admittedSince', admitted)
    set('lastAdmissionAt', now)
  end
  if admitted == limit then more = 1 end
end

local dt = now - st.measuredAt
if dt >= 1000 and st.joinedSince + st.admittedSince + st.leftSince > 0 then
  local seconds = dt / 1000
  local function weight(observed) return math.max(1 - math.exp(-dt / 60000), dt / (observed + dt)) end
  set('arrivalRate', st.arrivalRate + weight(60000) * (st.joinedSince / seconds - st.arrivalRate))
  if waiting() > 0 or st.admittedSince > 0 then
    local w = weight(st.observedMs)
    local admissions = math.min(st.admittedSince / seconds, st.admitPerSecond)
    local leaving = st.leftSince / seconds / math.max(1, waiting() + st.leftSince)
    set('admissionRate', st.admissionRate + w * (admissions - st.admissionRate))
    set('leavingRate', st.leavingRate + w * (leaving - st.leavingRate))
    add('observedMs', dt)
  end
  set('measuredAt', now)
  set('joinedSince', 0)
  set('admittedSince', 0)
  set('leftSince', 0)
end
return answer({expired, admitted, more})`);

/** ARGV: now. */
export const nowScript = script(`${prelude}
return answer({})`);
