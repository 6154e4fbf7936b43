-- Text messages that leave later, and those that were canceled before.
alter table sms_progress add column scheduled_for timestamptz;

-- Not valid: rows that are there keep it, and to look at each would hold up everybody.
alter table sms_progress drop constraint sms_progress_status_check;
alter table sms_progress add constraint sms_progress_status_check check (
  status in ('scheduled', 'processing', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'received')) not valid;

-- On the table alone, which waits for nobody; postgres/partition-indexes.ts builds it on the partitions that are there.
create index sms_progress_scheduled on only sms_progress (scheduled_for) where status = 'scheduled';
