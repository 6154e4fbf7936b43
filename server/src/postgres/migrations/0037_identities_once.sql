-- An identity at a provider is that of one person.
create unique index concurrently credentials_by_account on credentials (provider_id, account_id);
