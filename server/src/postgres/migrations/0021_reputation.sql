-- What receivers made of the mail of a domain, by the hour in which they said so. New rows become part of the sum of their hour later,
-- so that nobody waits for it.
create table receiver_stats (
  environment_id uuid not null,
  domain text not null,
  receiver text not null,
  message_stream text not null,
  hour timestamptz not null,
  sent integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  summed boolean not null default false
);
create index receiver_stats_new on receiver_stats (environment_id, domain, receiver, message_stream, hour) where not summed;
create unique index receiver_stats_sums on receiver_stats (environment_id, domain, receiver, message_stream, hour) where summed;
create index receiver_stats_by_hour on receiver_stats (hour);
create index receiver_stats_of_environment on receiver_stats (environment_id, hour);

-- Broadcasts of a domain that wait, because too many of them bounced or were called spam, until somebody lets them go on.
create table broadcast_pauses (
  environment_id uuid not null references environments (id),
  domain text not null,
  id uuid not null,
  reason text not null,
  paused_at timestamptz not null,
  resumed_at timestamptz,
  primary key (environment_id, domain)
);

-- In percent of what was sent. And whether a broadcast without a visible way out gets a line with one, or is refused.
alter table organizations
  add column max_bounce_percent double precision not null default 5 check (max_bounce_percent > 0 and max_bounce_percent <= 100),
  add column max_complaint_percent double precision not null default 0.3 check (max_complaint_percent > 0 and max_complaint_percent <= 100),
  add column unsubscribe_line text not null default 'added' check (unsubscribe_line in ('added', 'required'));
