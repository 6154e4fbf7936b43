-- What grows with every message is kept in partitions, by the time that its ids carry: to end a month of it is to drop a table. What was
-- written before stays where it is, as the first partition. Partitions are made ahead by partitions.ts; what belongs to none, such as
-- the emails of a test clock that is years ahead, is in the one called "rest".

-- All at once, and before anything is made: who works on them meanwhile has either finished or waits, and nothing is half done.
lock table emails, email_progress, email_tags, deliveries, email_attachments, captured_messages, sms, sms_progress, events, webhook_deliveries
  in access exclusive mode;

-- Html and text of an email as one value, compressed by us (resources/messages/emails/body/pack.ts): PostgreSQL compresses nothing below 2 kB, where
-- most emails are, and need not try again. So are captured messages from now on.
create table email_bodies (
  environment_id uuid not null,
  email_id uuid not null,
  packed bytea not null,
  primary key (environment_id, email_id)
);
alter table email_bodies alter column packed set storage external;
alter table captured_messages alter column raw set storage external;
comment on column emails.html is 'of emails from before email_bodies';
comment on column emails.text is 'of emails from before email_bodies';

-- A table in partitions cannot have an identity before PostgreSQL 17.
create sequence positions;
select setval('positions', nextval('events_position_seq'));
alter table events alter column position drop identity;
alter sequence positions rename to events_position_seq;
alter table events alter column position set default nextval('events_position_seq');

-- A key must contain what tells the partition.
alter table events drop constraint events_pkey, add constraint events_pkey primary key (environment_id, subject_id, position, id);
alter table webhook_deliveries drop constraint webhook_deliveries_pkey,
  add constraint webhook_deliveries_pkey primary key (environment_id, webhook_id, position, event_id);

create function pg_temp.put_in_partitions(name text, key text, period text, fill integer default 100) returns void language plpgsql as $$
declare
  bound timestamptz := date_trunc(period, now(), 'UTC') + ('1 ' || period)::interval;
  first_after uuid := rpad(lpad(to_hex((extract(epoch from bound) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
  indexes text[] := array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = name::regclass and not indisprimary);
  primary_key text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = name::regclass and contype = 'p');
  one text;
  found boolean;
begin
  for one in select indexrelid::regclass::text from pg_index where indrelid = name::regclass loop
    execute format('alter index %I rename to %I', one, one || '_before');
  end loop;
  execute format('alter table %I rename to %I', name, name || '_before');
  execute format('create table %I (like %I including defaults including constraints including storage) partition by range (%I)',
    name, name || '_before', key);
  execute format('alter table %I add constraint %I %s', name, name || '_pkey', primary_key);
  foreach one in array indexes loop
    execute one;
  end loop;
  execute format('create table %I partition of %I default with (fillfactor = %s)', name || '_rest', name, fill);
  execute format('with ahead as (delete from %I where %I >= %L returning *) insert into %I select * from ahead',
    name || '_before', key, first_after, name);
  execute format('select exists (select from %I)', name || '_before') into found;
  if found then
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, name || '_before', first_after);
  else
    execute format('drop table %I', name || '_before');
  end if;
end $$;

select pg_temp.put_in_partitions('emails', 'id', 'month');
select pg_temp.put_in_partitions('email_progress', 'email_id', 'month');
select pg_temp.put_in_partitions('email_tags', 'email_id', 'month');
select pg_temp.put_in_partitions('deliveries', 'email_id', 'month', 70);
select pg_temp.put_in_partitions('email_bodies', 'email_id', 'week');
select pg_temp.put_in_partitions('email_attachments', 'email_id', 'week');
select pg_temp.put_in_partitions('captured_messages', 'email_id', 'week');
select pg_temp.put_in_partitions('sms', 'id', 'month');
select pg_temp.put_in_partitions('sms_progress', 'sms_id', 'month', 70);
select pg_temp.put_in_partitions('events', 'id', 'month');
select pg_temp.put_in_partitions('webhook_deliveries', 'event_id', 'month', 50);

alter sequence events_position_seq owned by events.position;
