-- A token that a booking took says so, and its day is due when it was moved or given back: the booking
-- follows, whichever instance sees to it. Those that were left behind follow now.
update ticket t set data = (t.data::jsonb || '{"booked": true}')::json
  from booking b
 where b.token_id = t.id and b.org_id = t.org_id and b.status = 'approved';

update line day set deadline_at = now()
 where day.id in (select l.group_id from booking b
     join ticket t on t.id = b.token_id and t.org_id = b.org_id
     join line l on l.id = t.line_id
    where b.status = 'approved' and t.status in ('WAITING', 'ALLOCATED', 'CANCELLED', 'EXPIRED'));
