-- Lines, the tickets in them, who is waiting, and everything that ever happened.
-- Every table that grows has org_id first in its key, so that a tenant can be moved or the tables
-- distributed without a change of schema.

-- Keys under which ticket secrets and other proofs are derived. The newest one signs.
create table server_key (
  id smallint primary key check (id between 1 and 255),
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- One row per line: its lock, its counters and its place in the stream of events. Nothing that
-- changes is indexed and pages are kept half empty, so that each update stays on its page (HOT).
create table line (
  org_id uuid not null,
  id uuid not null,
  group_id uuid not null,                       -- lines decided together share the lock of this one
  product text not null,
  event_seq bigint not null default 0,          -- last event; also the fence: every change writes one
  sequence bigint not null default 0,           -- last number issued in the period
  period text not null default '',
  last_rank bigint not null default 0,          -- microseconds; ranks ascend even within one instant
  waiting integer[] not null default '{0}',     -- how many wait, by level
  heads bigint[] not null default '{0}',        -- no waiting ticket of the level has a lower rank
  ageing_ms bigint,                             -- null: strict priorities
  capacity integer,                             -- null: no limit
  reserve integer not null default 0,
  taken integer not null default 0,
  memory jsonb not null default '{}',           -- what the product measures as it goes
  deadline_at timestamptz,
  primary key (org_id, id),
  check (capacity is null or taken <= capacity)
) with (fillfactor = 50);

create unique index line_by_id on line (id);
create index line_deadline on line (deadline_at) where deadline_at is not null;

create table ticket (
  org_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  state text not null check (state in ('waiting', 'holding', 'serving', 'done')),
  status text not null,                         -- the product's word for it
  priority smallint not null,                   -- as given, 0 is the most urgent
  level smallint not null,                      -- the order is (level, rank)
  rank bigint not null,
  places smallint not null default 1,           -- how many it takes, all or none
  sequence bigint not null,
  number text not null,
  version integer not null,
  joined_at timestamptz not null,
  taken_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  deadline_at timestamptz,
  data json not null,                           -- json, not jsonb: stored as sent, half the cost
  previous json,                                -- what undo goes back to
  primary key (org_id, id)
) with (fillfactor = 85);

-- The few that hold or use a place now; history never enters these two indexes.
create index ticket_present on ticket (line_id, taken_at) where state in ('holding', 'serving');
create index ticket_deadline on ticket (deadline_at) where deadline_at is not null;
-- Past tickets of a line, newest first.
create index ticket_past on ticket (line_id, ended_at desc) where state = 'done';

-- Those who wait, apart from history: taking the next one must not depend on how many came before.
create table waiting (
  org_id uuid not null,
  line_id uuid not null,
  level smallint not null,
  rank bigint not null,
  ticket_id uuid not null,
  primary key (line_id, level, rank, ticket_id)
);

-- The stream of each line, numbered under the line's lock, is at once the audit trail and the
-- record of commands: idem is a hash of operation and Idempotency-Key, answer what was answered.
create table event (
  org_id uuid not null,
  line_id uuid not null,
  seq bigint not null,
  ticket_id uuid,
  type text not null,
  at timestamptz not null,
  actor text not null,
  before json,
  after json,
  idem uuid,
  fingerprint uuid,
  answer text,
  primary key (org_id, line_id, seq)
);

create unique index event_idem on event (org_id, idem) where idem is not null;
