-- What a hospital sorts its doctors, rooms and theatres by.

create table availability_department (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  primary key (org_id, id)
);

-- Two of one name would be a mistake. Also the order of the list.
create unique index availability_department_by_name on availability_department (org_id, lower(name));

alter table availability_resource add column department_id uuid;

create index availability_resource_by_department
  on availability_resource (org_id, department_id) where department_id is not null;

-- Lists by name, a page at a time.
create index availability_resource_by_name
  on availability_resource (org_id, (lower(name) collate "C"), id);
