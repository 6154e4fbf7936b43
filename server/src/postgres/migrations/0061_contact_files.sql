-- Files of contacts that are read after the answer. How far that is stands in the row: it changes together with the contacts of a page.
create table contact_imports (
  environment_id uuid not null references environments,
  id uuid not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
  -- Which column is what, and what becomes of the contacts.
  plan jsonb not null,
  -- The key or the person who asked for it.
  asked_by jsonb not null,
  rows_read integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  -- The first of them, with their places and why.
  refusals jsonb not null default '[]',
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (environment_id, id)
);

-- Each until it has been read.
create table contact_import_files (
  environment_id uuid not null,
  import_id uuid not null,
  packed bytea not null,
  primary key (environment_id, import_id)
);
