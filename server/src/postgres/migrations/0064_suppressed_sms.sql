-- A text message that was not sent because its recipient had opted out, or had left the topic of its broadcast, has `failed`. Broadcasts
-- count it as suppressed, as they do with emails. Messages that ended before keep counting as failed.
alter table sms_progress add column suppressed boolean not null default false;
