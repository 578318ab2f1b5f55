-- Who took part in a room's draw, with what: anyone may check it, so it is not looked for among the events.
alter table room add column draw integer not null default 1;  -- which of its draws is to come or was last

create table room_draw (
  org_id uuid not null,
  room_id uuid not null,
  draw integer not null,
  value bigint not null,
  position_id uuid not null,
  primary key (org_id, room_id, draw, value, position_id)
);

insert into room_draw (org_id, room_id, draw, value, position_id)
select e.org_id, e.line_id, 1, (e.after->>'drawValue')::float8::bigint, e.ticket_id
  from room r join event e on e.org_id = r.org_id and e.line_id = r.id
 where r.settings->>'opensAt' is not null and e.type = 'waitroom.joined'
   and e.after->>'drawValue' is not null
on conflict do nothing;

-- From when on a key that signs no more is not believed either.
alter table room_key add column refused_at timestamptz;
update room_key set refused_at = retired_at + interval '1 hour' where retired_at is not null;
