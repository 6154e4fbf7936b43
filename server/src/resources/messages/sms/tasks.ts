import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { expireLeftovers } from './expire.ts'
import { expireJob } from './jobs.ts'

export const smsTasks = (database: Database) =>
  perform(expireJob, async (_payload, { log }) => {
    const deleted = await expireLeftovers(database)
    log.debug({ deleted }, 'old receipts and pieces of text messages deleted')
  })

export const smsSchedules = [{ task: expireJob.task, everyMinutes: 24 * 60, offsetMinutes: 3 * 60 + 30 }]
