-- Contents that are kept outside of PostgreSQL (POSTHORN_BODIES), each once in an environment. A row is there before its object is written and
-- until after it is removed, so that no object is forgotten. The row of no environment says which place the objects are in.
create table outside_contents (
  environment_id uuid not null,
  id uuid not null,
  hash bytea not null,
  size integer not null,
  stored boolean not null default false,
  removing boolean not null default false,
  -- When to look whether it is still used.
  look_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index outside_contents_by_hash on outside_contents (environment_id, hash) where not removing;
create index outside_contents_to_look_at on outside_contents (look_at);

-- Which emails use them: nth is that of an attachment, or -1 for html and text. A table of its own, since an index on those of bodies and
-- attachments would be built while nobody can write to them.
create table outside_uses (
  environment_id uuid not null,
  email_id uuid not null,
  nth smallint not null,
  content_id uuid not null,
  primary key (environment_id, email_id, nth)
) partition by range (email_id);
create index outside_uses_by_content on outside_uses (environment_id, content_id);
create table outside_uses_rest partition of outside_uses default;
