-- Fields of contacts (resources/audience/fields) and their values. A contact shows its values from its own row; contact_values has each of them once
-- more, as a text that sorts as its type does, so that the contacts with some value of any field are found by one index, newest first.
create table contact_fields (
  environment_id uuid not null references environments,
  id uuid not null,
  key text not null,
  type text not null check (type in ('string', 'number', 'boolean', 'date')),
  fallback jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (environment_id, id),
  unique (environment_id, key)
);
comment on column contact_fields.deleted_at is 'since then nobody sees it; the row goes when its last value has gone';

alter table contacts add column properties jsonb;
comment on column contacts.properties is 'null when there are none';

create table contact_values (
  environment_id uuid not null,
  field_id uuid not null,
  contact_id uuid not null,
  value text collate "C" not null,
  primary key (environment_id, field_id, contact_id)
);
create index contact_values_by_value on contact_values (environment_id, field_id, value, contact_id);
