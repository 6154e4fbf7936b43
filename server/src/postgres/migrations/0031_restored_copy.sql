-- A database that was restored from a backup sends nothing until its operator lets it: what was open in the backup may have left since.
-- A row here means that it holds.
create table restored_copy (
  only_row boolean primary key default true check (only_row),
  -- When the backup was made.
  taken_at timestamptz not null,
  restored_at timestamptz not null default now(),
  -- Deliveries to webhooks up to this position were in the backup.
  last_position bigint not null,
  -- False until all of the restore is done.
  complete boolean not null default false
);

-- Emails, text messages and runs of workflows that were open in the backup, until their operator has decided about them.
create table restored_work (
  kind text not null check (kind in ('email', 'sms', 'workflow_run')),
  environment_id uuid not null,
  id uuid not null,
  primary key (kind, environment_id, id)
);
