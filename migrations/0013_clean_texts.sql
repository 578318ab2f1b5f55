-- Names and other texts no longer take control characters, and coordinates have six places: what is
-- stored from before follows. A line's end stays where a text has lines.

create function pg_temp.clean(value text, has_lines boolean default false) returns text
language sql immutable as $$
  select btrim(regexp_replace(
    case when has_lines then regexp_replace(value, '\r\n?', E'\n', 'g') else value end,
    case when has_lines then '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]'
      else '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]' end,
    ' ', 'g'))
$$;

-- Something has to be left of a name.
create function pg_temp.clean_name(value text) returns text language sql immutable as $$
  select coalesce(nullif(pg_temp.clean(value), ''), '?')
$$;

create function pg_temp.clean_value(value jsonb, has_lines boolean) returns jsonb
language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(pg_temp.clean(value #>> '{}', has_lines))
    when 'array' then coalesce((select jsonb_agg(pg_temp.clean_value(item, has_lines) order by n)
      from jsonb_array_elements(value) with ordinality as items (item, n)), '[]')
    when 'object' then coalesce((select jsonb_object_agg(key, pg_temp.clean_value(item,
        key in ('message', 'description', 'note', 'intro')))
      from jsonb_each(value) as items (key, item)), '{}')
    else value end;
end $$;

-- Whether it may hold something to clean: escapes in JSON, or characters as they are.
create function pg_temp.is_suspect(document text) returns boolean language sql immutable as $$
  select document ~ '\\[bfnrtu]|[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]'
$$;

do $$
declare
  place record;
begin
  for place in select * from (values
    ('organisation', 'name'), ('user_account', 'name'), ('invitation', 'name'), ('api_key', 'name'),
    ('availability_resource', 'name'), ('patient', 'name'), ('booking', 'title'),
    ('booking_wait', 'title'), ('box_inventory', 'title'), ('box_payment', 'title'),
    ('merchant', 'town'), ('outside_calendar', 'name'), ('availability_exception', 'reason')) as places (tab, col)
  loop
    execute format('update %1$I set %2$I = pg_temp.clean_name(%2$I)
      where pg_temp.is_suspect(%2$I) and %2$I <> pg_temp.clean_name(%2$I)', place.tab, place.col);
  end loop;
  update booking set status_message = pg_temp.clean(status_message, true)
   where pg_temp.is_suspect(status_message);
  for place in select * from (values
    ('queue', 'settings', 'jsonb'), ('merchant', 'details', 'jsonb'), ('box_type', 'template', 'jsonb'),
    ('box_inventory', 'details', 'jsonb'), ('booking_page', 'settings', 'jsonb'),
    ('room', 'settings', 'json'), ('ticket', 'data', 'json'), ('booking', 'contact', 'json'),
    ('booking_wait', 'contact', 'json'), ('booking', 'resources_used', 'json')) as places (tab, col, kind)
  loop
    execute format('update %1$I set %2$I = pg_temp.clean_value(%2$I::jsonb, false)::%3$s
      where pg_temp.is_suspect(%2$I::text)', place.tab, place.col, place.kind);
  end loop;
end $$;

update merchant set details = details
  || jsonb_build_object('latitude', round((details->>'latitude')::numeric, 6))
  || jsonb_build_object('longitude', round((details->>'longitude')::numeric, 6));

drop function pg_temp.is_suspect, pg_temp.clean_value, pg_temp.clean_name, pg_temp.clean;
