/** Contacts by a part of an address, a number or a name, or by the beginning of an id. */
import { type RawBuilder, sql } from 'kysely'
import { idsThatBeginWith } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import { newestThenIndex } from '#postgres/partitions/newest-then-index.ts'
import type { Contact } from './contact.ts'
import { hasValues } from './filter-store.ts'
import type { ValueRange } from './property-filter.ts'
import { type ContactFilters, otherFilters } from './store.ts'

/** The words of the index contacts_search. */
const searched = sql`(coalesce(email || ' ', '') || coalesce(phone_number || ' ', '') || coalesce(first_name || ' ', '')
  || coalesce(last_name, ''))`

/** The index knows parts of three letters or digits: of any less it would be read as a whole, with all that it leads to. */
const isInIndex = /[\p{L}\p{N}]{3}/u

const contains = (search: string) => sql`${searched} ilike ${`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`}`

/** In any order, for whoever only counts them. */
export function matchesSearch(search: string): RawBuilder<unknown> {
  const ids = idsThatBeginWith(search)
  return ids ? sql`(${contains(search)} or id between ${ids.from} and ${ids.to})` : contains(search)
}

export async function searchContacts(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { search, ...filters }: ContactFilters & { search: string },
  ranges: readonly ValueRange[],
): Promise<Contact[]> {
  const others = sql`${otherFilters(environmentId, filters)} ${hasValues(environmentId, 'id', ranges)}`
  const matches = sql`${contains(search)} ${others}`
  const asked = { table: 'contacts', environmentId, before, matches, limit: limit + 1 } as const
  const ids = idsThatBeginWith(search)
  const { rows } = await sql<Contact>`
    select distinct on (id) id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName",
      email_subscribed as "emailSubscribed", sms_subscribed as "smsSubscribed", properties, created_at as "createdAt",
      updated_at as "updatedAt"
    from (
      (select * from ${isInIndex.test(search) ? newestThenIndex(asked) : oneByOne(asked)} order by id desc limit ${limit + 1})
      ${
        ids
          ? sql`union all (
              select * from contacts where environment_id = ${environmentId} and id between ${ids.from} and ${ids.to}
                ${before === undefined ? sql`` : sql`and id < ${before}`} ${others}
              order by id desc limit ${limit + 1})`
          : sql``
      }
    ) as contacts_found
    order by id desc limit ${limit + 1}`.execute(db)
  return rows
}

type Asked = { environmentId: string; before: string | undefined; matches: RawBuilder<unknown> }

/** From the newest on until the page is full. `offset 0` keeps PostgreSQL from collecting all that match, to sort them. */
const oneByOne = ({ environmentId, before, matches }: Asked) => sql`(
  select * from (
    select * from contacts
    where environment_id = ${environmentId} ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc offset 0
  ) as in_order where ${matches}
) as matching`
