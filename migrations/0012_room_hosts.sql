-- A host name leads to a room only when its organisation has shown that the name is theirs, or the
-- server's operator lists it. Names from before have to be shown once.
alter table room add column host_proven_at timestamptz;

-- Names are compared without capitals and final dots.
drop index room_host;
create unique index room_host on room (lower(rtrim(settings->>'hostName', '.')))
  where settings->>'hostName' is not null;
