-- Bookings have a priority, and go on as tokens do on the day. Null: as before, a booking of an unknown source
-- that nobody has checked in or called. The version before writes rows without these columns.
alter table booking
  add column source text check (source in ('emergency', 'paid', 'follow_up', 'walk_in', 'online')),
  add column emergency boolean,
  add column visit json;
