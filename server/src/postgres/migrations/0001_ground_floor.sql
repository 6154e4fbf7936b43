-- Organizations with two environments each; keys, contacts, topics, facts, and the books of the API itself.
-- Every row of data belongs to one environment, and environment_id leads every key of it.

create table instance (
  only_row boolean primary key default true check (only_row),
  -- Signs what we hand out and take back, such as cursors.
  secret bytea not null
);
insert into instance (secret)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

create table organizations (
  id uuid primary key,
  name text not null,
  plan text not null check (plan in ('free', 'starter', 'pro', 'enterprise')),
  -- Enterprise only: null means no limit.
  requests_per_hour integer check (requests_per_hour > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table environments (
  id uuid primary key,
  organization_id uuid not null references organizations,
  mode text not null check (mode in ('live', 'test')),
  unique (organization_id, mode)
);

create table api_keys (
  id uuid primary key,
  environment_id uuid not null references environments,
  name text not null,
  -- SHA-256 of the whole key: the key itself is shown once and kept nowhere.
  key_hash bytea not null unique,
  -- The first characters, so that a person can tell two keys apart.
  hint text not null,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index api_keys_by_environment on api_keys (environment_id);

create table contacts (
  environment_id uuid not null,
  id uuid not null,
  email text,
  phone_number text,
  first_name text,
  last_name text,
  email_subscribed boolean not null,
  sms_subscribed boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  check (email is not null or phone_number is not null)
);
-- Addresses are ASCII, so "C" compares them alike on every database, whatever its locale.
create unique index contacts_email on contacts (environment_id, lower(email collate "C")) where email is not null;
create unique index contacts_phone_number on contacts (environment_id, phone_number) where phone_number is not null;

create table topics (
  environment_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  is_default_topic boolean not null,
  display_order double precision not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);

create table topic_memberships (
  environment_id uuid not null,
  contact_id uuid not null,
  topic_id uuid not null,
  created_at timestamptz not null,
  primary key (environment_id, contact_id, topic_id),
  constraint topic_memberships_contact foreign key (environment_id, contact_id)
    references contacts (environment_id, id) on delete cascade,
  constraint topic_memberships_topic foreign key (environment_id, topic_id)
    references topics (environment_id, id) on delete cascade
);
create index topic_memberships_by_topic on topic_memberships (environment_id, topic_id, contact_id);

-- What happened, in the words of the webhook events. `position` puts the facts about one object in their order: they are
-- written under a lock on that object, while ids of one millisecond are in no order at all.
create table events (
  position bigint generated always as identity,
  environment_id uuid not null,
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);

-- The answer to a request that carried an Idempotency-Key, written in the transaction of its effect.
create table idempotency_keys (
  environment_id uuid not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (environment_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Requests of a key in an hour. `granted` is what the last update let pass, so that one statement counts and decides.
create table request_windows (
  key_id uuid not null,
  window_start timestamptz not null,
  quota integer not null,
  used integer not null,
  granted integer not null,
  primary key (key_id, window_start)
) with (fillfactor = 50);
create index request_windows_by_age on request_windows (window_start);

-- Worker pools that are alive: the jobs of one that has stopped beating are given to the others.
create table worker_heartbeats (
  pool_id text primary key,
  machine text not null,
  process text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
