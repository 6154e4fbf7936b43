-- Every change of consent (resources/audience/consent): a chain for each address and number of an environment, which are kept as a hash.
create table consent_entries (
  environment_id uuid not null,
  subject bytea not null,
  nth integer not null check (nth > 0),
  id uuid not null,
  channel text not null check (channel in ('email', 'sms')),
  scope text not null check (scope in ('topic', 'channel', 'suppression_list')),
  topic_id uuid,
  action text not null check (action in ('given', 'withdrawn', 'requested', 'expired')),
  method text not null,
  source_id uuid,
  wording text,
  ip_hash bytea,
  ip text,
  ip_salt bytea,
  created_at timestamptz not null,
  previous_hash bytea,
  hash bytea not null,
  primary key (environment_id, subject, nth),
  unique (environment_id, id),
  check ((scope = 'topic') = (topic_id is not null)),
  check ((nth = 1) = (previous_hash is null)),
  check (num_nulls(ip, ip_salt) in (0, 2) and (ip is null or ip_hash is not null))
);
comment on column consent_entries.subject is 'an HMAC of the address or number, as of erased people';
comment on column consent_entries.source_id is 'the key, person, form, run, email, text message or confirmation behind it, by its method';
comment on column consent_entries.ip_hash is 'of the salt and the IP address, which go when the person is erased';

create function keep_consent_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.ip is null and new.ip_salt is null
      and to_jsonb(new) - 'ip' - 'ip_salt' = to_jsonb(old) - 'ip' - 'ip_salt' then return new; end if;
  end if;
  raise exception 'consent entries are neither changed nor deleted' using errcode = 'restrict_violation';
end $$;
create trigger consent_entries_stay before update or delete on consent_entries
  for each row execute function keep_consent_entries();
create trigger consent_entries_are_not_emptied before truncate on consent_entries
  for each statement execute function keep_consent_entries();
