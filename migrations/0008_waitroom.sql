-- Waiting rooms and the positions in them. Without Redis the positions live here; with it, here are the
-- settings, the keys and everything that happened.

create table room (
  org_id uuid not null,
  id uuid not null,
  number integer generated always as identity,  -- the first 32 bits of its positions' ids
  settings json not null,
  version integer not null default 1,
  seed text not null,                           -- of the draw; its hash is shown, itself only afterwards
  created_at timestamptz not null,
  redis_since timestamptz,                      -- when Redis was first told of it
  alive_until timestamptz,                      -- when Redis was last seen to know it
  drained text not null default '0-0',          -- how far Redis's events are in the table of events
  primary key (org_id, id)
) with (fillfactor = 50);

create unique index room_by_id on room (id);
create unique index room_by_number on room (number);

-- Keys that sign a room's passes and sessions. The newest signs; retired ones are shown for a while.
create table room_key (
  org_id uuid not null,
  room_id uuid not null,
  kid text not null,
  private_jwk json not null,
  public_jwk json not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (org_id, room_id, kid)
);

-- Times are milliseconds, as they are in Redis, so that both stores do the same sums.
create table room_position (
  org_id uuid not null,
  room_id uuid not null,
  id uuid not null,
  status text not null,
  priority smallint not null,
  lane smallint not null,
  score float8 not null,
  drawn boolean not null,
  joined_at bigint not null,
  admitted_at bigint,
  started_at bigint,
  ended_at bigint,
  ends_at bigint,
  cookie_until bigint,
  reason text,
  address text,
  metadata json,
  due_at bigint,                                -- removed then unless a heartbeat comes; forgotten then
  live_until bigint,                            -- holds a place until then
  primary key (room_id, id)
) with (fillfactor = 80);

create index room_waiting on room_position (room_id, lane, score, id) where status = 'WAITING';
create index room_due on room_position (room_id, due_at) where due_at is not null;
create index room_live on room_position (room_id, live_until) where live_until is not null;

create table room_minute (
  org_id uuid not null,
  room_id uuid not null,
  minute timestamptz not null,
  joined integer not null,
  admitted integer not null,
  started integer not null,
  completed integer not null,
  expired integer not null,
  wait_ms bigint not null,
  primary key (org_id, room_id, minute)
);

-- A host name leads to one room, whoever it belongs to.
create unique index room_host on room ((settings->>'hostName')) where settings->>'hostName' is not null;
create index room_connector on room ((settings->'knownUser'->>'customerId'), (settings->'knownUser'->>'eventId'))
  where settings->'knownUser'->>'eventId' is not null;
