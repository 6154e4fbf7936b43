/** Searches suppressed addresses by part of the address. */
import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { allOf, createdWithin } from '#postgres/conditions.ts'
import { contains } from '#postgres/contains.ts'
import type { Db } from '#postgres/database.ts'
import { isInTrigrams, newestThenIndex, oneByOne } from '#postgres/partitions/newest-then-index.ts'
import type { SuppressionFilters } from './store.ts'
import type { Suppression } from './suppression.ts'

export async function searchSuppressions(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { search, email, reason, ...created }: SuppressionFilters & { search: string },
): Promise<Suppression[]> {
  const address = sql`lower(email collate "C")`
  const matches = allOf([
    contains(sql`email`, search),
    email !== undefined && sql`${address} = ${email.toLowerCase()}`,
    reason !== undefined && sql`reason = ${reason}`,
    ...createdWithin(created),
  ])
  const asked = { table: 'suppressions', environmentId, before, matches, limit: limit + 1 } as const
  const { rows } = await sql<Suppression>`
    select environment_id as "environmentId", id, email, reason, email_id as "emailId", created_at as "createdAt"
    from ${isInTrigrams(search) ? newestThenIndex(asked) : oneByOne(asked)}
    order by id desc limit ${limit + 1}`.execute(db)
  return rows
}
