-- A window that begins or ends within an hour is answered from sums of minutes, so that no more than a minute is counted email by email.
-- What is added is a row of email_stats with its minute, as before, and becomes part of both sums.
alter table email_stats add column minute timestamptz;

create table email_minutes (
  environment_id uuid not null,
  tag text not null,
  message_stream text not null,
  minute timestamptz not null,
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
  primary key (environment_id, tag, message_stream, minute)
);
