-- Where messages go, as the workers have found it of late: relays, receivers of mail, carriers. A row is there once something
-- was learned: how many connections it bears, or that it fails.
create table destinations (
  name text primary key,
  -- How many connections it has shown to bear, from all workers together.
  connections integer check (connections > 0),
  -- Since when nothing gets through, how often that was seen, and what was heard last; null when it is well.
  failing_since timestamptz,
  failures integer not null default 0,
  last_reply text,
  changed_at timestamptz not null default now()
);

-- The destination that a message waits for without having been tried, or after it was put off because of it.
alter table deliveries add column waits_for text;
alter table sms_progress add column waits_for text;
