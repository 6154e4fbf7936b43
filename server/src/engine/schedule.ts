/** Recurring jobs. Each is one row for all workers, due at its next time. */
import { sql } from 'kysely'
import { asTable, moments, texts } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'

/** A task for housekeeping, which sends nothing and runs even while a restored copy is on hold. It runs every `everyMinutes`, counted from `offsetMinutes` after midnight (UTC). */
export type Schedule = { task: string; everyMinutes: number; offsetMinutes?: number }

const minute = 60_000

/** The first time after `now`. Runs that were missed while no worker ran are made up once. */
export function nextTime({ everyMinutes, offsetMinutes = 0 }: Schedule, now: Date): Date {
  const period = everyMinutes * minute
  const offset = offsetMinutes * minute
  return new Date((Math.floor((now.getTime() - offset) / period) + 1) * period + offset)
}

/** Creates the jobs of schedules that have none. Several workers may call it at once. */
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
