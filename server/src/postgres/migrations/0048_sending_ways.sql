-- What live messages of the installation leave by, where the environment does not say: one way for email, one for text messages. All of it
-- is sealed, host and user as well as the password.
create table sending_ways (
  channel text primary key check (channel in ('email', 'sms')),
  kind text not null,
  sealed bytea not null,
  changed_at timestamptz not null
);
