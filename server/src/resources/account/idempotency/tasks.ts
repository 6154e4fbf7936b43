import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { expireIdempotencyKeys } from './expire.ts'
import { expireIdempotencyKeysJob } from './jobs.ts'

export const idempotencyTasks = (database: Database) =>
  perform(expireIdempotencyKeysJob, async (_payload, { log }) => {
    const deleted = await expireIdempotencyKeys(database)
    log.debug({ deleted }, 'idempotency keys expired')
  })

export const idempotencySchedules = [{ task: expireIdempotencyKeysJob.task, everyMinutes: 10 }]
