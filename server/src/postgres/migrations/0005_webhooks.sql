-- Webhooks, what became of each delivery, and the one order in which events can be read.

create table webhooks (
  environment_id uuid not null,
  id uuid not null,
  url text not null,
  subscribed_events text[] not null,
  status text not null check (status in ('active', 'inactive')),
  nickname text,
  -- Sealed, so that a dump of the database does not hold them.
  secret bytea not null,
  -- The one before the last rotation, and until when deliveries are signed with it, too.
  old_secret bytea,
  old_secret_until timestamptz,
  success_count bigint not null default 0,
  failure_count bigint not null default 0,
  last_delivery_at timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  -- The worker that sends to it, so that events go out in order; anybody's when null or when the time has passed.
  held_by text,
  held_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
) with (fillfactor = 50);

-- One event on its way to one webhook, written with the event.
create table webhook_deliveries (
  environment_id uuid not null,
  webhook_id uuid not null,
  -- That of the event.
  position bigint not null,
  event_id uuid not null,
  subject_id uuid not null,
  type text not null,
  created_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- When the next attempt may be made; null when there is none.
  due_at timestamptz,
  -- Attempts of this series; a replay begins a new one.
  tries smallint not null default 0,
  attempts jsonb not null default '[]',
  primary key (environment_id, webhook_id, position)
) with (fillfactor = 50);
create index webhook_deliveries_first on webhook_deliveries (environment_id, webhook_id, position)
  where due_at is not null and tries = 0;
create index webhook_deliveries_again on webhook_deliveries (environment_id, webhook_id, due_at)
  where due_at is not null and tries > 0;
create index webhook_deliveries_failed on webhook_deliveries (environment_id, webhook_id, position)
  where status = 'failed';
create index webhook_deliveries_tests on webhook_deliveries (environment_id, created_at) where type = 'webhook.test';

-- Positions are given out before they are committed, so an event may appear behind one with a higher position. Ordered by
-- transaction first, and read only as far as all transactions have ended, nothing appears behind what has been read.
alter table events add column xact xid8 not null default '3';
alter table events alter column xact set default pg_current_xact_id();
create index events_in_order on events (environment_id, xact, position);

-- Where the events stood at a time: what is older than 30 days is found by it.
create table event_marks (
  at timestamptz primary key,
  xact xid8 not null,
  position bigint not null
);
