/** Jobs that come again, as rows that are due at their next time: one for all workers together. */
import { sql } from 'kysely'
import { asTable, moments, texts } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'

/** Housekeeping, also while a restored copy holds: a task that sends nothing, done every so often, so many minutes after midnight (UTC) and after each period since then. */
export type Schedule = { task: string; everyMinutes: number; offsetMinutes?: number }

const minute = 60_000

/** The first time after `now`. What was missed while no worker ran is done once, when the first one is back. */
export function nextTime({ everyMinutes, offsetMinutes = 0 }: Schedule, now: Date): Date {
  const period = everyMinutes * minute
  const offset = offsetMinutes * minute
  return new Date((Math.floor((now.getTime() - offset) / period) + 1) * period + offset)
}

/** Makes the jobs of schedules that have none yet; any number of workers may do so at once. */
export async function makeScheduled(tx: Tx, schedules: readonly Schedule[], now: Date): Promise<void> {
  await sql`
    insert into jobs (task, payload, schedule, due_at)
    select task, '{}', task, due_at
    from ${asTable({
      task: texts(schedules.map(one => one.task)),
      due_at: moments(schedules.map(one => nextTime(one, now).toISOString())),
    })}
    on conflict (schedule) do nothing`.execute(tx)
}
