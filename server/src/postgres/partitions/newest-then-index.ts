/**
 * Finds the matching rows of an environment, for searches whose index has no order. First the newest rows are read in order, and only then the
 * index is used: it is needed for rare matches, but for frequent ones it would return a hundred thousand rows.
 */
import { type RawBuilder, sql } from 'kysely'
import { spellingsOf } from '../contains.ts'

/** Reading these one by one takes about 2 ms. Frequent matches fill a page from them. */
const newestRows = 1_000

/** A trigram index needs three letters or digits in a row. For shorter text the whole index and all its rows would be read. */
export const isInTrigrams = (text: string): boolean =>
  spellingsOf(text).every(spelling => /[\p{L}\p{N}]{3}/u.test(spelling))

type Search = {
  table: 'contacts' | 'sms' | 'suppressions'
  environmentId: string
  before: string | undefined
  matches: RawBuilder<unknown>
  limit: number
}

/** At least the newest `limit` matching rows, in no order. `matches` names columns without the table. */
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

/** Scans from the newest row until the page is full. `offset 0` keeps PostgreSQL from collecting and sorting all matches. */
export const oneByOne = ({ table, environmentId, before, matches }: Search): RawBuilder<unknown> => sql`(
  select * from (
    select * from ${sql.table(table)}
    where environment_id = ${environmentId} ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc offset 0
  ) as in_order where ${matches}
) as matching`
