-- What the people of an environment want to be told of, and where. Whoever looks locks the row, so each change is told once.
create table alert_settings (
  environment_id uuid primary key references environments,
  -- By kind: { "on": true, "limit": 5, "at_least": 50 }.
  rules jsonb not null,
  mail_to uuid[] not null default '{}',
  -- The address of an incoming webhook of Slack, sealed, and what people see of it.
  slack bytea,
  slack_hint text,
  updated_at timestamptz not null default now()
);

create table alerts (
  environment_id uuid not null,
  id uuid not null,
  kind text not null,
  -- The webhook, workflow or domain; empty for what is about the whole environment.
  subject text not null,
  title text not null,
  detail text not null,
  link text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  told_at timestamptz not null,
  resolved_at timestamptz,
  primary key (environment_id, id)
);
create unique index alerts_firing on alerts (environment_id, kind, subject) where resolved_at is null;

-- What is told by mail or in Slack, and what came of it.
create table alert_messages (
  environment_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  -- Null for Slack.
  person_id uuid,
  subject text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  detail text,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
