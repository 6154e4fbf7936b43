import type { Database } from '#postgres/database.ts'
import { perform } from '#worker/task.ts'
import { expireLeftovers } from './expire.ts'
import { expireJob, submitJob } from './jobs.ts'
import type { Submitter } from './submit/submit.ts'

export const smsTasks = (database: Database, submitter: Submitter) => ({
  ...perform(submitJob, (job, context) => submitter.submit(job, context)),
  ...perform(expireJob, async (_payload, { log }) => {
    const deleted = await expireLeftovers(database)
    log.debug({ deleted }, 'leftovers of text messages expired')
  }),
})

export const smsSchedules = [{ task: expireJob.task, cron: '30 3 * * *' }]
