-- Which groups of digits occur in the ids of 64 emails or contacts, and in the ids and numbers of 64 text messages, one after the other, as bits
-- (resources/account/search-blocks). Filled behind the writes; a search reads only the rows of blocks that have all groups of what is looked for.
create table email_blocks (
  environment_id uuid not null,
  last_id uuid not null,
  after_id uuid not null,
  ids bytea not null,
  primary key (environment_id, last_id)
) partition by range (last_id);
create table email_blocks_rest partition of email_blocks default;
comment on column email_blocks.last_id is 'the last email of the block';
comment on column email_blocks.after_id is 'the last email of the block before';

create table sms_blocks (
  environment_id uuid not null,
  last_id uuid not null,
  after_id uuid not null,
  ids bytea not null,
  numbers bytea not null,
  primary key (environment_id, last_id)
) partition by range (last_id);
create table sms_blocks_rest partition of sms_blocks default;
comment on column sms_blocks.last_id is 'the last message of the block';
comment on column sms_blocks.after_id is 'the last message of the block before';

create table contact_blocks (
  environment_id uuid not null,
  last_id uuid not null,
  after_id uuid not null,
  ids bytea not null,
  primary key (environment_id, last_id)
);
comment on column contact_blocks.last_id is 'the last contact of the block';
comment on column contact_blocks.after_id is 'the last contact of the block before';
