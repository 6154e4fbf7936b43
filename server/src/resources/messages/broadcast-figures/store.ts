/** The figures of broadcasts: each transaction adds rows of its own, which are summed up later. */

import type { VariantName as Variant } from '@posthorn/contract/broadcasts/requests'
import { sql } from 'kysely'
import { asTable, bigints, integers, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { type EmailKey, emailKeys } from '#postgres/partitions/email-keys.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { type BroadcastCounts, type StatsColumn, statsColumns } from './figures.ts'

const columns = sql.join(statsColumns.map(column => sql.ref(column)))
/** What was paid for a whole broadcast does not fit into an integer. */
const typeOf = (column: StatsColumn) => (column === 'millicredits' ? bigints : integers)
const countsOf = (rows: readonly { counts: BroadcastCounts }[]) =>
  Object.fromEntries(
    statsColumns.map(column => [column, typeOf(column)(rows.map(({ counts }) => counts[column] ?? 0))]),
  )

export type StatsRow = { environmentId: string; id: string; variant: Variant; counts: BroadcastCounts }

export async function insertBroadcastStats(tx: Tx, rows: readonly StatsRow[]): Promise<void> {
  await plannedOnce`
    insert into broadcast_stats (environment_id, broadcast_id, variant, ${columns})
    select * from ${asTable({
      environment_id: uuids(rows.map(row => row.environmentId)),
      broadcast_id: uuids(rows.map(row => row.id)),
      variant: texts(rows.map(row => row.variant)),
      ...countsOf(rows),
    })}`.execute(tx)
}

export type EmailCounts = EmailKey & { counts: BroadcastCounts }

/** Emails without a broadcast are left out. */
export async function insertBroadcastStatsByEmail(tx: Tx, changes: readonly EmailCounts[]): Promise<void> {
  const ids = changes.map(one => one.emailId)
  await sql`
    insert into broadcast_stats (environment_id, broadcast_id, variant, ${columns})
    select given.environment_id, e.broadcast_id, e.broadcast_variant, ${columns}
    from ${asTable({
      ...emailKeys(changes),
      ...countsOf(changes),
    })}
    cross join lateral (
      select broadcast_id, broadcast_variant from emails
      where environment_id = given.environment_id and id = given.email_id and ${isAmong('id', ids)} limit 1
    ) as e
    where e.broadcast_id is not null`.execute(tx)
}

export type StatsTotals = Record<StatsColumn, number> & { id: string; variant: Variant }

/** Adds summed and new rows in one statement, so that each count is seen exactly once while rows are being summed. */
export async function findStats(db: Db, environmentId: string, ids: readonly string[]): Promise<StatsTotals[]> {
  if (ids.length === 0) return []
  const wanted = sql`environment_id = ${environmentId} and broadcast_id = any (${uuids(ids)})`
  const sums = sql.join(statsColumns.map(column => sql`sum(${sql.ref(column)})::float8 as ${sql.ref(column)}`))
  const { rows } = await sql<StatsTotals>`
    select broadcast_id as id, variant, ${sums}
    from (
      select * from broadcast_stats where summed and ${wanted}
      union all
      select * from broadcast_stats where not summed and ${wanted}
    ) as stats
    group by 1, 2`.execute(db)
  return rows
}
