-- OPD tokens: patients, the days of doctors that have tokens, and what can be set for them. Slots
-- are lines of the kernel, tokens its tickets.

create extension if not exists pg_trgm;

create table patient (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  phone text,
  external_id text,
  -- What a search looks through: small letters, digits of the phone, the other system's id.
  search text not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);

create unique index patient_external on patient (org_id, external_id) where external_id is not null;
create index patient_search on patient using gin (search gin_trgm_ops);

create table opd_settings (
  org_id uuid primary key,
  rules jsonb not null
);

create table opd_doctor (
  org_id uuid not null,
  id uuid not null,                              -- the resource's
  limits jsonb not null,
  primary key (org_id, id)
);

-- A doctor's day that has tokens. Its line is the lock of all its slots.
create table opd_day (
  org_id uuid not null,
  line_id uuid not null,
  doctor_id uuid not null,
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (org_id, doctor_id, date)
);

create unique index opd_day_line on opd_day (line_id);

-- Lines decided together are found by their group.
create index line_by_group on line (group_id) where group_id <> id;

-- What makes two tickets duplicates, over all lines: held while the ticket is active.
alter table ticket add column claim text;
create unique index ticket_claim on ticket (org_id, claim) where claim is not null;
