-- A second factor on top of the password. Its secret and the backup codes are encrypted.
alter table user_account add column two_factor_enabled boolean default false;

create table two_factor (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references user_account on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz
);

create index two_factor_by_secret on two_factor (secret);
