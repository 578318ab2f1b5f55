// The Redis store's operations, one script each, over the keys of one room, which share a hash tag.
// They say in Lua what rules.ts says; the stores' common suite and a comparison with PostgreSQL over
// random histories hold them to it.
//
// A position is one field of a hash: status, lane, priority and whether it was drawn in four
// characters, then its times, the reason, the key it was redeemed with and the address, divided by
// bars. Those who wait are also in
// the sorted set of their lane, and in `due` with a moment at which to look whether they are still
// there: a heartbeat is only noted in the record, which at a million people costs a third of moving
// them in a sorted set. Whoever has left is in `due` with the moment at which they are forgotten.
// Those who hold a place are in `live` with the moment at which it is free. Everything that happens
// goes to a stream, one entry per call, numbered one after another (`told`): whoever has seen a higher
// number than the room has now knows that Redis has gone back to an older copy of it. A room that was
// lost begins another `life`, above all numbers that came before.

import { script } from "../../infra/redis.ts";
import { cookieSeconds, drawValues, passSeconds } from "../core/rules.ts";

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

const restoreWithinMs = 5_000;

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

/** Numbers are written with all their digits; tostring would drop some. */
const common = `
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
-- was sent away. Whoever waits carries their place; whoever only stopped giving signs has nothing good.
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

/**
 * ARGV: now, how many, then for each: key, and priority, draw value and address divided by bars. Behind
 * them, for the few who have such: which one it is, metadata, signed place.
 */
export const joinScript = script(`${common}
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
export const touchScript = script(`${common}
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
export const actScript = script(`${common}
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
export const renewScript = script(`${common}
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
export const tickScript = script(`${common}
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
export const nowScript = script(`${common}
return answer({})`);

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
 * ARGV: mark, a name for whoever restores. Begins to restore a room that was lost or has gone back: until
 * that is done nobody is served, and whoever takes too long for it has to begin anew.
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
