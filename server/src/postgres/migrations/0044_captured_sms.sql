-- Whether a text message was kept here instead of being sent. What the version before captures is not marked.
alter table sms_progress add column captured boolean not null default false;
