-- How long an environment keeps what: in days, null for ever. An environment without a row keeps what is usual (retention.ts).
create table retention (
  environment_id uuid primary key references environments,
  -- 0: until the email has ended.
  bodies_days integer check (bodies_days >= 0),
  events_days integer check (events_days > 0),
  messages_days integer check (messages_days > 0)
);

-- Keys that may do everything may do this as well.
update api_keys set permissions = permissions || '{emails:delete, retention:write}'
where not permissions && '{emails:delete, retention:write}' and permissions @> '{
  emails:send, emails:read, sms:send, sms:read, contacts:read, contacts:write, topics:write, templates:read, templates:write,
  workflows:write, webhooks:read, webhooks:write, account:read
}';
