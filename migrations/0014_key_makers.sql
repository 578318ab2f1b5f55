-- Who made a key: it ends with their membership. null: the server, or somebody before this was kept.
-- A key that was made with a key counts as made by whoever made that one.

alter table api_key add column made_by uuid,
  add foreign key (org_id, made_by) references member (org_id, user_id) on delete cascade;

create index api_key_by_maker on api_key (org_id, made_by) where made_by is not null;

with recursive made as (
  select event.org_id, (after ->> 'id')::uuid as id, actor
  from organisation join event on event.org_id = organisation.id and line_id = organisation.id
  where type = 'organisation.key_created'
), of_somebody as (
  select org_id, id, substr(actor, 6)::uuid as user_id from made where actor like 'user:%'
  union
  select made.org_id, made.id, of_somebody.user_id
  from made join of_somebody on made.org_id = of_somebody.org_id
    and made.actor = 'key:' || of_somebody.id
)
update api_key set made_by = member.user_id
from of_somebody join member using (org_id, user_id)
where api_key.org_id = of_somebody.org_id and api_key.id = of_somebody.id;
