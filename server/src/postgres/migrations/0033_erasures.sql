-- People who asked to be forgotten. The address and the number stand here only until the work is done.
create table erasures (
  environment_id uuid not null references environments,
  id uuid not null,
  contact_id uuid,
  email text,
  phone_number text,
  -- What is searched at the moment, and the last key of the page before; null before the first.
  searching text,
  after jsonb,
  requested_at timestamptz not null,
  finished_at timestamptz,
  primary key (environment_id, id)
);
create index erasures_by_contact on erasures (environment_id, contact_id) where contact_id is not null;
create unique index erasures_open on erasures (environment_id, coalesce(email, ''), coalesce(phone_number, ''))
where finished_at is null;

-- What is left of a suppression: mail to the address is refused, and nobody can tell from it whose it is.
create table erased_suppressions (
  environment_id uuid not null,
  hash bytea not null,
  id uuid not null,
  reason text not null check (reason in ('hard_bounce', 'complaint', 'manual', 'unsubscribe')),
  email_id uuid,
  created_at timestamptz not null,
  primary key (environment_id, hash),
  unique (environment_id, id)
);

-- The same for numbers that have said STOP.
create table erased_opt_outs (
  environment_id uuid not null,
  hash bytea not null,
  created_at timestamptz not null,
  primary key (environment_id, hash)
);

-- Keys that may do everything may do this as well.
update api_keys set permissions = permissions || '{contacts:erase}'
where not permissions && '{contacts:erase}' and permissions @> '{
  emails:send, emails:read, emails:delete, sms:send, sms:read, contacts:read, contacts:write, topics:write, templates:read,
  templates:write, workflows:write, webhooks:read, webhooks:write, account:read, retention:write
}';
