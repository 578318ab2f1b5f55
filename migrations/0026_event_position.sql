-- The log of events can be followed over all lines. An event's position is its transaction's id or, if that
-- is higher, the last id that had ended when it was written, both moved by `base`. Whoever reads only what is
-- below the oldest transaction that is still open misses nothing, however late a commit comes. And positions
-- of a line never fall: whoever writes its next event has its lock, so the one before has ended.
-- Events from before are numbered in the order in which they happened.
alter table event add column position bigint;

update event e set position = numbered.position
  from (
    select org_id, line_id, seq, row_number() over (order by latest, org_id, line_id, seq) as position
      from (
        select org_id, line_id, seq,
            max(at) over (partition by org_id, line_id order by seq) as latest
          from event
      ) timed
  ) numbered
  where e.org_id = numbered.org_id and e.line_id = numbered.line_id and e.seq = numbered.seq;

alter table event alter column position set not null;
create index event_position on event (position);

create table event_log (base bigint not null);
insert into event_log (base) values (0);

-- New positions have to be above all that are there. They are not when the database was restored into a
-- server that has given out fewer transaction ids than the one it came from: then they begin above them.
create function rebase_event_positions() returns void language plpgsql as $$
declare
  last bigint;
begin
  lock table event in access exclusive mode;
  select coalesce(max(position), 0) into last from event;
  update event_log set base = last + 1 - pg_current_xact_id()::text::bigint
    where last >= base + pg_current_xact_id()::text::bigint;
  execute format(
    'alter table event alter column position set default
      greatest(pg_current_xact_id()::text::bigint,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1) + %s',
    (select base from event_log)
  );
end
$$;

select rebase_event_positions();

-- How far each consumer has come.
create table event_consumer (
  name text primary key,
  position bigint not null,
  line_id uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  moved_at timestamptz not null default now()
);

-- Bookings follow their tokens by the log now, no longer by a deadline of the doctor's day. Where some still
-- had to follow, everything that happened is looked at once more.
insert into event_consumer (name, position)
  select 'bookings follow tokens', case
    when exists (select from line where product = 'opd' and id = group_id and deadline_at is not null)
      then 0
    else coalesce((select max(position) from event), 0)
  end;
update line set deadline_at = null where product = 'opd' and id = group_id and deadline_at is not null;
