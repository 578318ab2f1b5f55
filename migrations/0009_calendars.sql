-- Who may act for a resource besides those whose role lets them, calendars from outside, addresses of
-- calendar feeds, and the pages on which the public asks for bookings.

-- The one a resource belongs to. Whoever leaves the organisation owns nothing in it any more.
create table resource_owner (
  org_id uuid not null,
  resource_id uuid not null,
  user_id uuid not null,
  since timestamptz not null,
  primary key (org_id, resource_id),
  foreign key (org_id, user_id) references member (org_id, user_id) on delete cascade
);

create index resource_owner_by_user on resource_owner (org_id, user_id);

create table delegation (
  org_id uuid not null,
  resource_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  permissions text[] not null check (
    cardinality(permissions) > 0
    and permissions <@ array['manage_availability', 'approve', 'book']
  ),
  until_at timestamptz,                         -- null: until it is revoked
  granted_by uuid,                              -- the user whose own right it stems from; null: a role's
  actor text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (org_id, resource_id, id),
  foreign key (org_id, user_id) references member (org_id, user_id) on delete cascade
);

create index delegation_by_user on delegation (org_id, user_id) where revoked_at is null;
