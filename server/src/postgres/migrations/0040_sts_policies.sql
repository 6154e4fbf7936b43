-- The MTA-STS policies of domains that mail was brought to, for as long as each says: a worker that starts while somebody keeps a domain's
-- DNS or its site silent still brings mail over TLS.
create table sts_policies (
  domain text primary key,
  id text not null,
  policy jsonb not null,
  expires_at timestamptz not null
);
