-- How the pages look that the readers of an organization see. The logo is at most 100 KB, and found by its content.
create table branding (
  organization_id uuid primary key references organizations,
  name text,
  color text,
  website text,
  unsubscribe_words text,
  confirmation_words text,
  logo bytea,
  logo_hash text,
  logo_type text,
  logo_width integer,
  logo_height integer,
  updated_at timestamptz not null default now(),
  check (num_nulls(logo, logo_hash, logo_type, logo_width, logo_height) in (0, 5))
);
create index branding_by_logo on branding (logo_hash) where logo_hash is not null;
