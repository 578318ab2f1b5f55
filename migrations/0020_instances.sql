-- In which store waiting rooms are kept, and who runs: instances that disagree would each fill the rooms.
create table room_store (
  only_one boolean primary key default true check (only_one),
  kind text not null,
  redis_id text not null                        -- also in Redis, so that all mean the same one
);

create table instance (
  id uuid primary key,
  room_store text not null,
  seen_at timestamptz not null
) with (fillfactor = 50);
