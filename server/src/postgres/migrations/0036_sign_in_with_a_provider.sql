-- A membership that groups at the OpenID Connect provider gave: they take it away again. Never one that was given by hand.
alter table members add column from_groups boolean not null default false;

-- A session that began at the provider ends for good, so that whoever lost their account there is out by then.
alter table sessions add column ends_at timestamptz;
