-- How long an organisation keeps what it no longer needs, by class of data, and whether it must keep
-- everything for the time being. A class that is not named has the default of the server.
create table retention (
  org_id uuid primary key,
  days jsonb not null default '{}',             -- by class; null: for ever
  held_since timestamptz,                       -- a legal hold: nothing is deleted or erased
  held_by text,
  held_because text,
  check (num_nonnulls(held_since, held_by, held_because) in (0, 3))
);

-- Nothing was deleted before: those who are here keep everything until they say otherwise.
insert into retention (org_id, days)
  select id, '{"tickets": null, "tokens": null, "bookings": null, "reservations": null, "visits": null,
    "audit": null}'
    from organisation;

-- The highest number among those that were removed: a queue that numbers for ever goes on behind it.
alter table queue add column highest_removed bigint not null default 0;

-- Days and inventories of which everything old is gone: nobody has to look at them again.
alter table opd_day add column swept boolean not null default false;
create index opd_day_unswept on opd_day (org_id, ends_at) where not swept;
alter table box_inventory add column swept boolean not null default false;
create index box_inventory_unswept on box_inventory (org_id, ends_at) where not swept;

-- Answers that are kept for whoever asks again, by age. They go after two days, so it stays small.
create index event_answered on event (org_id, at) where idem is not null;

-- A reservation's refunds go with it.
create index box_refund_of_reservation on box_refund (org_id, reservation_id);
