/** Text messages by the beginning of either number, or by a part of a number or id. */
import { type RawBuilder, sql } from 'kysely'
import { idsThatBeginWith, partOfId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { allOf, createdWithin } from '#postgres/conditions.ts'
import type { Db } from '#postgres/database.ts'
import { newestThenIndex } from '#postgres/partitions/newest-then-index.ts'
import { hasPartOfId } from '#postgres/partitions/part-of-id.ts'
import { inBlocks } from '#resources/account/search-blocks/in-blocks.ts'
import type { ListRow, SmsFilters } from './read-store.ts'

type Asked = PageRequest & { environmentId: string; search: string; filters: SmsFilters }

export async function searchSms(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { search, ...filters }: SmsFilters & { search: string },
): Promise<ListRow[]> {
  const asked = { environmentId, search: search.toLowerCase(), filters, limit: limit + 1, before }
  const found = waysToFind(asked)
  if (found.length === 0) return []
  const { rows } = await sql<ListRow>`
    select id, from_number as "from", to_number as "to", body, p.status, segments, credits, p.refunded, p.captured, created_at as "createdAt",
      direction, media_urls as "mediaUrls", p.scheduled_for as "scheduledFor", p.sent_at as "sentAt"
    from (
      select distinct on (id) * from (${sql.join(found, sql` union all `)}) as found
      order by id desc offset 0
    ) as s
    cross join lateral (
      select status, refunded, captured, scheduled_for, sent_at from sms_progress where environment_id = ${environmentId} and sms_id = s.id limit 1
    ) as p
    limit ${limit + 1}`.execute(db)
  return rows
}

/**
 * A text that begins with + is the beginning of a number, for which there are indexes. Eight digits may be part of a number or of
 * an id.
 */
function waysToFind(asked: Asked): RawBuilder<unknown>[] {
  const { search } = asked
  if (search.startsWith('+'))
    return [byIndex(asked, sql`(${beginsWith('to_number', search)} or ${beginsWith('from_number', search)})`)]
  const [ids, part] = [idsThatBeginWith(search), partOfId(search)]
  const inNumber = sql`(strpos(to_number, ${search}) > 0 or strpos(from_number, ${search}) > 0)`
  return [
    ids !== undefined && byIndex(asked, sql`id between ${ids.from} and ${ids.to}`),
    part !== undefined && byPart(asked, 'ids', part, hasPartOfId(part)),
    isDigits.test(search) && byPart(asked, 'numbers', search, inNumber),
  ].filter(one => one !== false)
}

const isDigits = /^\d+$/

const byIndex = ({ environmentId, before, limit, filters }: Asked, condition: RawBuilder<unknown>) => sql`
  select * from ${newestThenIndex({ table: 'sms', environmentId, before, matches: matching(environmentId, condition, filters), limit })}`

/** `offset 0` keeps PostgreSQL from collecting and sorting all matches: they are read in order until there are enough. */
function byPart(asked: Asked, signature: 'ids' | 'numbers', part: string, condition: RawBuilder<unknown>) {
  const { environmentId, before, limit, filters } = asked
  const those = (range: RawBuilder<unknown>) => sql`
    select * from (
      select * from sms
      where environment_id = ${environmentId} and ${range} ${before === undefined ? sql`` : sql`and id < ${before}`}
      order by id desc offset 0
    ) as s
    where ${matching(environmentId, condition, filters)} limit ${limit}`
  return sql`select * from ${inBlocks({ in: { blocks: 'sms_blocks', signature }, environmentId, before, part, limit, those })} as matching`
}

/** Numbers have at most 15 digits. Digits sort alike in every collation; what might follow them does not. */
const beginsWith = (column: 'to_number' | 'from_number', start: string) =>
  sql`(${sql.ref(column)} between ${start} and ${start.padEnd(20, '9')} and starts_with(${sql.ref(column)}, ${start}))`

const matching = (
  environmentId: string,
  condition: RawBuilder<unknown>,
  { status, to, from, ...created }: SmsFilters,
): RawBuilder<unknown> =>
  allOf([
    condition,
    to !== undefined && sql`to_number = ${to}`,
    from !== undefined && sql`from_number = ${from}`,
    ...createdWithin(created),
    // `exists` leaves the choice of join to PostgreSQL: looking up each of 100,000 rows took two seconds.
    status !== undefined &&
      sql`exists (select from sms_progress p where p.environment_id = ${environmentId} and p.sms_id = id and p.status = ${status})`,
  ])
