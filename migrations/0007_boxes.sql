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
