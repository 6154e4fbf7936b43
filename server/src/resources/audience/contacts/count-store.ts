import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import type { ValueRange } from '#resources/audience/fields/value-range.ts'
import { hasValues } from './filter-store.ts'
import { matchesSearch } from './search-store.ts'
import { type ContactFilters, otherFilters } from './store.ts'

type Filtered = { filters: ContactFilters; search: string | undefined; ranges: readonly ValueRange[] }
type Counted = Filtered & { members?: RawBuilder<unknown> | undefined; limit: number }

/** Adds the other filters to a condition on a table named `contacts`. */
export const alsoMatches =
  (environmentId: string, { filters, search, ranges }: Filtered) =>
  (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`${condition} ${otherFilters(environmentId, filters)}
    ${hasValues(environmentId, 'contacts.id', ranges)} ${search === undefined ? sql`` : sql`and ${matchesSearch(environmentId, search)}`}`

/** Counts at most `limit`. */
export async function countUpTo(db: Db, environmentId: string, { members, limit, ...asked }: Counted): Promise<number> {
  const matches = alsoMatches(environmentId, asked)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from contacts
      where environment_id = ${environmentId} and ${matches(members ?? sql`true`)}
      limit ${limit}
    ) as counted`.execute(db)
  return rows[0]?.count ?? 0
}
