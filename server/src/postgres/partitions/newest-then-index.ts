/**
 * Rows of an environment that match, for searches whose index knows no order. First the newest, in their order; only then the index: what is
 * rare is found by it alone, and what is frequent would be found a hundred thousand times.
 */
import { type RawBuilder, sql } from 'kysely'

/** Reading these one by one takes some 2 ms. What many rows have in common fills a page from them. */
const newestRows = 1_000

type Search = {
  table: 'contacts' | 'sms' | 'suppressions'
  environmentId: string
  before: string | undefined
  matches: RawBuilder<unknown>
  limit: number
}

/** Of a table whose columns are named without it in `matches`. At least the newest `limit` of those that match, in no order. */
export const newestThenIndex = ({ table, environmentId, before, matches, limit }: Search): RawBuilder<unknown> => sql`(
  with newest as materialized (
    select * from ${sql.table(table)}
    where environment_id = ${environmentId} ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${newestRows}
  ), found as materialized (
    select * from newest where ${matches} order by id desc limit ${limit}
  ), older as materialized (
    select * from ${sql.table(table)}
    where (select count(*) from newest) = ${newestRows} and (select count(*) from found) < ${limit}
      and environment_id = ${environmentId} and id < (select id from newest order by id limit 1) and ${matches}
  )
  select * from found union all select * from older
) as matching`
