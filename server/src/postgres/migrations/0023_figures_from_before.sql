-- Figures are counted since migration 4. What had happened to emails before is counted once, from the events; where the database was
-- made with figures, there is nothing.
insert into email_stats (environment_id, tag, message_stream, hour,
  emails_sent, recipients_reached, emails_delivered, recipients_delivered, emails_bounced, emails_complained)
select e.environment_id, labels.tag, e.message_stream, date_trunc('hour', e.created_at, 'UTC'),
  count(*) filter (where told.reached > 0 or told.bounced), sum(told.reached),
  count(*) filter (where told.delivered > 0), sum(told.delivered),
  count(*) filter (where told.bounced), count(*) filter (where told.complained)
from schema_migrations m
join emails e on e.created_at < m.applied_at
cross join lateral (
  select count(*) filter (where type in ('email.sent', 'email.unconfirmed')) as reached,
    count(*) filter (where type = 'email.delivered') as delivered,
    coalesce(bool_or(type = 'email.bounced'), false) as bounced,
    coalesce(bool_or(type = 'email.complained'), false) as complained
  from events where environment_id = e.environment_id and subject_id = e.id and events.created_at < m.applied_at
) as told
cross join lateral (select distinct unnest(array_prepend('', e.tags))) as labels (tag)
where m.number = 4 and (told.reached > 0 or told.delivered > 0 or told.bounced or told.complained)
group by 1, 2, 3, 4;
