/** Scheduled messages whose time has come. A row that a cancel has locked is skipped and found again later. */
import { type RawBuilder, sql } from 'kysely'
import type { Ahead } from '#core/clock.ts'

/** Selects and locks their keys, by the real clock or by those that are ahead. */
export function dueScheduled(progress: { table: string; id: string }, limit: number, by?: Ahead): RawBuilder<unknown> {
  const [from, id] = [sql.table(progress.table), sql.ref(progress.id)]
  if (!by)
    return sql`
      select environment_id, ${id} from ${from} where status = 'scheduled' and scheduled_for <= now()
      order by scheduled_for limit ${limit} for update skip locked`
  // In the order of an index of the environment: by time, those of all environments would be read until then.
  return sql`
    select due.* from environments e
    cross join lateral (
      select environment_id, ${id} from ${from}
      where environment_id = e.id and status = 'scheduled'
        and scheduled_for <= now() + make_interval(secs => e.clock_ahead_ms / 1000.0)
      order by ${id} limit ${limit} for update skip locked
    ) due
    where e.clock_ahead_ms > 0 ${by.environmentId === undefined ? sql`` : sql`and e.id = ${by.environmentId}`}
    limit ${limit}`
}
