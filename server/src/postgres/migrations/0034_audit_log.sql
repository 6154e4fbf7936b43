-- Who changed what, for the people of an organization to read. Names are those of the moment: what they belong to may be gone since.
create table audit_log (
  organization_id uuid not null,
  id uuid not null,
  -- Null: about the organization as a whole.
  environment_id uuid,
  action text not null,
  object_type text not null,
  object_id uuid,
  object_name text,
  -- [{"field", "from", "to"}], without from and to where they are long or secret.
  changes jsonb not null,
  actor_type text not null check (actor_type in ('person', 'key', 'operator')),
  actor_id uuid,
  actor_name text,
  -- The address of a person, the first characters of a key.
  actor_detail text,
  via text not null check (via in ('api', 'dashboard', 'command_line')),
  address text,
  user_agent text,
  request_id text,
  primary key (organization_id, id)
) partition by range (id);
create table audit_log_rest partition of audit_log default;
create index audit_log_by_actor on audit_log (organization_id, actor_id, id);
create index audit_log_by_object on audit_log (organization_id, object_id, id);
create index audit_log_by_action on audit_log (organization_id, action, id);

-- Keys that may do everything may do this as well.
update api_keys set permissions = permissions || '{audit:read}'
where not permissions @> '{audit:read}' and permissions @> '{
  emails:send, emails:read, emails:delete, sms:send, sms:read, contacts:read, contacts:write, topics:write, templates:read,
  templates:write, workflows:write, webhooks:read, webhooks:write, account:read, retention:write
}';
