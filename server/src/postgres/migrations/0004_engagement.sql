-- Templates, what readers do with an email, and the figures that are made of it.

create table templates (
  environment_id uuid not null,
  id uuid not null,
  friendly_name text not null,
  description text,
  -- The version that emails are made of; null while there is only a draft.
  published_version integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index templates_friendly_name on templates (environment_id, lower(friendly_name collate "C"));

-- A published version is never changed; there is at most one draft, which is the newest.
create table template_versions (
  environment_id uuid not null,
  template_id uuid not null,
  version integer not null,
  status text not null check (status in ('draft', 'published')),
  subject text not null,
  -- Liquid. When mjml is given, html is made of it.
  html text,
  text text,
  mjml text,
  created_at timestamptz not null,
  published_at timestamptz,
  primary key (environment_id, template_id, version)
);

alter table emails
  add column track_opens boolean not null default false,
  add column track_clicks boolean not null default false,
  -- We write the unsubscribe headers, and each recipient has links of its own.
  add column unsubscribe boolean not null default false,
  add column template_id uuid;

alter table email_progress
  add column human_open_count integer not null default 0,
  add column human_click_count integer not null default 0,
  add column human_opened_at timestamptz,
  add column human_clicked_at timestamptz;

-- The host that links of a domain's emails point to, instead of our own.
alter table domains add column tracking_host text;

-- Figures by the hour in which the email was accepted. Rows are added in the transaction of the facts and summed up from
-- time to time, so that nobody waits for anybody. `tag` is empty in the row for all emails; an email with tags is in the
-- row of each, too.
create table email_stats (
  environment_id uuid not null,
  tag text not null,
  message_stream text not null,
  hour timestamptz not null,
  emails_sent integer not null default 0,
  recipients_reached integer not null default 0,
  emails_delivered integer not null default 0,
  recipients_delivered integer not null default 0,
  emails_opened integer not null default 0,
  emails_clicked integer not null default 0,
  emails_opened_by_people integer not null default 0,
  emails_clicked_by_people integer not null default 0,
  emails_bounced integer not null default 0,
  emails_complained integer not null default 0,
  -- False until it is part of the sum.
  summed boolean not null default false
);
create unique index email_stats_sums on email_stats (environment_id, tag, message_stream, hour) where summed;
create index email_stats_new on email_stats (environment_id, tag, message_stream, hour) where not summed;
