-- An email that goes over TLS or not at all. A constant default is no rewrite of the table.
alter table emails add column require_tls boolean not null default false;
