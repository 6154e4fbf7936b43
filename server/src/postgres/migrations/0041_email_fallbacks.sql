-- Text messages that go out when an email does not arrive in time (resources/messages/fallbacks), the sixth kind of work of the engine. What the message
-- says and whom it goes to stands here until that is decided, and not after.
create table email_fallbacks (
  environment_id uuid not null,
  email_id uuid not null,
  organization_id uuid not null,
  unless text not null,
  within_seconds integer not null,
  state text not null default 'waiting',
  sms jsonb,
  to_number text,
  sms_id uuid,
  reason text,
  ended_at timestamptz,
  due_at timestamptz,
  priority smallint not null default 0,
  held_by text,
  token integer not null default 0,
  crashes smallint not null default 0,
  primary key (environment_id, email_id)
) partition by range (email_id);
create index email_fallbacks_due on email_fallbacks (priority, due_at)
  where due_at is not null and held_by is null and crashes <= 1;
create index email_fallbacks_suspect on email_fallbacks (crashes, due_at)
  where due_at is not null and held_by is null and crashes > 1;
create index email_fallbacks_held on email_fallbacks (held_by) where held_by is not null;
create index email_fallbacks_by_number on email_fallbacks (environment_id, to_number) where to_number is not null;
create table email_fallbacks_rest partition of email_fallbacks default;
comment on column email_fallbacks.due_at is 'null while the email is scheduled';

alter table sms add column fallback_of uuid;
comment on column sms.fallback_of is 'the email that it was sent instead of';

alter table email_stats add column fallbacks_sent integer not null default 0, add column fallbacks_not_needed integer not null default 0;
alter table email_minutes add column fallbacks_sent integer not null default 0, add column fallbacks_not_needed integer not null default 0;

-- What was open in a backup.
alter table restored_work drop constraint restored_work_kind_check;
alter table restored_work add constraint restored_work_kind_check check (kind in ('email', 'sms', 'workflow_run', 'fallback'));
