/** Everything that messages wait for, in all organizations: for the operator. */
import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

export type QueuedAt = {
  /** The name of a destination. */
  name: string
  /** How many messages wait for it. Counting stops at 100,000 of each kind. */
  waiting: number
  /** How many connections it has accepted; null when it has shown no limit. */
  connections: number | null
  failingSince: Date | null
  failures: number
  lastReply: string | null
  cappedUntil: Date | null
  cap: string | null
}

const countAtMost = sql.lit(100_000)
const namesAtMost = sql.lit(500)

/** Most waiting messages first; healthy destinations without a limit are left out. */
export async function readQueue(db: Db): Promise<QueuedAt[]> {
  const { rows } = await sql<QueuedAt>`
    with waiting as (
      select waits_for as name, count(*)::integer as waiting from (
        (select waits_for from deliveries where due_at is not null and held_by is null and crashes <= 1
          limit ${countAtMost})
        union all
        (select waits_for from sms_progress where due_at is not null and held_by is null and crashes <= 1
          limit ${countAtMost})
      ) as open where waits_for is not null group by waits_for
    )
    select name, coalesce(waiting, 0) as waiting, connections, failing_since as "failingSince",
      coalesce(failures, 0) as failures, last_reply as "lastReply",
      case when capped_until > now() then capped_until end as "cappedUntil", case when capped_until > now() then cap end as cap
    from destinations full join waiting using (name)
    where waiting > 0 or connections is not null or failing_since is not null or capped_until > now()
    order by 2 desc, name limit ${namesAtMost}`.execute(db)
  return rows
}
