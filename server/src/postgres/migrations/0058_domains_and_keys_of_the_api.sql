-- Keys that may do everything may do this as well.
update api_keys set permissions = permissions || '{domains:read,domains:write,keys:write}'
where not permissions && '{domains:read,domains:write,keys:write}' and permissions @> '{
  emails:send, emails:read, emails:delete, sms:send, sms:read, contacts:read, contacts:write, contacts:erase, topics:write,
  templates:read, templates:write, workflows:write, webhooks:read, webhooks:write, account:read, retention:write,
  requests:read, audit:read
}';

-- Keys that may read everything may read this as well.
update api_keys set permissions = permissions || '{domains:read}'
where not permissions && '{domains:read}' and permissions @> '{
  emails:read, sms:read, contacts:read, templates:read, webhooks:read, account:read, requests:read
}';
