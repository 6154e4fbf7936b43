/** Searches contacts by part of an address, number or name, or of an id (at least eight digits). */
import { type RawBuilder, sql } from 'kysely'
import { idsThatBeginWith, partOfId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { contains } from '#postgres/contains.ts'
import type { Db } from '#postgres/database.ts'
import { isInTrigrams, newestThenIndex, oneByOne } from '#postgres/partitions/newest-then-index.ts'
import { hasPartOfId } from '#postgres/partitions/part-of-id.ts'
import { inBlocks } from '#resources/account/search-blocks/in-blocks.ts'
import type { ValueRange } from '#resources/audience/fields/value-range.ts'
import type { Contact } from './contact.ts'
import { hasValues } from './filter-store.ts'
import { type ContactFilters, otherFilters } from './store.ts'

/** The expression of the index contacts_search. */
const searched = sql`(coalesce(email || ' ', '') || coalesce(phone_number || ' ', '') || coalesce(first_name || ' ', '')
  || coalesce(last_name, ''))`

/** Ids that begin with the text and ids that contain it. Empty for a text that cannot be part of an id. */
function byId(environmentId: string, search: string): RawBuilder<unknown>[] {
  const [ids, part] = [idsThatBeginWith(search), partOfId(search)]
  return [
    ids !== undefined && sql`id between ${ids.from} and ${ids.to}`,
    part !== undefined && sql`id = any (${idsWithPart(environmentId, part)})`,
  ].filter(one => one !== false)
}

/** All contacts of one import share the time digits of the id: the newest are enough. */
const maxWithPart = 100

function idsWithPart(environmentId: string, part: string): RawBuilder<unknown> {
  const those = (range: RawBuilder<unknown>) => sql`
    select id from contacts where environment_id = ${environmentId} and ${range} and ${hasPartOfId(part)}
    order by id desc limit ${maxWithPart}`
  const search = { environmentId, part, before: undefined, limit: maxWithPart, those }
  return sql`array(select id from ${inBlocks({ ...search, in: { blocks: 'contact_blocks', signature: 'ids' } })} as with_part)`
}

/** Unordered, for counting. */
export const matchesSearch = (environmentId: string, search: string): RawBuilder<unknown> =>
  sql`(${sql.join([contains(searched, search), ...byId(environmentId, search)], sql` or `)})`

export async function searchContacts(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { search, ...filters }: ContactFilters & { search: string },
  ranges: readonly ValueRange[],
): Promise<Contact[]> {
  const others = sql`${otherFilters(environmentId, filters)} ${hasValues(environmentId, 'id', ranges)}`
  const matches = sql`${contains(searched, search)} ${others}`
  const asked = { table: 'contacts', environmentId, before, matches, limit: limit + 1 } as const
  const thoseWith = (id: RawBuilder<unknown>) => sql`(
    select * from contacts where environment_id = ${environmentId} and ${id}
      ${before === undefined ? sql`` : sql`and id < ${before}`} ${others}
    order by id desc limit ${limit + 1})`
  const byWords = sql`(
    select * from ${isInTrigrams(search) ? newestThenIndex(asked) : oneByOne(asked)} order by id desc limit ${limit + 1})`
  const found = [byWords, ...byId(environmentId, search).map(thoseWith)]
  const { rows } = await sql<Contact>`
    select distinct on (id) id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName",
      email_subscribed as "emailSubscribed", sms_subscribed as "smsSubscribed", properties, created_at as "createdAt",
      updated_at as "updatedAt"
    from (${sql.join(found, sql` union all `)}) as contacts_found
    order by id desc limit ${limit + 1}`.execute(db)
  return rows
}
