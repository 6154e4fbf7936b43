-- Html and text of an email, compressed by us: see resources/messages/emails/body/pack.ts. PostgreSQL compresses nothing below 2 kB, where
-- most emails are, and need not try again.
alter table email_bodies add column packed bytea;
alter table email_bodies alter column packed set storage external;
alter table captured_messages alter column raw set storage external;

comment on column email_bodies.html is 'of emails from before packed';
comment on column email_bodies.text is 'of emails from before packed';
