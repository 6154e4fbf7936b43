-- Templates have permissions of their own. Until now emails:read read them and emails:send changed them.
-- Keys that read them go on; of those that change them only keys that may do everything.

update api_keys set permissions = permissions || '{templates:read}'
where permissions @> '{emails:read}' and not permissions @> '{templates:read}';

update api_keys set permissions = permissions || '{templates:write}'
where not permissions @> '{templates:write}' and permissions @> '{
  emails:send, emails:read, sms:send, sms:read, contacts:read, contacts:write, topics:write, workflows:write,
  webhooks:read, webhooks:write, account:read
}';
