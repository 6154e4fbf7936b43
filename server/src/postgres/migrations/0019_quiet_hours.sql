-- When the recipients of an environment's text messages are left alone, in minutes of their own day. Null: at no time.
alter table environments
  add column quiet_from smallint check (quiet_from between 0 and 1439),
  add column quiet_to smallint check (quiet_to between 0 and 1439),
  add constraint environments_quiet_hours_check check ((quiet_from is null) = (quiet_to is null));

-- Something that its recipient waits for, such as a code.
alter table sms add column ignores_quiet_hours boolean not null default false;
