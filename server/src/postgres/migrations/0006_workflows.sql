-- Workflows, the versions that runs stay on, and the runs: one contact on its way through one workflow.

create table workflows (
  environment_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  status text not null check (status in ('draft', 'active', 'paused')),
  trigger_type text,
  -- As they were given: a draft may hold anything.
  trigger_config jsonb,
  workflow_definition jsonb,
  version integer not null default 1,
  -- With time_based, while it is active.
  next_fire_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
create index workflows_active on workflows (environment_id, trigger_type) where status = 'active';
create index workflows_to_fire on workflows (next_fire_at) where next_fire_at is not null;

-- What was active once. Checked, with every default filled in, and never changed.
create table workflow_versions (
  environment_id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  trigger jsonb not null,
  definition jsonb not null,
  -- The key of the step that a run begins with.
  first_step text not null,
  created_at timestamptz not null,
  primary key (environment_id, workflow_id, version)
);

create table workflow_runs (
  environment_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  contact_id uuid not null,
  state text not null check (state in ('running', 'waiting', 'completed', 'failed', 'stopped')),
  -- The step that it is in; null when it has ended.
  step text,
  -- How many steps it has entered: whoever moves it must know this number.
  nth integer not null default 1,
  entered_at timestamptz not null,
  -- How often this step was tried in vain.
  tries smallint not null default 0,
  -- What goes outside may have been sent already: its attempt has begun and has no result.
  in_doubt boolean not null default false,
  -- The end of its delay, or of its patience with an event.
  waits_until timestamptz,
  -- When somebody must look at it again; null while a job does, and while it is parked.
  due_at timestamptz,
  -- Its time came while the workflow was paused.
  parked boolean not null default false,
  trigger jsonb not null,
  error text,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (environment_id, id)
) with (fillfactor = 70);
-- Nobody is in a workflow twice at the same time.
create unique index workflow_runs_open on workflow_runs (environment_id, workflow_id, contact_id)
  where finished_at is null;
create index workflow_runs_of_contact on workflow_runs (environment_id, contact_id, workflow_id);
create index workflow_runs_of_workflow on workflow_runs (environment_id, workflow_id, id);
create index workflow_runs_due on workflow_runs (due_at) where due_at is not null;
create index workflow_runs_parked on workflow_runs (environment_id, workflow_id) where parked;

-- The steps that a run has entered. The last one is open until the run leaves it.
create table workflow_run_steps (
  environment_id uuid not null,
  run_id uuid not null,
  nth integer not null,
  step text not null,
  type text not null,
  entered_at timestamptz not null,
  left_at timestamptz,
  left_by text,
  detail jsonb,
  primary key (environment_id, run_id, nth)
);

-- Runs that wait for an event about an object. An event that comes makes somebody look at them; what they look at is the
-- events themselves.
create table workflow_waits (
  environment_id uuid not null,
  subject_id uuid not null,
  type text not null,
  run_id uuid not null,
  primary key (environment_id, subject_id, type, run_id)
);
create index workflow_waits_of_run on workflow_waits (environment_id, run_id);

-- A schedule that has fired, on its way through the contacts.
create table workflow_sweeps (
  environment_id uuid not null,
  workflow_id uuid not null,
  fired_at timestamptz not null,
  -- The last contact that was taken in.
  after_contact uuid,
  primary key (environment_id, workflow_id, fired_at)
);

-- How far the clock of a test environment has been put forward.
alter table environments add column clock_ahead_ms bigint not null default 0;
