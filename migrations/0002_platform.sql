-- Organisations, the people in them, their sessions and API keys, and the windows of rate limits.
-- The columns up to the rate limits are better-auth's (src/platform/auth.ts names them; a test
-- asks better-auth whether anything is missing). What it leaves to luck is a constraint here.

create table organisation (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null unique,                    -- better-auth needs one; the id serves
  logo text,
  created_at timestamptz not null,
  metadata text
);

create table user_account (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_account on delete cascade,
  token text not null unique,                   -- useless without the cookie's signature
  active_org_id uuid references organisation on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  ip_address text,
  user_agent text
);

create index session_by_user on session (user_id);
create index session_expiry on session (expires_at);

-- A user's password (and, should it ever be wanted, accounts elsewhere).
create table credential (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_account on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null
);

create unique index credential_by_user on credential (user_id, provider_id);

create table verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index verification_by_identifier on verification (identifier);

create table member (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references organisation on delete cascade,
  user_id uuid not null references user_account on delete cascade,
  role text not null check (role in ('owner', 'admin', 'staff', 'viewer')),
  created_at timestamptz not null,
  unique (org_id, user_id)
);

create index member_by_user on member (user_id);

create table invitation (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references organisation on delete cascade,
  email text not null check (email = lower(email)),
  name text,
  role text not null check (role in ('owner', 'admin', 'staff', 'viewer')),
  status text not null check (status in ('pending', 'accepted', 'rejected', 'canceled')),
  inviter_id uuid not null,                     -- a user or an API key
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create unique index invitation_pending on invitation (org_id, email) where status = 'pending';

create table api_key (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references organisation on delete cascade,
  config_id text not null,
  name text,
  start text,
  prefix text,
  key text not null unique,                     -- SHA-256 of the key
  enabled boolean,
  expires_at timestamptz,
  permissions text,                             -- {"role":[…],"scope":[…]}
  metadata text,
  refill_interval integer,
  refill_amount integer,
  last_refill_at timestamptz,
  rate_limit_enabled boolean,
  rate_limit_time_window integer,
  rate_limit_max integer,
  request_count integer,
  remaining integer,
  last_request timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index api_key_by_org on api_key (org_id, created_at);

-- One row per limited subject: the hits still inside the window. The subject is hashed, since
-- telephone numbers and addresses are personal. Unlogged: a crash only forgives the last minutes,
-- and a limit must not cost a flush to disk.
create unlogged table rate_window (
  key text primary key,
  hits timestamptz[] not null,
  allowed boolean not null,                     -- whether the latest attempt fitted
  expires_at timestamptz not null
) with (fillfactor = 70);                       -- no index but the key: a hit stays on its page (HOT)
