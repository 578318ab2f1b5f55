-- What must not come back when Redis forgets, or comes back as it was earlier: how far Redis had got, who
-- is in a waiting room and who has left it. And which rooms have anybody in them.
alter table room
  add told bigint not null default 0,           -- the number of Redis's last entry that is in the events
  add busy boolean not null default false,      -- somebody was there when Redis was last asked
  drop drained;

-- What Redis has of them has another form: they are restored as after a loss.
update room set told = extract(epoch from now()) * 1000, busy = true where redis_since is not null;

create index room_busy on room (id) where busy;

-- What the pass was redeemed with: the same again gets the same answer.
alter table room_position add redeem_key text;

-- Those who are in, and those who have left and could still come back with something that looks good.
create table room_visit (
  org_id uuid not null,
  room_id uuid not null,
  id uuid not null,
  ends_at bigint,                               -- of the session
  ended_at bigint,
  forget_at bigint not null,
  record text not null,                         -- the position, as Redis has it
  primary key (room_id, id)
);

create index room_visit_forget on room_visit (room_id, forget_at);
