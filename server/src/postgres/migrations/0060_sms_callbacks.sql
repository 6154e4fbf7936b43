-- Whoever sends a text message may name an address that is called at each change of its status.
alter table sms add column callback_url text, add column callback_account text;
-- What was told stands beside the status. A call is left to make while the two differ, whoever changes the status.
alter table sms_progress add column callback_secret bytea, add column callback_told text, add column callback_tries smallint,
  add column callback_due_at timestamptz;
comment on column sms_progress.callback_secret is 'sealed; empty once the last status was told';
comment on column sms_progress.callback_told is 'the last status that was told, or that nobody could be told of';
comment on column sms_progress.callback_tries is 'failed calls for the next status; null for a message that nobody is called for';
comment on column sms_progress.callback_due_at is 'the next call is not made before then';
create index sms_progress_callbacks on only sms_progress (environment_id, callback_due_at)
  where callback_tries is not null and callback_told is distinct from status;

-- One for each environment that has ever asked for calls: who makes them. As with webhooks, it is due as soon as one of its calls is.
create table sms_callback_queues (
  environment_id uuid primary key references environments (id),
  priority smallint not null default 0,
  due_at timestamptz,
  held_by text,
  token integer not null default 0,
  crashes smallint not null default 0
);
create index sms_callback_queues_held on sms_callback_queues (held_by) where held_by is not null;
