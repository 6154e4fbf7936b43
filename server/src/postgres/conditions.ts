/** The conditions of a list with filters. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { idsFrom, idsUntil } from '#core/id.ts'

/** False: the filter is not used. */
export type Condition = RawBuilder<unknown> | false

export const allOf = (conditions: readonly Condition[]): RawBuilder<SqlBool> =>
  sql`${sql.join(
    conditions.filter(one => one !== false),
    sql` and `,
  )}`

/** Times as the caller wrote them: PostgreSQL reads finer fractions of a second than a Date holds. */
export type Created = { createdAfter?: string | undefined; createdBefore?: string | undefined }

/** The ids let PostgreSQL use the index; the times are exact. */
export function createdWithin({ createdAfter, createdBefore }: Created, alias?: string): Condition[] {
  const [id, createdAt] = ['id', 'created_at'].map(column => sql.ref(alias ? `${alias}.${column}` : column))
  return [
    createdAfter !== undefined &&
      sql`${id} >= ${idsFrom(new Date(createdAfter))} and ${createdAt} > ${createdAfter}::timestamptz`,
    createdBefore !== undefined &&
      sql`${id} <= ${idsUntil(new Date(createdBefore))} and ${createdAt} < ${createdBefore}::timestamptz`,
  ]
}
