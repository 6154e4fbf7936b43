import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import { hasValues } from './filter-store.ts'
import type { ValueRange } from './property-filter.ts'
import { matchesSearch } from './search-store.ts'
import { type ContactFilters, otherFilters } from './store.ts'

type Counted = { filters: ContactFilters; search: string | undefined; ranges: readonly ValueRange[]; limit: number }

/** Never more than the limit. */
export async function countUpTo(
  db: Db,
  environmentId: string,
  { filters, search, ranges, limit }: Counted,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from contacts
      where environment_id = ${environmentId} ${otherFilters(environmentId, filters)}
        ${hasValues(environmentId, 'id', ranges)}
        ${search === undefined ? sql`` : sql`and ${matchesSearch(environmentId, search)}`}
      limit ${limit}
    ) as counted`.execute(db)
  return rows[0]?.count ?? 0
}
