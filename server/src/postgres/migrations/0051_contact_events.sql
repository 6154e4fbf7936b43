-- What a tenant has told of its contacts by events of its own: each is in `events`, and here once more by its name, so that who did something, and how
-- often, is answered by an index (resources/audience/contacts/custom-events/record.ts).
create table contact_events (
  environment_id uuid not null,
  name text not null,
  contact_id uuid not null,
  id uuid not null,
  primary key (environment_id, name, contact_id, id)
) partition by range (id);
create table contact_events_rest partition of contact_events default;
comment on column contact_events.id is 'of the event';
