-- How many messages a destination was given in the current minute and day, for those that get no more than so many.
create table destination_counts (
  name text not null,
  unit text not null check (unit in ('minute', 'day')),
  starts_at timestamptz not null,
  count integer not null,
  primary key (name, unit)
);

-- Until when a destination gets no more, and the rule in words.
alter table destinations add column capped_until timestamptz, add column cap text;
