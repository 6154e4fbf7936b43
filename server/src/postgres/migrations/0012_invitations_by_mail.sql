-- The link was mailed to the address and shown to nobody: whoever has it has proved the address.
alter table invitations add column by_mail boolean not null default false;
