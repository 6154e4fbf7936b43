/** Suppressed addresses by how they begin. */
import { sql } from 'kysely'
import { idsFrom, idsUntil } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import { newestThenIndex } from '#postgres/partitions/newest-then-index.ts'
import type { SuppressionFilters } from './store.ts'
import type { Suppression } from './suppression.ts'

/** Behind every other character in the collation of the index. */
const last = '\u{10ffff}'

export async function searchSuppressions(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { search, email, reason, createdAfter, createdBefore }: SuppressionFilters & { search: string },
): Promise<Suppression[]> {
  const start = search.toLowerCase()
  const address = sql`lower(email collate "C")`
  const conditions = [
    sql`${address} >= ${start} and ${address} < ${start + last}`,
    email !== undefined && sql`${address} = ${email.toLowerCase()}`,
    reason !== undefined && sql`reason = ${reason}`,
    createdAfter !== undefined &&
      sql`id >= ${idsFrom(new Date(createdAfter))} and created_at > ${createdAfter}::timestamptz`,
    createdBefore !== undefined &&
      sql`id <= ${idsUntil(new Date(createdBefore))} and created_at < ${createdBefore}::timestamptz`,
  ].filter(one => one !== false)
  const matches = sql.join(conditions, sql` and `)
  const { rows } = await sql<Suppression>`
    select environment_id as "environmentId", id, email, reason, email_id as "emailId", created_at as "createdAt"
    from ${newestThenIndex({ table: 'suppressions', environmentId, before, matches, limit: limit + 1 })}
    order by id desc limit ${limit + 1}`.execute(db)
  return rows
}
