-- What a hospital knows of its patients; records that belong together, or are one person's; and which
-- tokens were whose, so that a patient's history is found without looking through all tickets.

alter table patient
  add column birth_date date,
  add column sex text check (sex in ('female', 'male', 'other')),
  add column email text,
  add column language text,
  add column notes text,
  add column family_id uuid,                    -- the same for all of a family
  add column merged_into uuid;                  -- the record that this one became part of

-- Everybody in order of the name, a page at a time.
create index patient_by_name on patient (org_id, name, id) where merged_into is null;
-- Who may be the same person.
create index patient_by_phone on patient (org_id, right(regexp_replace(phone, '\D', '', 'g'), 9))
  where phone is not null;
create index patient_by_email on patient (org_id, lower(email)) where email is not null;
create index patient_by_birth on patient (org_id, birth_date) where birth_date is not null;
create index patient_by_family on patient (org_id, family_id) where family_id is not null;
create index patient_merged on patient (org_id, merged_into) where merged_into is not null;

-- Written by a consumer of the log, which begins at its first event.
create table patient_visit (
  org_id uuid not null,
  token_id uuid not null,
  patient_id uuid not null,
  slot_start timestamptz not null,
  primary key (org_id, token_id)
);

create index patient_visit_by_time on patient_visit (org_id, patient_id, slot_start desc, token_id);
