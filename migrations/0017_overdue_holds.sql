-- Holds and offers that had run out together could be left behind, with nobody to look at them again.
-- What a hold used and lost to somebody else was deleted before the hold: such a hold is nothing more.
delete from booking_hold h
 where h.expires_at <= now()
   and not exists (select 1 from booking_use u where u.org_id = h.org_id and u.owner_id = h.id);

update line l set deadline_at = due.at
  from (select resource_id, min(at) as at
          from (select resource_id, expires_at as at from booking_use where expires_at is not null
                union all
                select unnest(resource_ids), offer_expires_at from booking_wait
                 where status = 'offered') running
         group by resource_id) due
 where l.id = due.resource_id and (l.deadline_at is null or l.deadline_at > due.at);
