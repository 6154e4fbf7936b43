import type { Database } from '#postgres/database.ts'
import { perform } from '#worker/task.ts'
import { expireRequestWindows } from './expire.ts'
import { expireRequestWindowsJob } from './jobs.ts'

export const rateLimitTasks = (database: Database) =>
  perform(expireRequestWindowsJob, async (_payload, { log }) => {
    const deleted = await expireRequestWindows(database)
    log.debug({ deleted }, 'request windows expired')
  })

export const rateLimitSchedules = [{ task: expireRequestWindowsJob.task, cron: '5 * * * *' }]
