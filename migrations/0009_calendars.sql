-- Who may act for a resource besides those whose role lets them, calendars from outside, addresses of
-- calendar feeds, and the pages on which the public asks for bookings.

-- The one a resource belongs to. Whoever leaves the organisation owns nothing in it any more.
create table resource_owner (
  org_id uuid not null,
  resource_id uuid not null,
  user_id uuid not null,
  since timestamptz not null,
  primary key (org_id, resource_id),
  foreign key (org_id, user_id) references member (org_id, user_id) on delete cascade
);

create index resource_owner_by_user on resource_owner (org_id, user_id);

create table delegation (
  org_id uuid not null,
  resource_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  permissions text[] not null check (
    cardinality(permissions) > 0
    and permissions <@ array['manage_availability', 'approve', 'book']
  ),
  until_at timestamptz,                         -- null: until it is revoked
  granted_by uuid,                              -- the user whose own right it stems from; null: a role's
  actor text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (org_id, resource_id, id),
  foreign key (org_id, user_id) references member (org_id, user_id) on delete cascade
);

create index delegation_by_user on delegation (org_id, user_id) where revoked_at is null;

-- Calendars from outside: a copy that was uploaded, or an address that is read again and again. What
-- they are busy at counts as closed: exceptions of the resource with calendar_id.
create table outside_calendar (
  org_id uuid not null,
  resource_id uuid not null,
  id uuid not null,
  name text not null,
  url text,                                     -- null: it was uploaded
  ics text,                                     -- the last good copy; repetitions are worked out anew
  etag text,
  modified text,
  conflicts text not null check (conflicts in ('keep', 'move')),
  refresh_minutes integer not null,
  busy integer not null default 0,
  left_outside integer not null default 0,      -- tokens and bookings that the last change ran into
  attempts integer not null default 0,          -- the fence: only the latest reader may write
  failures integer not null default 0,          -- in a row
  failure text,
  tried_at timestamptz,
  read_at timestamptz,                          -- of the last good copy
  next_at timestamptz not null,                 -- due; while somebody reads it, when to give them up
  created_at timestamptz not null,
  primary key (org_id, resource_id, id),
  check (url is not null or ics is not null)
);

create index outside_calendar_due on outside_calendar (next_at);

alter table availability_exception add column calendar_id uuid;
create index availability_exception_by_calendar
  on availability_exception (org_id, resource_id, calendar_id) where calendar_id is not null;

-- Pages on which the public asks for a booking, without an account.
create table booking_page (
  org_id uuid not null,
  id uuid not null,
  settings jsonb not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);

-- Whoever has its address knows the page, not the organisation.
create unique index booking_page_by_id on booking_page (id);

-- Addresses of calendar feeds. The address is derived from the id: another id is another address.
create table calendar_feed (
  org_id uuid not null,
  id uuid not null,
  resource_id uuid,                             -- a resource's, or
  user_id uuid,                                 -- somebody's own
  names boolean not null,                       -- of patients and of those who asked
  made_by text not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, user_id) references member (org_id, user_id) on delete cascade,
  check (num_nonnulls(resource_id, user_id) = 1)
);

create unique index calendar_feed_of_resource on calendar_feed (org_id, resource_id)
  where resource_id is not null;
create unique index calendar_feed_of_user on calendar_feed (org_id, user_id)
  where user_id is not null;

-- What somebody has booked, for their own feed.
create index booking_by_maker on booking (org_id, booked_by, start_at, id);
