-- Passkeys: public keys, which are no secret. The private ones never leave people's devices.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_account on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  created_at timestamptz,
  aaguid text,
  last_used_at timestamptz
);

create index passkey_by_user on passkey (user_id);
create unique index passkey_by_credential on passkey (credential_id);

-- The half minute whose code was accepted last: no code counts twice, and none from before it.
alter table two_factor add column last_step bigint;
