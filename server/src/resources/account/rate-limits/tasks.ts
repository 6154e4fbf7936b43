import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { expireRequestWindows } from './expire.ts'
import { expireRequestWindowsJob } from './jobs.ts'

export const rateLimitTasks = (database: Database) =>
  perform(expireRequestWindowsJob, async (_payload, { log }) => {
    const deleted = await expireRequestWindows(database)
    log.debug({ deleted }, 'request windows expired')
  })

export const rateLimitSchedules = [{ task: expireRequestWindowsJob.task, everyMinutes: 60, offsetMinutes: 5 }]
