/** What messages wait for, and the state of those destinations. */
import { sql } from 'kysely'
import { asTable, uuids } from '#postgres/arrays/as-table.ts'
import type { Db } from '#postgres/database.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import { waitsForHold } from '#postgres/restored-copy.ts'
import { heldPrefixes } from './held.ts'

export type Wait = {
  /** The name of a destination. */
  waitsFor: string
  /** By the clock of its environment. */
  nextAt: Date | null
  failingSince: Date | null
  failures: number
  lastReply: string | null
  /** Its cap, once that is used up. */
  cap: string | null
}

export type Key = { environmentId: string; id: string }

/** For each kind, where its messages store what they wait for, and where the open ones are found. */
const tables = {
  email: { table: 'deliveries', id: 'email_id', progress: 'email_progress', open: ['processing', 'delivery_delayed'] },
  sms: { table: 'sms_progress', id: 'sms_id', progress: 'sms_progress', open: ['processing'] },
} as const
export type Kind = keyof typeof tables

/** Columns of `destinations`. */
const stateColumns = sql`failing_since as "failingSince", coalesce(failures, 0) as failures, last_reply as "lastReply",
  case when capped_until > now() then cap end as cap`

/** By message id; messages that wait for nothing are left out. Of several recipients, the one that is tried next counts. */
export async function findWaits(db: Db, kind: Kind, keys: readonly Key[]): Promise<Map<string, Wait>> {
  if (keys.length === 0) return new Map()
  const { table, id } = tables[kind]
  const { rows } = await sql<Wait & { id: string }>`
    select wanted.id, waits_for as "waitsFor",
      next_at + make_interval(secs => environments.clock_ahead_ms / 1000.0) as "nextAt", ${stateColumns}
    from ${asTable({ environment_id: uuids(keys.map(one => one.environmentId)), id: uuids(keys.map(one => one.id)) }, 'wanted')}
    cross join (select ${waitsForHold} as name) as hold
    cross join lateral (
      select coalesce(hold.name, waits_for) as waits_for, case when hold.name is null then due_at end as next_at
      from ${sql.table(table)}
      where environment_id = wanted.environment_id and ${sql.ref(id)} = wanted.id
        and case when hold.name is null then waits_for is not null else due_at is not null end
        and ${isAmong(
          id,
          keys.map(one => one.id),
        )}
      order by due_at limit 1
    ) as waiting
    join environments on environments.id = wanted.environment_id
    left join destinations on destinations.name = waiting.waits_for`.execute(db)
  return new Map(rows.map(({ id, ...wait }) => [id, wait]))
}

/** Counting stops here: nobody needs to know how many more. */
const countAtMost = 10_000

const underWay = (kind: Kind, environmentId: string) => {
  const { id, progress, open } = tables[kind]
  return sql`(
    select ${sql.ref(id)} as id from ${sql.table(progress)}
    where environment_id = ${environmentId} and status = any (${sql.val(open)}) limit ${countAtMost}
  ) as open`
}

/** How many messages of one environment wait for it; those of other environments are not shown to it. */
export async function countWaiting(db: Db, kind: Kind, environmentId: string, waitsFor: string): Promise<number> {
  const { table, id } = tables[kind]
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${underWay(kind, environmentId)}
    where exists (
      select from ${sql.table(table)} as work
      where work.environment_id = ${environmentId} and ${sql.ref(`work.${id}`)} = open.id and work.waits_for = ${waitsFor}
    )`.execute(db)
  return rows[0]?.count ?? 0
}

/** For one kind and environment: the destinations with the most waiting messages, how many wait, and the state of each destination. */
export type WaitingTotal = Omit<Wait, 'nextAt'> & { count: number }

const totalsAtMost = 5

export async function findWaitingTotals(db: Db, kind: Kind, environmentId: string): Promise<WaitingTotal[]> {
  const { table, id } = tables[kind]
  const { rows } = await sql<WaitingTotal>`
    with waiting as (
      select waits_for, count(distinct open.id)::integer as count from ${underWay(kind, environmentId)}
      join ${sql.table(table)} as work on work.environment_id = ${environmentId} and ${sql.ref(`work.${id}`)} = open.id
      where not work.waits_for ^@ any (${sql.val(heldPrefixes)}::text[]) group by waits_for
    )
    select waits_for as "waitsFor", count, ${stateColumns}
    from waiting left join destinations on destinations.name = waiting.waits_for
    order by count desc, waits_for limit ${totalsAtMost}`.execute(db)
  return rows
}
