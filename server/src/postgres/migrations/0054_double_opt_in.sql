-- Topics that are joined by a click (resources/audience/contacts/pending, resources/audience/confirmations).
alter table topics add column confirmation jsonb;
comment on column topics.confirmation is 'null when no confirmation is asked for';

create table confirmations (
  environment_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  topic_ids uuid[] not null,
  state text not null check (state in ('pending', 'confirmed', 'expired', 'withdrawn')),
  step text not null check (step in ('mail', 'reminder', 'expiry')),
  due_at timestamptz not null,
  mails integer not null,
  mailed_at timestamptz,
  expires_at timestamptz not null,
  source_id uuid,
  wording text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  constraint confirmations_contact foreign key (environment_id, contact_id) references contacts (environment_id, id) on delete cascade
);
comment on column confirmations.due_at is 'when its step is to be done, or, once it has ended, when it is deleted';
create index confirmations_due on confirmations (due_at);
create index confirmations_by_contact on confirmations (environment_id, contact_id, created_at);

create table signup_forms (
  environment_id uuid not null references environments,
  id uuid not null unique,
  name text not null,
  topic_ids uuid[] not null,
  fields text[] not null,
  wording text not null,
  allowed_origins text[] not null,
  redirect_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
