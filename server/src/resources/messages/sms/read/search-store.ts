/** Text messages by the beginning of a number on either side, or of an id. */
import { type RawBuilder, sql } from 'kysely'
import { idsFrom, idsThatBeginWith, idsUntil } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import { newestThenIndex } from '#postgres/partitions/newest-then-index.ts'
import type { ListRow, SmsFilters } from './read-store.ts'

export async function searchSms(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { search, ...filters }: SmsFilters & { search: string },
): Promise<ListRow[]> {
  const ids = idsThatBeginWith(search)
  const number = sql`(${beginsWith('to_number', search)} or ${beginsWith('from_number', search)})`
  const matches = sql.join(
    [ids ? sql`id between ${ids.from} and ${ids.to}` : number, ...others(environmentId, filters)],
    sql` and `,
  )
  const { rows } = await sql<ListRow>`
    select id, from_number as "from", to_number as "to", body, p.status, segments, credits, p.refunded, p.captured, created_at as "createdAt"
    from (
      select * from ${newestThenIndex({ table: 'sms', environmentId, before, matches, limit: limit + 1 })}
      order by id desc offset 0
    ) as s
    cross join lateral (
      select status, refunded, captured from sms_progress where environment_id = ${environmentId} and sms_id = s.id limit 1
    ) as p
    limit ${limit + 1}`.execute(db)
  return rows
}

/** Numbers have 15 digits at most. Digits are in the same order in every collation, what might follow them is not. */
const beginsWith = (column: 'to_number' | 'from_number', start: string) =>
  sql`(${sql.ref(column)} between ${start} and ${start.padEnd(20, '9')} and starts_with(${sql.ref(column)}, ${start}))`

const others = (
  environmentId: string,
  { status, to, from, createdAfter, createdBefore }: SmsFilters,
): RawBuilder<unknown>[] =>
  [
    to !== undefined && sql`to_number = ${to}`,
    from !== undefined && sql`from_number = ${from}`,
    createdAfter !== undefined &&
      sql`id >= ${idsFrom(new Date(createdAfter))} and created_at > ${createdAfter}::timestamptz`,
    createdBefore !== undefined &&
      sql`id <= ${idsUntil(new Date(createdBefore))} and created_at < ${createdBefore}::timestamptz`,
    // `exists` leaves PostgreSQL the choice of how to join: looking up each of 100,000 took two seconds.
    status !== undefined &&
      sql`exists (select from sms_progress p where p.environment_id = ${environmentId} and p.sms_id = id and p.status = ${status})`,
  ].filter(one => one !== false)
