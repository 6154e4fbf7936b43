-- Email: what was accepted, who it goes to and how far it got; what it costs; who must not be written to; sender domains.

-- Enterprise only: null means no limit.
alter table organizations
  add column sends_per_hour integer check (sends_per_hour > 0),
  add column sends_per_day integer check (sends_per_day > 0),
  add column sends_per_month integer check (sends_per_month > 0);

-- One row per organization, locked by whoever spends: credits, and what was sent in the current hour, day and month.
create table credit_accounts (
  organization_id uuid primary key references organizations,
  -- What is left of this month's grant, which is used first and does not pile up, and of what was added.
  granted numeric(18, 3) not null check (granted >= 0),
  added numeric(18, 3) not null check (added >= 0),
  granted_month timestamptz not null,
  email_consumed numeric(18, 3) not null default 0,
  sms_consumed numeric(18, 3) not null default 0,
  -- A window that has passed counts as 0: it is written anew by the next one who sends.
  hour_start timestamptz not null,
  hour_sent integer not null default 0,
  day_start timestamptz not null,
  day_sent integer not null default 0,
  month_start timestamptz not null,
  month_sent integer not null default 0,
  month_consumed numeric(18, 3) not null default 0
) with (fillfactor = 20);

-- The ledger: entries are added, never changed. A message is debited once and refunded once.
create table credit_entries (
  organization_id uuid not null,
  -- The message; an id of its own for what is about none.
  subject_id uuid not null,
  kind text not null check (kind in ('email', 'sms', 'refund', 'grant', 'expiry', 'added')),
  credits numeric(18, 3) not null,
  note text,
  created_at timestamptz not null,
  primary key (organization_id, subject_id, kind)
);

create table suppressions (
  environment_id uuid not null,
  id uuid not null,
  email text not null,
  reason text not null check (reason in ('hard_bounce', 'complaint', 'manual', 'unsubscribe')),
  -- The email that led to it.
  email_id uuid,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index suppressions_email on suppressions (environment_id, lower(email collate "C"));

create table domains (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Lower case.
  name text not null,
  selector text not null,
  rsa_private_key text not null,
  ed25519_private_key text not null,
  -- When DNS last showed the DKIM keys, and the return path.
  verified_at timestamptz,
  return_path_verified_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, name)
);

-- What was accepted, never changed afterwards.
create table emails (
  environment_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  from_address text not null,
  from_name text,
  to_addresses text[] not null,
  cc_addresses text[],
  bcc_addresses text[],
  reply_to text[],
  subject text not null,
  html text,
  text text,
  headers jsonb,
  tags text[],
  batch_id text,
  message_stream text not null check (message_stream in ('transactional', 'broadcast')),
  topic_id uuid,
  -- Octets of content and attachments, so that a worker knows what it is about to hold in memory.
  size integer not null,
  attachments smallint not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create index emails_by_sender on emails (environment_id, lower(from_address collate "C"), id);
create index emails_by_batch on emails (environment_id, batch_id, id) where batch_id is not null;

create table email_tags (
  environment_id uuid not null,
  tag text not null,
  email_id uuid not null,
  primary key (environment_id, tag, email_id)
);

create table email_attachments (
  environment_id uuid not null,
  email_id uuid not null,
  nth smallint not null,
  filename text not null,
  type text not null,
  content_id text,
  inline boolean not null,
  content bytea not null,
  primary key (environment_id, email_id, nth)
);
-- Attached files are compressed already, as a rule.
alter table email_attachments alter column content set storage external;

-- How far an email got. Apart from `emails`, so that a change of status does not write its content again.
create table email_progress (
  environment_id uuid not null,
  email_id uuid not null,
  status text not null check (status in ('scheduled', 'processing', 'sent', 'delivered', 'delivery_delayed', 'bounced',
    'complained', 'failed', 'suppressed', 'canceled')),
  recipients smallint not null,
  scheduled_for timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  open_count integer not null default 0,
  click_count integer not null default 0,
  primary key (environment_id, email_id)
);
create index email_progress_by_status on email_progress (environment_id, status, email_id);
create index email_progress_scheduled on email_progress (scheduled_for) where status = 'scheduled';

-- One for each recipient. `waiting` and `delayed` are open: a job of the queue has them, or due_at says when one will.
create table deliveries (
  environment_id uuid not null,
  email_id uuid not null,
  nth smallint not null,
  address text not null,
  state text not null check (state in ('waiting', 'delayed', 'sent', 'delivered', 'bounced', 'complained', 'failed',
    'suppressed', 'canceled')),
  attempts integer not null default 0,
  -- The worker that has it, and the fencing token: a result with an older token changes nothing.
  claimed_by text,
  token integer not null default 0,
  -- The final dot may have left: from here on only the peer's reply tells whether it has the message.
  dot boolean not null default false,
  -- How often the message was sent again without knowing whether the peer had it.
  doubts smallint not null default 0,
  -- How often a worker ended or stumbled with this delivery in its hands.
  crashes smallint not null default 0,
  due_at timestamptz,
  -- After this no further attempt is made.
  give_up_at timestamptz not null,
  last_reply text,
  primary key (environment_id, email_id, nth)
) with (fillfactor = 70);
create index deliveries_by_address on deliveries (environment_id, lower(address collate "C"), email_id);
create index deliveries_due on deliveries (due_at) where due_at is not null;

-- Messages that were kept instead of being sent.
create table captured_messages (
  environment_id uuid not null,
  email_id uuid not null,
  raw bytea not null,
  created_at timestamptz not null default now(),
  primary key (environment_id, email_id)
);

-- The facts about one object are read together and in order.
alter table events drop constraint events_pkey;
alter table events add primary key (environment_id, subject_id, position);
