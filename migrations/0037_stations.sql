-- Patients go on from a doctor to a station with the number that they have: before it stands the doctor's code,
-- which is one doctor's alone in an organisation.
alter table opd_doctor add column code text check (code ~ '^[A-Z0-9]{1,3}$');
create unique index opd_doctor_code on opd_doctor (org_id, code);
