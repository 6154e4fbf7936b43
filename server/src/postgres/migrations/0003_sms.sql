-- Text messages: what was accepted or received, how far it got, what its carrier calls it; numbers, and who has opted out.

-- What a recipient cost when the email was accepted: a refund gives back as much, whatever the rate card says by then.
alter table emails add column credits_per_recipient numeric(18, 3) not null default 1;

-- What was accepted or received, never changed afterwards.
create table sms (
  environment_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  direction text not null check (direction in ('outbound', 'inbound')),
  from_number text not null,
  to_number text not null,
  body text not null,
  media_urls text[],
  encoding text not null check (encoding in ('gsm7', 'ucs2')),
  segments smallint not null,
  -- An answer of ours to STOP or HELP: sent whether the number has opted out or not, and free.
  automatic boolean not null default false,
  credits numeric(18, 3) not null,
  -- In dollars: what the customer pays, and what the rate card says that the carrier takes. 0 in test mode.
  charge numeric(18, 9) not null,
  card_cost numeric(18, 9) not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create index sms_by_recipient on sms (environment_id, to_number, id);
create index sms_by_sender on sms (environment_id, from_number, id);

-- How far a message got. `processing` is open: a job of the queue has it, or due_at says when one will.
create table sms_progress (
  environment_id uuid not null,
  sms_id uuid not null,
  status text not null check (status in ('processing', 'sent', 'delivered', 'undelivered', 'failed', 'received')),
  attempts integer not null default 0,
  -- The worker that has it, and the fencing token: a result with an older token changes nothing.
  claimed_by text,
  token integer not null default 0,
  -- It may have left: from here on only the carrier tells whether it has the message.
  submitting boolean not null default false,
  -- How often it was submitted again without knowing whether the carrier had it.
  doubts smallint not null default 0,
  -- How often a worker ended or stumbled with this message in its hands.
  crashes smallint not null default 0,
  due_at timestamptz,
  -- After this no further attempt is made.
  give_up_at timestamptz not null,
  -- The carrier that has it, or may have it.
  carrier text,
  -- Into how many parts that carrier got it cut.
  parts smallint,
  -- What the carrier itself says that it takes, in dollars.
  reported_cost numeric(18, 9),
  refunded boolean not null default false,
  sent_at timestamptz,
  delivered_at timestamptz,
  primary key (environment_id, sms_id)
) with (fillfactor = 70);
create index sms_progress_by_status on sms_progress (environment_id, status, sms_id);
create index sms_progress_due on sms_progress (due_at) where due_at is not null;

-- A part by the name that its carrier gave it. It has two halves, which come in any order: whose it is, with the answer to
-- the submission; what became of it, with a receipt.
create table sms_parts (
  carrier text not null,
  carrier_id text not null,
  environment_id uuid,
  sms_id uuid,
  nth smallint,
  state text check (state in ('sent', 'delivered', 'undelivered')),
  reply text,
  cost numeric(18, 9),
  created_at timestamptz not null default now(),
  primary key (carrier, carrier_id)
) with (fillfactor = 80);
create index sms_parts_of_sms on sms_parts (environment_id, sms_id) where sms_id is not null;
create index sms_parts_of_nobody on sms_parts (created_at) where sms_id is null;

-- Which organization a number belongs to: what is sent to it is theirs.
create table sms_numbers (
  number text primary key,
  organization_id uuid not null references organizations,
  created_at timestamptz not null
);

-- Numbers that have said STOP. It outlives the contact, and only the number itself can take it back.
create table sms_opt_outs (
  environment_id uuid not null,
  number text not null,
  created_at timestamptz not null,
  primary key (environment_id, number)
);

-- What has come in by the name that its carrier gave it, so that a repetition is known.
create table sms_arrivals (
  carrier text not null,
  carrier_id text not null,
  created_at timestamptz not null default now(),
  primary key (carrier, carrier_id)
);
create index sms_arrivals_by_age on sms_arrivals (created_at);

-- Pieces of longer texts, until the last one has come.
create table sms_pieces (
  carrier text not null,
  from_number text not null,
  to_number text not null,
  reference integer not null,
  total smallint not null,
  nth smallint not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (carrier, from_number, to_number, reference, total, nth)
);
create index sms_pieces_by_age on sms_pieces (created_at);
