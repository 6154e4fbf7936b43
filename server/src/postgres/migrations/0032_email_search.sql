-- Where in the emails of an environment parts of words occur: for each 64 emails, one after the other, the numbers of all groups of three
-- characters in their subjects and addresses (resources/messages/emails/search). Filled behind the sends. What has fewer characters in common than a
-- search asks for is not read.
create table email_search (
  environment_id uuid not null,
  last_id uuid not null,
  after_id uuid not null,
  grams smallint[] not null,
  primary key (environment_id, last_id)
) partition by range (last_id);
create index email_search_by_gram on email_search using gin (grams) with (fastupdate = off);
create table email_search_rest partition of email_search default;
comment on column email_search.last_id is 'the last email of the block';
comment on column email_search.after_id is 'the last email of the block before';
