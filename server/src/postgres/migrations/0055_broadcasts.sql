-- Broadcasts: one message to many contacts (resources/messages/broadcasts), the seventh kind of work of the engine. Each time a row is taken, messages are
-- made for the next page of contacts.
create table broadcasts (
  environment_id uuid not null references environments (id),
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  channel text not null check (channel in ('email', 'sms')),
  state text not null check (state in ('draft', 'scheduled', 'sending', 'paused', 'completed', 'canceled')),
  settings jsonb not null,
  scheduled_for timestamptz,
  local_time text,
  timezone text,
  timezone_field text,
  phase text not null default 'starting' check (phase in ('starting', 'all', 'test', 'deciding', 'rest', 'finishing')),
  until_id uuid,
  after_id uuid,
  audience_size integer,
  made integer not null default 0,
  decides_at timestamptz,
  winner text,
  paused_because text,
  paused_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  due_at timestamptz,
  priority smallint not null default 0,
  held_by text,
  token integer not null default 0,
  crashes smallint not null default 0,
  primary key (environment_id, id)
);
comment on column broadcasts.settings is 'what was asked for, in the words of the contract';
comment on column broadcasts.until_id is 'contacts that were there when it began have no larger id';
comment on column broadcasts.after_id is 'messages were made for the contacts of this pass up to here';
comment on column broadcasts.made is 'messages that were made';
create index broadcasts_due on broadcasts (priority, due_at) where due_at is not null and held_by is null and crashes <= 1;
create index broadcasts_suspect on broadcasts (crashes, due_at) where due_at is not null and held_by is null and crashes > 1;
create index broadcasts_held on broadcasts (held_by) where held_by is not null;

-- What they say: copied when a broadcast is sent or scheduled, so that its emails need no bodies of their own.
create table broadcast_contents (
  environment_id uuid not null,
  broadcast_id uuid not null,
  variant text not null check (variant in ('a', 'b')),
  subject text not null,
  html text,
  text text,
  -- The variables that it prints, by their paths, and those that are the same for all.
  uses text[] not null,
  variables jsonb not null,
  template_id uuid,
  primary key (environment_id, broadcast_id, variant),
  foreign key (environment_id, broadcast_id) references broadcasts (environment_id, id) on delete cascade
);

-- What came of their emails. Rows are added as they come, and summed up behind.
create table broadcast_stats (
  environment_id uuid not null,
  broadcast_id uuid not null,
  variant text not null,
  messages integer not null default 0,
  handled integer not null default 0,
  sent integer not null default 0,
  delivered integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  failed integer not null default 0,
  suppressed integer not null default 0,
  canceled integer not null default 0,
  opened integer not null default 0,
  opened_by_people integer not null default 0,
  clicked integer not null default 0,
  clicked_by_people integer not null default 0,
  unsubscribed integer not null default 0,
  millicredits bigint not null default 0,
  summed boolean not null default false
);
create unique index broadcast_stats_sums on broadcast_stats (environment_id, broadcast_id, variant) where summed;
create index broadcast_stats_new on broadcast_stats (environment_id, broadcast_id, variant) where not summed;

-- An email of a broadcast has the values that fill in its content where others have their bodies.
alter table emails add column broadcast_id uuid, add column broadcast_variant text;
-- On the tables alone, which wait for nobody; postgres/partition-indexes.ts builds them on the partitions that are there.
create index emails_by_broadcast on only emails (environment_id, broadcast_id, id) where broadcast_id is not null;
alter table sms add column broadcast_id uuid;
create index sms_by_broadcast on only sms (environment_id, broadcast_id, id) where broadcast_id is not null;

-- What was open in a backup.
alter table restored_work drop constraint restored_work_kind_check;
alter table restored_work add constraint restored_work_kind_check
  check (kind in ('email', 'sms', 'workflow_run', 'fallback', 'broadcast'));
