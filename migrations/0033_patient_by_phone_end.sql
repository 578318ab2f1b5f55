-- The public's patients are found again by their phone number, however it is written, with or without the
-- country: by its last digits. src/people/phone.ts then compares the whole.
create index patient_by_phone_end on patient (org_id, right(regexp_replace(phone, '\D', '', 'g'), 7))
  where phone is not null;
