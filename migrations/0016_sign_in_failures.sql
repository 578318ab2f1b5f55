-- Wrong passwords in a row, by address, by account and by device; each is a keyed hash.
create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  last_at timestamptz not null
) with (fillfactor = 70);
