-- When doctors, theatres, rooms and laboratories are open. Only src/availability touches these tables
-- (a test looks); everybody else asks its service, or, inside a batch of the engine, the function below.

create table availability_resource (
  org_id uuid not null,
  id uuid not null,
  type text not null check (type in ('doctor', 'ot', 'lab', 'consultation_room', 'other')),
  name text not null,
  timezone text not null,                       -- IANA; hours are wall-clock times in it
  object_id text,                               -- what it stands for, in the caller's own system
  active boolean not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);

create unique index availability_resource_by_id on availability_resource (id);
create unique index availability_resource_by_object
  on availability_resource (org_id, type, object_id) where object_id is not null;

-- The hours of a week, for a range of local dates. Of those that were not replaced no two cover the
-- same date: they are written under the lock of the resource's line.
create table availability_configuration (
  org_id uuid not null,
  resource_id uuid not null,
  id uuid not null,
  valid_from date not null,
  valid_till date,                              -- exclusive; null: until another one
  slot_minutes integer not null check (slot_minutes between 1 and 1440),
  tokens_per_slot integer not null check (tokens_per_slot > 0),
  weekly jsonb not null,                        -- [{ "day": 0, "start": "10:00", "end": "12:00" }]
  created_at timestamptz not null,
  replaced_at timestamptz,                      -- one that starts no later took its place; kept as history
  primary key (org_id, resource_id, id),
  check (valid_till > valid_from)
);

create table availability_exception (
  org_id uuid not null,
  resource_id uuid not null,
  id uuid not null,
  available boolean not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  reason text,
  created_at timestamptz not null,
  primary key (org_id, resource_id, id),
  check (end_at > start_at)
);

-- Those that touch a range of time.
create index availability_exception_by_end
  on availability_exception (org_id, resource_id, end_at, start_at);

-- What src/availability/schedule.ts needs to answer for [from_at, to_at): whatever touches its local
-- dates, and a little more, since the zone is not looked at. Null for an unknown resource.
create function availability_schedule(resource uuid, from_at timestamptz, to_at timestamptz)
returns json language plpgsql stable parallel safe as $$
declare
  r record;
begin
  select * into r from availability_resource a where a.id = resource;
  if not found then
    return null;
  end if;
  return json_build_object(
    'name', r.name,
    'type', r.type,
    'active', r.active,
    'timezone', r.timezone,
    'configurations', (
      select coalesce(json_agg(json_build_object(
          'id', c.id,
          'validFrom', c.valid_from,
          'validTill', c.valid_till,
          'slotMinutes', c.slot_minutes,
          'tokensPerSlot', c.tokens_per_slot,
          'weekly', c.weekly
        ) order by c.valid_from), '[]')
        from availability_configuration c
       where c.org_id = r.org_id and c.resource_id = resource and c.replaced_at is null
         and c.valid_from <= (to_at at time zone 'UTC')::date + 1
         and (c.valid_till is null or c.valid_till >= (from_at at time zone 'UTC')::date - 1)),
    'exceptions', (
      select coalesce(json_agg(json_build_object(
          'id', e.id,
          'available', e.available,
          'start', (extract(epoch from e.start_at) * 1000)::bigint,
          'end', (extract(epoch from e.end_at) * 1000)::bigint,
          'reason', e.reason
        ) order by e.start_at), '[]')
        from availability_exception e
       where e.org_id = r.org_id and e.resource_id = resource
         and e.end_at > from_at - interval '2 days' and e.start_at < to_at + interval '2 days')
  );
end
$$;
