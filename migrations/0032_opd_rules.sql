-- The defaults of OPD tokens are others from here on: numbers that never change and count for a doctor's whole
-- day, two places kept for emergencies from four on, and a reserve that is released 15 minutes before a slot
-- ends. Organisations that have used tokens keep what they had, where they never chose.
insert into opd_settings (org_id, rules)
select org_id, '{}' from (
    select org_id from opd_day union select org_id from opd_doctor union select org_id from opd_settings
  ) used
on conflict (org_id) do nothing;

update opd_settings set rules =
  '{"numbering": "shifting", "bufferReleaseMinutes": 0}'
  || rules
  || '{"numbersPer": "slot", "usualReserve": "fifth"}';
