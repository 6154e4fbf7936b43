-- What keys have asked for in the last days, without bodies and answers, for their owners to read.
create table request_log (
  environment_id uuid not null,
  id uuid not null,
  request_id text not null,
  key_id uuid not null,
  operation text not null,
  method text not null,
  path text not null,
  query text,
  status smallint not null,
  code text,
  message text,
  duration_ms double precision not null,
  address text not null,
  user_agent text,
  has_idempotency_key boolean not null,
  request_bytes integer,
  response_bytes integer,
  -- So many before this one were not kept.
  left_out integer not null,
  primary key (environment_id, id)
) partition by range (id);
create table request_log_rest partition of request_log default;
create index request_log_errors on request_log (environment_id, id) where status >= 400;

-- Keys that may do everything or read everything may do this as well.
update api_keys set permissions = permissions || '{requests:read}'
where not permissions @> '{requests:read}' and permissions @> '{
  emails:read, sms:read, contacts:read, templates:read, webhooks:read, account:read
}';
