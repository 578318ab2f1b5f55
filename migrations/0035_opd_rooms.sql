-- Where a doctor sees patients: usually, and on a date where that is another room (null: in none).

create table opd_usual_room (
  org_id uuid not null,
  doctor_id uuid not null,
  room_id uuid not null,                         -- a resource that is no doctor
  primary key (org_id, doctor_id)
);

create table opd_day_room (
  org_id uuid not null,
  doctor_id uuid not null,
  date date not null,
  room_id uuid,
  primary key (org_id, doctor_id, date)
);
