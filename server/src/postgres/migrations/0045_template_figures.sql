-- Emails by the template that they were made of, in sums for each hour. Rows are added as they come, and summed up behind.
create table template_stats (
  environment_id uuid not null,
  template_id uuid not null,
  hour timestamptz not null,
  emails_sent integer not null default 0,
  emails_delivered integer not null default 0,
  emails_opened integer not null default 0,
  emails_clicked integer not null default 0,
  emails_bounced integer not null default 0,
  emails_complained integer not null default 0,
  summed boolean not null default false
);
create unique index template_stats_sums on template_stats (environment_id, template_id, hour) where summed;
create index template_stats_new on template_stats (environment_id, template_id, hour) where not summed;
create index template_stats_of_environment on template_stats (environment_id, hour);

-- What templates were called, so that their figures can be told apart when they are gone.
create table deleted_templates (
  environment_id uuid not null,
  id uuid not null,
  friendly_name text not null,
  deleted_at timestamptz not null default now(),
  primary key (environment_id, id)
);

-- `GET /v1/emails?template_id=`, in the order of the list. On the table alone, which waits for nobody; postgres/partition-indexes.ts builds it on
-- the partitions that are there, while they are written to.
create index emails_by_template on only emails (environment_id, template_id, id) where template_id is not null;
