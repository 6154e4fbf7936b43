-- A sender domain whose email goes over TLS or not at all. A constant default is no rewrite of the table.
alter table domains add column require_tls boolean not null default false;
