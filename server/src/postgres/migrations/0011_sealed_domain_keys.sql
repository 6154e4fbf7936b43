-- Private DKIM keys are sealed with the encryption key; public ones stand beside them, so that DNS records need no secret.
-- Rows of before have plain keys until a worker has sealed them, a few minutes later.

alter table domains
  add column rsa_public_key text,
  add column ed25519_public_key text,
  add column sealed_rsa_key bytea,
  add column sealed_ed25519_key bytea,
  alter column rsa_private_key drop not null,
  alter column ed25519_private_key drop not null;

create index domains_with_plain_keys on domains (id) where rsa_private_key is not null;
