import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { applyRetention } from './end.ts'
import { retentionJob } from './jobs.ts'
import type { LogDays } from './retention.ts'
import { earlierTime } from './store.ts'

export const retentionTasks = (database: Database, clock: Clock, logDays: LogDays) =>
  perform(retentionJob, async (_payload, { log }) => {
    const { dropped, deleted } = await applyRetention(database, await earlierTime(database.db, clock()), logDays)
    if (dropped.length > 0 || deleted > 0) log.info({ dropped, deleted }, 'data past its retention was deleted')
  })

/** Every ten minutes because of environments that keep bodies for 0 days; partitions, created months ahead, would not need it. */
export const retentionSchedules = [{ task: retentionJob.task, everyMinutes: 10, offsetMinutes: 7 }]
