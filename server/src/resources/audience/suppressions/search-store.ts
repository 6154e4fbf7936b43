/** Searches suppressed addresses by part of the address. */
import { sql } from 'kysely'
import { idsFrom, idsUntil } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import { isInTrigrams, newestThenIndex, oneByOne, patternOf } from '#postgres/partitions/newest-then-index.ts'
import type { SuppressionFilters } from './store.ts'
import type { Suppression } from './suppression.ts'

export async function searchSuppressions(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { search, email, reason, createdAfter, createdBefore }: SuppressionFilters & { search: string },
): Promise<Suppression[]> {
  const address = sql`lower(email collate "C")`
  const conditions = [
    sql`email ilike ${patternOf(search)}`,
    email !== undefined && sql`${address} = ${email.toLowerCase()}`,
    reason !== undefined && sql`reason = ${reason}`,
    createdAfter !== undefined &&
      sql`id >= ${idsFrom(new Date(createdAfter))} and created_at > ${createdAfter}::timestamptz`,
    createdBefore !== undefined &&
      sql`id <= ${idsUntil(new Date(createdBefore))} and created_at < ${createdBefore}::timestamptz`,
  ].filter(one => one !== false)
  const matches = sql.join(conditions, sql` and `)
  const asked = { table: 'suppressions', environmentId, before, matches, limit: limit + 1 } as const
  const { rows } = await sql<Suppression>`
    select environment_id as "environmentId", id, email, reason, email_id as "emailId", created_at as "createdAt"
    from ${isInTrigrams(search) ? newestThenIndex(asked) : oneByOne(asked)}
    order by id desc limit ${limit + 1}`.execute(db)
  return rows
}
