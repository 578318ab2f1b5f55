-- A configuration may begin or end in the middle of a day. valid_from is then the first local date that it
-- touches, and valid_till the date after the last one; begins_at and ends_at say when exactly. Those from before
-- hold for whole dates, as they did.

alter table availability_configuration
  add column begins_at timestamptz,
  add column ends_at timestamptz,
  add check (ends_at > begins_at);

create or replace function availability_schedule(resource uuid, from_at timestamptz, to_at timestamptz)
returns json language plpgsql stable parallel safe as $$
declare
  r record;
begin
  select * into r from availability_resource a where a.id = resource;
  if not found then
    return null;
  end if;
  return json_build_object(
    'name', r.name,
    'type', r.type,
    'active', r.active,
    'timezone', r.timezone,
    'configurations', (
      select coalesce(json_agg(json_build_object(
          'id', c.id,
          'validFrom', coalesce(
            to_char(c.begins_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), c.valid_from::text),
          'validTill', coalesce(
            to_char(c.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), c.valid_till::text),
          'slotMinutes', c.slot_minutes,
          'tokensPerSlot', c.tokens_per_slot,
          'weekly', c.weekly
        ) order by c.valid_from, c.begins_at nulls first), '[]')
        from availability_configuration c
       where c.org_id = r.org_id and c.resource_id = resource and c.replaced_at is null
         and c.valid_from <= (to_at at time zone 'UTC')::date + 1
         and (c.valid_till is null or c.valid_till >= (from_at at time zone 'UTC')::date - 1)),
    'exceptions', (
      select coalesce(json_agg(json_build_object(
          'id', e.id,
          'available', e.available,
          'start', (extract(epoch from e.start_at) * 1000)::bigint,
          'end', (extract(epoch from e.end_at) * 1000)::bigint,
          'reason', e.reason
        ) order by e.start_at), '[]')
        from availability_exception e
       where e.org_id = r.org_id and e.resource_id = resource
         and e.end_at > from_at - interval '2 days' and e.start_at < to_at + interval '2 days')
  );
end
$$;
