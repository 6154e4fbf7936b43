-- What receivers of mail report of a sender domain by mail: DMARC (RFC 7489) and TLS (RFC 8460). Each report is known by its name,
-- so that it counts once; what it says is added to the figures of its day.
create table domain_reports (
  organization_id uuid not null,
  domain_id uuid not null,
  kind text not null check (kind in ('dmarc', 'tls')),
  reporter text not null,
  report_id text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  -- Messages of a DMARC report, sessions of one about TLS.
  total bigint not null,
  received_at timestamptz not null,
  primary key (organization_id, domain_id, kind, reporter, report_id),
  foreign key (organization_id, domain_id) references domains (organization_id, id) on delete cascade
);
create index domain_reports_received on domain_reports (organization_id, domain_id, received_at);
create index domain_reports_old on domain_reports (received_at);

create table domain_sources (
  organization_id uuid not null,
  domain_id uuid not null,
  -- Its beginning, in UTC.
  day timestamptz not null,
  -- An IP address, or `others` for those that were too many.
  address text not null,
  proven_domain text not null,
  dkim boolean not null,
  spf boolean not null,
  disposition text not null check (disposition in ('none', 'quarantine', 'reject')),
  messages bigint not null,
  primary key (organization_id, domain_id, day, address, proven_domain, dkim, spf, disposition),
  foreign key (organization_id, domain_id) references domains (organization_id, id) on delete cascade
);
create index domain_sources_old on domain_sources (day);

create table domain_tls_results (
  organization_id uuid not null,
  domain_id uuid not null,
  -- Its beginning, in UTC.
  day timestamptz not null,
  policy text not null,
  result text not null,
  sessions bigint not null,
  primary key (organization_id, domain_id, day, policy, result),
  foreign key (organization_id, domain_id) references domains (organization_id, id) on delete cascade
);
create index domain_tls_results_old on domain_tls_results (day);
