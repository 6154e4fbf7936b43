/**
 * Contacts by field values, newest first. The newest thousand are scanned first: common values fill a page from them. Only then is the index of
 * values used: it has the contacts of one value in order, but a range must be read whole and sorted.
 */
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import { ofField, type ValueRange } from '#resources/audience/fields/value-range.ts'
import type { Contact } from './contact.ts'
import { type ContactFilters, otherFilters } from './store.ts'

/** Checking the values of this many takes some 3 ms. */
const newestRows = 1_000

/** `contact` is the SQL name of the contact's id. */
export const hasValues = (environmentId: string, contact: string, ranges: readonly ValueRange[]): RawBuilder<unknown> =>
  sql.join(
    ranges.map(
      range => sql`and ${range.isMet ? sql`` : sql`not`} exists (
        select from contact_values v
        where ${ofField('v', environmentId, range)} and v.contact_id = ${sql.ref(contact)})`,
    ),
    sql` `,
  )

/** True when an index has the matching contacts in order: those with one value, and those with any value. */
const isInOrder = ({ equal, above, from, below, to }: ValueRange): boolean =>
  equal !== undefined || [above, from, below, to].every(bound => bound === undefined)

type Older = { environmentId: string; ranges: readonly ValueRange[]; limit: number | undefined }

/** The ids of matching older contacts, by the index; all of them when other filters still apply. */
function olderIds({ environmentId, ranges, limit }: Older): RawBuilder<unknown> {
  const met = ranges.filter(({ isMet }) => isMet)
  const inOrder = met.filter(isInOrder)
  const end = limit === undefined ? sql`offset 0` : sql`limit ${limit}`
  if (met.length === 0) return sql`${withoutValues(environmentId, ranges)} ${end}`
  const driving = inOrder.length > 0 ? inOrder : met.slice(0, 1)
  const others = ranges.filter(range => !driving.includes(range))
  return sql`
    select contact_id from (${inOrder.length > 0 ? joined(environmentId, driving) : collected(environmentId, driving)}) as driving
    where true ${hasValues(environmentId, 'driving.contact_id', others)}
    ${inOrder.length > 0 && limit === undefined ? sql`` : sql`order by contact_id desc ${end}`}`
}

const oldest = sql`(select id from newest order by id limit 1)`

/** PostgreSQL chooses where to start: it knows how frequent a value is. */
function joined(environmentId: string, [first, ...others]: readonly ValueRange[]): RawBuilder<unknown> {
  const joins = others.map((range, index) => {
    const name = `v${index + 1}`
    return sql`join contact_values ${sql.id(name)}
      on ${sql.ref(`${name}.contact_id`)} = v.contact_id and ${ofField(name, environmentId, range)}`
  })
  return sql`
    select v.contact_id from contact_values v ${sql.join(joins, sql` `)}
    where v.contact_id < ${oldest} ${first ? sql`and ${ofField('v', environmentId, first)}` : sql``}`
}

/** All contacts of a range. `offset 0` keeps PostgreSQL from walking all contacts with any value because of the limit. */
const collected = (environmentId: string, [range]: readonly ValueRange[]): RawBuilder<unknown> => sql`
  select contact_id from (
    select v.contact_id from contact_values v
    where ${range ? ofField('v', environmentId, range) : sql`false`} order by v.value offset 0
  ) as of_range where contact_id < ${oldest}`

/** Compares two lists: looking up a million contacts one by one takes five times as long. */
const withoutValues = (environmentId: string, ranges: readonly ValueRange[]): RawBuilder<unknown> => sql`
  select id as contact_id from contacts where environment_id = ${environmentId} and id < ${oldest}
  ${sql.join(
    ranges.map(
      range => sql`except select v.contact_id from contact_values v where ${ofField('v', environmentId, range)}`,
    ),
    sql` `,
  )}
  order by contact_id desc`

export async function listContactsWith(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  filters: ContactFilters,
  ranges: readonly ValueRange[],
): Promise<Contact[]> {
  const wanted = limit + 1
  const isAlone = Object.values(filters).every(filter => filter === undefined)
  const others = otherFilters(environmentId, filters)
  const { rows } = await sql<Contact>`
    with newest as materialized (
      select * from contacts
      where environment_id = ${environmentId} ${before === undefined ? sql`` : sql`and id < ${before}`}
      order by id desc limit ${newestRows}
    ), found as materialized (
      select * from newest where true ${others} ${hasValues(environmentId, 'id', ranges)}
      order by id desc limit ${wanted}
    ), older as materialized (
      select contacts.* from (${olderIds({ environmentId, ranges, limit: isAlone ? wanted : undefined })}) as matching
      join contacts on contacts.environment_id = ${environmentId} and contacts.id = matching.contact_id
      where (select count(*) from newest) = ${newestRows} and (select count(*) from found) < ${wanted} ${others}
      order by matching.contact_id desc limit ${wanted}
    )
    select id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName",
      email_subscribed as "emailSubscribed", sms_subscribed as "smsSubscribed", properties, created_at as "createdAt",
      updated_at as "updatedAt"
    from (select * from found union all select * from older) as matching
    order by id desc limit ${wanted}`.execute(db)
  return rows
}
