-- The console: people, how they sign in, and which organizations they belong to.

create table people (
  id uuid primary key,
  name text not null,
  -- Lower case.
  email text not null unique,
  email_verified boolean not null,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_by_person on sessions (person_id);
create index sessions_by_expiry on sessions (expires_at);

-- What a person proves with that they are who they say: a password.
create table credentials (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  provider_id text not null,
  account_id text not null,
  -- scrypt, with a salt of its own.
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (person_id, provider_id)
);

-- The second step of a sign-in that is under way.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_expiry on verifications (expires_at);

-- Sealed with the secret of the installation.
create table two_factors (
  id uuid primary key,
  person_id uuid not null unique references people on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean,
  failed_verification_count integer,
  locked_until timestamptz
);

-- Tries to sign in, by the hash of an address of the network or of an account.
create table sign_in_tries (
  subject bytea primary key,
  window_start timestamptz not null,
  tries integer not null
) with (fillfactor = 50);
create index sign_in_tries_by_age on sign_in_tries (window_start);

-- Whoever has one becomes the owner of the first organization, as long as nobody is.
create table set_up_tokens (
  token_hash bytea primary key,
  created_at timestamptz not null
);

create table members (
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  role text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  created_at timestamptz not null,
  primary key (organization_id, person_id)
);
create index members_by_person on members (person_id);

create table invitations (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Lower case.
  email text not null,
  role text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  token_hash bytea not null unique,
  invited_by uuid not null references people on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, email)
);

-- To the minute.
alter table api_keys add column last_used_at timestamptz;
