import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { endWhatIsOver } from './end.ts'
import { endWhatIsOverJob } from './jobs.ts'
import type { LogDays } from './retention.ts'

export const retentionTasks = (database: Database, clock: Clock, logDays: LogDays) =>
  perform(endWhatIsOverJob, async (_payload, { log }) => {
    const { dropped, deleted } = await endWhatIsOver(database, clock(), logDays)
    if (dropped.length > 0 || deleted > 0)
      log.info({ dropped, deleted }, 'what was kept for long enough has been deleted')
  })

/** Partitions are made ahead by months: an hour more or less is nothing to them, but a lot to whoever keeps no bodies. */
export const retentionSchedules = [{ task: endWhatIsOverJob.task, everyMinutes: 10, offsetMinutes: 7 }]
