/** Counts the text messages of broadcasts. */
import { sql } from 'kysely'
import { uuids } from '#postgres/arrays/as-table.ts'
import type { Db } from '#postgres/database.ts'
import { type BroadcastCounts, type StatsColumn, statsColumns } from './figures.ts'
import type { StatsTotals } from './store.ts'

type SmsCounts = { id: string } & Record<StatsColumn, number>

const sums: BroadcastCounts = Object.fromEntries(statsColumns.map(column => [column, 0]))

/** By their current states. */
export async function countSms(db: Db, environmentId: string, ids: readonly string[]): Promise<StatsTotals[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SmsCounts>`
    select s.broadcast_id as id, count(*)::integer as messages,
      count(*) filter (where p.status <> 'processing' or p.attempts > 0)::integer as handled,
      count(*) filter (where p.sent_at is not null)::integer as sent,
      count(*) filter (where p.status = 'delivered')::integer as delivered,
      count(*) filter (where p.status = 'undelivered')::integer as bounced,
      count(*) filter (where p.status = 'failed' and not p.suppressed)::integer as failed,
      count(*) filter (where p.suppressed)::integer as suppressed,
      count(*) filter (where p.status = 'canceled')::integer as canceled,
      coalesce(sum(round(s.credits * 1000)) filter (where not p.refunded and s.charge > 0), 0)::float8 as millicredits
    from sms s join sms_progress p on p.environment_id = s.environment_id and p.sms_id = s.id
    where s.environment_id = ${environmentId} and s.broadcast_id = any (${uuids(ids)})
    group by 1`.execute(db)
  // `as`: every column of the sums is set.
  return rows.map(row => ({ ...sums, ...row, variant: 'a' }) as StatsTotals)
}
