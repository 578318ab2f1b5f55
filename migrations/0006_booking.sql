-- Bookings of several resources at once, each for its own part of the time; holds while somebody fills
-- in a form; requests; a waitlist with offers. All of it is decided under the locks of the resources'
-- lines; the constraint below is the database's own word on it.

create extension if not exists btree_gist;

create table booking (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null check (status in ('requested', 'approved', 'denied', 'canceled')),
  status_message text,
  patient_id uuid,
  start_at timestamptz not null,
  end_at timestamptz not null,
  title text,
  contact json,                                 -- who asked, when that was somebody without an account
  booked_by text not null,
  series_id uuid,
  token_id uuid,                                -- the place in a doctor's slot that it took
  resources_used json not null,                 -- for reading; booking_use is what counts
  version integer not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  primary key (org_id, id),
  check (end_at > start_at)
);

create unique index booking_by_id on booking (id);
create index booking_by_start on booking (org_id, start_at, id);
create index booking_requested on booking (org_id, start_at, id) where status = 'requested';
create index booking_by_patient on booking (org_id, patient_id, start_at, id)
  where patient_id is not null;
create index booking_by_series on booking (org_id, series_id) where series_id is not null;
create unique index booking_by_token on booking (token_id) where token_id is not null;

-- While somebody fills in a form. What it holds is in booking_use.
create table booking_hold (
  org_id uuid not null,
  id uuid not null,
  held_by text not null,
  expires_at timestamptz not null,
  extended boolean not null,
  parts json not null,
  primary key (org_id, id)
);

create index booking_hold_by_expiry on booking_hold (expires_at);

-- Who wants a time that nobody can have at present; in order of (created_at, id).
create table booking_wait (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  patient_id uuid,
  title text,
  contact json,
  wished_by text not null,
  resource_ids uuid[] not null,
  earliest timestamptz not null,
  latest timestamptz not null,
  minutes integer not null,
  status text not null check (status in
    ('waiting', 'offered', 'accepted', 'declined', 'lapsed', 'canceled')),
  offer json,                                   -- start, end and parts of what is offered
  offer_expires_at timestamptz,
  booking_id uuid,
  created_at timestamptz not null,
  version integer not null,
  primary key (org_id, id)
);

create unique index booking_wait_by_id on booking_wait (id);
create index booking_wait_waiting on booking_wait using gin (resource_ids) where status = 'waiting';
create index booking_wait_by_time on booking_wait (org_id, created_at, id);
create index booking_wait_offered on booking_wait (org_id, offer_expires_at)
  where status = 'offered';

-- What a booking, a hold or an offer uses of a resource's time.
create table booking_use (
  org_id uuid not null,
  resource_id uuid not null,
  owner_id uuid not null,
  n smallint not null,
  owner text not null check (owner in ('booking', 'hold', 'offer')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  busy_from timestamptz not null,               -- with what is needed before and after
  busy_till timestamptz not null,
  whole boolean not null,                       -- nobody else at the same time, however many places
  sole boolean not null,                        -- whole, or the resource had one place
  occupies boolean not null,                    -- not: denied, canceled, asked for without holding
  expires_at timestamptz,                       -- from then on it counts for nothing
  primary key (org_id, owner_id, n),
  check (busy_from <= start_at and start_at < end_at and end_at <= busy_till),
  -- Nothing is longer, so that what touches a time is found by its end.
  check (busy_till - busy_from <= interval '32 days'),
  constraint booking_use_once exclude using gist
    (resource_id with =, tstzrange(busy_from, busy_till) with &&) where (occupies and sole)
);

create index booking_use_by_time on booking_use (resource_id, busy_till, busy_from);
create index booking_use_expiring on booking_use (resource_id, expires_at)
  where expires_at is not null;

create table booking_kind (
  org_id uuid not null,
  kind text not null,
  settings jsonb not null,
  primary key (org_id, kind)
);

-- What is booked or held of a resource in [from_at, to_at), for whoever else gives out its time:
-- [from, till, whole, expiry] in milliseconds. What has expired is for the caller's clock to say.
create function booked_time(org uuid, resource uuid, from_at timestamptz, to_at timestamptz)
returns json language sql stable parallel safe as $$
  select coalesce(json_agg(json_build_array(
      (extract(epoch from busy_from) * 1000)::bigint,
      (extract(epoch from busy_till) * 1000)::bigint,
      whole,
      (extract(epoch from expires_at) * 1000)::bigint) order by busy_from), '[]')
    from booking_use
   where resource_id = resource and org_id is not distinct from org and occupies
     and busy_till > from_at and busy_till < to_at + interval '32 days' and busy_from < to_at
$$;
