-- A host name that was proven is looked at again every day: by which proof, when the next time, and since
-- when that proof has not been there. One that was proven is not any more when it was gone for too long:
-- then host_proven_at is empty and host_missing_since is not.
alter table room
  add column host_proof text check (host_proof in ('dns', 'file')),
  add column host_check_at timestamptz,
  add column host_missing_since timestamptz;

-- Not all of them at once.
update room set host_proof = 'dns', host_check_at = now() + random() * interval '1 day'
 where host_proven_at is not null;

create index room_host_check on room (host_check_at) where host_check_at is not null;

-- A name that is no longer served may be proven by somebody else: it has changed hands.
drop index room_host;
create unique index room_host on room (lower(rtrim(settings->>'hostName', '.')))
  where settings->>'hostName' is not null and (host_proven_at is not null or host_missing_since is null);
create index room_named on room (id) where settings->>'hostName' is not null;
