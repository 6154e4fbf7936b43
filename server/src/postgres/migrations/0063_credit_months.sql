-- How much of a past month's use added credits have paid and refunds have not given back: a refund in a later month returns that much, and the
-- rest has expired with the grant that paid it. A month that the previous version has ended has no row: its refunds return whole, as before.
create table credit_months (
  organization_id uuid not null,
  month timestamptz not null,
  from_added numeric(18, 3) not null check (from_added >= 0),
  primary key (organization_id, month)
);
