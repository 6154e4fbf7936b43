-- A crash of the process convicts nobody: `crashes` counts the workers that ended while they had it, and only makes its
-- next attempt later. `stumbles` counts errors that somebody lived to see within this very work, and ends it.
alter table deliveries add column stumbles smallint not null default 0;
alter table sms_progress add column stumbles smallint not null default 0;
alter table workflow_runs add column crashes smallint not null default 0;
alter table workflow_runs add column stumbles smallint not null default 0;
