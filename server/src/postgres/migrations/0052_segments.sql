-- Parts of the contacts (resources/audience/segments): a filter that is evaluated whenever somebody asks, or a list.
create table segments (
  environment_id uuid not null references environments,
  id uuid not null,
  name text not null,
  description text,
  filter jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index segments_name on segments (environment_id, lower(name collate "C"));
comment on column segments.filter is 'null: a list, whose contacts are in segment_members';

create table segment_members (
  environment_id uuid not null,
  segment_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz not null,
  primary key (environment_id, segment_id, contact_id),
  constraint segment_members_segment foreign key (environment_id, segment_id) references segments on delete cascade,
  constraint segment_members_contact foreign key (environment_id, contact_id) references contacts on delete cascade
);
create index segment_members_by_contact on segment_members (environment_id, contact_id);

-- What readers do with emails is kept by contact, too, beside events of the tenant's own: under names such as email:opened, which no tenant can give.
alter table contact_events add column email_id uuid;
comment on column contact_events.email_id is 'of the email that was opened, clicked, bounced or complained about; null for events of the tenant';

alter table contacts add column source text check (source in ('api', 'dashboard', 'import', 'form'));
comment on column contacts.source is 'how it came to be; null for those from before';
