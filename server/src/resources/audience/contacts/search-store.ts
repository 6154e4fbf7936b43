/** Contacts by a part of an address, a number or a name. */
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import type { Contact } from './contact.ts'
import type { ContactFilters } from './store.ts'

/** The words of the index contacts_search. */
const searched = sql`(coalesce(email || ' ', '') || coalesce(phone_number || ' ', '') || coalesce(first_name || ' ', '')
  || coalesce(last_name, ''))`

/** Reading these one by one takes some 2 ms. What many contacts have in common fills a page from them. */
const newestContacts = 1_000

/** The index knows parts of three letters or digits: of any less it would be read as a whole, with all that it leads to. */
const isInIndex = /[\p{L}\p{N}]{3}/u

export async function searchContacts(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { search, ...filters }: ContactFilters & { search: string },
): Promise<Contact[]> {
  const matches = sql`${searched} ilike ${`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`} ${also(environmentId, filters)}`
  const inOrder = sql`
    select * from contacts
    where environment_id = ${environmentId} ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc`
  const asked = { environmentId, inOrder, matches, limit: limit + 1 }
  const { rows } = await sql<Contact>`
    select id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName",
      email_subscribed as "emailSubscribed", sms_subscribed as "smsSubscribed", created_at as "createdAt",
      updated_at as "updatedAt"
    from ${isInIndex.test(search) ? newestThenIndex(asked) : oneByOne(asked)}
    order by id desc limit ${limit + 1}`.execute(db)
  return rows
}

type Asked = { environmentId: string; inOrder: RawBuilder<unknown>; matches: RawBuilder<unknown>; limit: number }

/**
 * First the newest, in their order; only then the index of parts of words, which knows no order: what is rare is found by it alone, and
 * what is frequent would be found a hundred thousand times.
 */
const newestThenIndex = ({ environmentId, inOrder, matches, limit }: Asked) => sql`(
  with newest as materialized (
    ${inOrder} limit ${newestContacts}
  ), found as materialized (
    select * from newest where ${matches} order by id desc limit ${limit}
  ), older as materialized (
    select * from contacts
    where (select count(*) from newest) = ${newestContacts} and (select count(*) from found) < ${limit}
      and environment_id = ${environmentId} and id < (select id from newest order by id limit 1) and ${matches}
  )
  select * from found union all select * from older
) as contacts_found`

/** From the newest on until the page is full. `offset 0` keeps PostgreSQL from collecting all that match, to sort them. */
const oneByOne = ({ inOrder, matches }: Asked) => sql`(
  select * from (${inOrder} offset 0) as in_order where ${matches}
) as contacts_found`

const also = (environmentId: string, { emailSubscribed, smsSubscribed, topicId }: ContactFilters) => sql`
  ${emailSubscribed === undefined ? sql`` : sql`and email_subscribed = ${emailSubscribed}`}
  ${smsSubscribed === undefined ? sql`` : sql`and sms_subscribed = ${smsSubscribed}`}
  ${
    topicId === undefined
      ? sql``
      : sql`and id in (
          select contact_id from topic_memberships where environment_id = ${environmentId} and topic_id = ${topicId})`
  }`
