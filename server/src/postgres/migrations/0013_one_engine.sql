-- The rows are the queue. Whatever must happen is a row with these columns: `due_at`, when it is to be done, null while there is
-- nothing to do; `held_by`, the worker that does it now; `token`, what a result must carry to count, one more each time that it is
-- taken; `crashes`, how many workers have ended while they had it. Smaller priorities go first.

-- Everything that has no row of its own: schedules, housekeeping, and what is too long for one transaction.
create table jobs (
  id bigint generated always as identity primary key,
  task text not null,
  payload jsonb not null,
  -- Of a job that comes again: its name.
  schedule text unique,
  last_error text,
  attempts integer not null default 0,
  priority smallint not null default 0,
  due_at timestamptz,
  held_by text,
  token integer not null default 0,
  crashes smallint not null default 0
);
create index jobs_due on jobs (priority, due_at) where due_at is not null and held_by is null and crashes <= 1;
create index jobs_suspect on jobs (crashes, due_at) where due_at is not null and held_by is null and crashes > 1;
create index jobs_held on jobs (held_by) where held_by is not null;

alter table worker_heartbeats rename column pool_id to worker_id;

-- What the queue before this one holds goes along, but for its schedules, which are made anew.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    insert into jobs (task, payload, due_at, priority)
    select tasks.identifier, jobs.payload, greatest(jobs.run_at, now()), jobs.priority
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.key is null and jobs.attempts < jobs.max_attempts
    order by jobs.id;
    drop schema graphile_worker cascade;
  end if;
end $$;

-- Deliveries of emails.
alter table deliveries rename column claimed_by to held_by;
alter table deliveries add column priority smallint not null default 0;
drop index deliveries_due;
create index deliveries_due on deliveries (priority, due_at)
  where due_at is not null and held_by is null and crashes <= 1;
create index deliveries_suspect on deliveries (crashes, due_at)
  where due_at is not null and held_by is null and crashes > 1;
create index deliveries_held on deliveries (held_by) where held_by is not null;
update deliveries d set held_by = null, due_at = coalesce(d.due_at, now())
from email_progress p
where p.environment_id = d.environment_id and p.email_id = d.email_id
  and p.status in ('processing', 'delivery_delayed') and d.state in ('waiting', 'delayed');
update deliveries d set priority = 10
from email_progress p, emails e
where p.environment_id = d.environment_id and p.email_id = d.email_id
  and e.environment_id = d.environment_id and e.id = d.email_id and e.message_stream = 'broadcast'
  and p.status in ('scheduled', 'processing', 'delivery_delayed') and d.state in ('waiting', 'delayed');

-- Text messages.
alter table sms_progress rename column claimed_by to held_by;
alter table sms_progress add column priority smallint not null default 0;
drop index sms_progress_due;
create index sms_progress_due on sms_progress (priority, due_at)
  where due_at is not null and held_by is null and crashes <= 1;
create index sms_progress_suspect on sms_progress (crashes, due_at)
  where due_at is not null and held_by is null and crashes > 1;
create index sms_progress_held on sms_progress (held_by) where held_by is not null;
update sms_progress set held_by = null, due_at = coalesce(due_at, now()) where status = 'processing';

-- Webhooks. One is due as soon as one of its deliveries is; its own `due_at` only says that it must wait until then.
alter table webhooks drop column held_until;
alter table webhooks add column priority smallint not null default 0;
alter table webhooks add column due_at timestamptz;
alter table webhooks add column token integer not null default 0;
alter table webhooks add column crashes smallint not null default 0;
create index webhooks_held on webhooks (held_by) where held_by is not null;
update webhooks set held_by = null where held_by is not null;

-- Runs of workflows.
alter table workflow_runs add column priority smallint not null default 0;
alter table workflow_runs add column held_by text;
alter table workflow_runs add column token integer not null default 0;
drop index workflow_runs_due;
create index workflow_runs_due on workflow_runs (priority, due_at)
  where due_at is not null and held_by is null and crashes <= 1;
create index workflow_runs_suspect on workflow_runs (crashes, due_at)
  where due_at is not null and held_by is null and crashes > 1;
create index workflow_runs_held on workflow_runs (held_by) where held_by is not null;
update workflow_runs set due_at = now() where finished_at is null and not parked and due_at is null;

-- Runs that an event concerns which they may be waiting for. Whoever records an event must not wait for a run that somebody is
-- moving at that moment, so it does not touch the run itself.
create table workflow_wakes (
  environment_id uuid not null,
  run_id uuid not null
);

delete from jobs where task in ('deliver_emails', 'submit_sms', 'deliver_webhooks', 'advance_runs');

-- Errors of ours that somebody lived to see, within this very work.
alter table deliveries rename column stumbles to failures;
alter table sms_progress rename column stumbles to failures;
alter table workflow_runs rename column stumbles to failures;
