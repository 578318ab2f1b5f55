-- Surplus boxes: merchants, the templates they publish from, and inventories. An inventory is a line of
-- the kernel with as many places as there are boxes; a reservation is a ticket in it. How many are left,
-- the price and whether it is paused live with the line, since they change under its lock.

create table merchant (
  org_id uuid not null,
  id uuid not null,
  details jsonb not null,                        -- name, zone, currency, where it is, how it sells
  town text,                                     -- small letters, for the shop page of a town
  code_key bytea not null,                       -- pickup codes are numbers, scrambled under this
  created_at timestamptz not null,
  primary key (org_id, id)
);

create unique index merchant_by_id on merchant (id);
create index merchant_by_town on merchant (org_id, town);

create table box_type (
  org_id uuid not null,
  id uuid not null,                              -- also its line's, whose deadline is the next publication
  merchant_id uuid not null,
  template jsonb not null,
  published_to date,                             -- the last date that was published by itself
  created_at timestamptz not null,
  primary key (org_id, id)
);

create index box_type_by_merchant on box_type (org_id, merchant_id, id);

create table box_inventory (
  org_id uuid not null,
  id uuid not null,                              -- also its line's
  merchant_id uuid not null,
  box_type_id uuid,
  title text not null,
  details jsonb not null,
  date date not null,                            -- where the merchant is
  starts_at timestamptz not null,                -- the pickup window, as instants
  ends_at timestamptz not null,
  ordinal smallint not null,                     -- its part of the merchant's pickup codes
  created_at timestamptz not null,
  primary key (org_id, id),
  check (ends_at > starts_at)
);

create unique index box_inventory_by_id on box_inventory (id);
-- However many instances publish: one inventory of a type for a date.
create unique index box_inventory_published on box_inventory (org_id, box_type_id, date)
  where box_type_id is not null;
create index box_inventory_by_date on box_inventory (org_id, merchant_id, date, id);
create index box_inventory_by_end on box_inventory (org_id, ends_at);

-- Payments. A row for each reservation that somebody began to pay for online. What has to be done about
-- it by itself is due at due_at: an abandoned checkout is closed, what came to nothing is refunded.
create table box_payment (
  org_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  inventory_id uuid not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  title text not null,
  state text not null check (state in ('OPEN', 'PAID', 'CLOSED')),
  attempt integer not null default 1,            -- part of the idempotency key at Stripe
  session_id text,
  url text,
  intent_id text,                                -- names the money, once it came
  created_at timestamptz not null,
  paid_at timestamptz,
  due_at timestamptz,
  tries integer not null default 0,
  primary key (org_id, id)
);

create unique index box_payment_by_id on box_payment (id);
create unique index box_payment_of_reservation on box_payment (org_id, reservation_id);
create index box_payment_by_intent on box_payment (intent_id) where intent_id is not null;
create index box_payment_due on box_payment (due_at) where due_at is not null;

-- Money that has to go back, written in the commit that says so, and tried until it is done.
create table box_refund (
  org_id uuid not null,
  intent_id text not null,
  payment_id uuid not null,
  reservation_id uuid not null,
  amount bigint not null,
  currency text not null,
  reason text not null,
  state text not null check (state in ('DUE', 'DONE', 'FAILED')),
  attempt integer not null default 1,
  tries integer not null default 0,
  refund_id text,
  created_at timestamptz not null,
  done_at timestamptz,
  due_at timestamptz,
  primary key (org_id, intent_id)
);

create unique index box_refund_by_intent on box_refund (intent_id);
create index box_refund_open on box_refund (created_at) where state <> 'DONE';
create index box_refund_due on box_refund (due_at) where due_at is not null;

-- Every attempt to reserve, refused ones too, kept for a month. Ids ascend with time.
create table box_attempt (
  org_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  inventory_id uuid not null,
  at timestamptz not null,
  actor text not null,
  user_id text not null,
  quantity smallint not null,
  outcome text not null,
  request_id text not null,
  duration_ms integer not null,
  primary key (org_id, merchant_id, id)
);

create index box_attempt_age on box_attempt using brin (at);
