-- Verified domains are looked at again every day. Since when DNS says a clear no about the key and about the return path, and since
-- when that counts as a failure.
alter table domains
  add column dkim_missing_since timestamptz,
  add column return_path_missing_since timestamptz,
  add column failed_at timestamptz,
  -- Null: at once.
  add column next_check_at timestamptz;

create index domains_to_check on domains (next_check_at nulls first, id)
  where verified_at is not null or failed_at is not null;

-- Keys that will sign once DNS shows them, and the ones that signed before: their records stay while mail is under way.
alter table domains
  add column next_selector text,
  add column next_rsa_public_key text,
  add column next_ed25519_public_key text,
  add column next_sealed_rsa_key bytea,
  add column next_sealed_ed25519_key bytea,
  add column old_selector text,
  add column replaced_at timestamptz;
