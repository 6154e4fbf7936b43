-- Whether a copy was kept here instead of being sent. What the version before captures is not marked, and counts as delivered as it did.
alter table email_progress add column captured boolean not null default false;
