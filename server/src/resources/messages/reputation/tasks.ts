import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { expireReceiverStats } from './expire.ts'
import { expireReceiverStatsJob, releasePausedJob } from './jobs.ts'

type Parts = {
  database: Database
  clock: Clock
  /** Makes all emails that wait for this due, and returns how many. May run twice. */
  releaseWaiting(database: Database, waiting: Parameters<typeof releasePausedJob>[0]): Promise<number>
}

export const reputationTasks = ({ database, clock, releaseWaiting }: Parts) => ({
  ...perform(releasePausedJob, async (waiting, { log }) => {
    const released = await releaseWaiting(database, waiting)
    log.info({ released, waitsFor: waiting.waitsFor }, 'paused broadcasts resumed')
  }),
  ...perform(expireReceiverStatsJob, async (_payload, { log }) => {
    const deleted = await expireReceiverStats(database, clock)
    log.debug({ deleted }, 'old receiver figures deleted')
  }),
})

export const reputationSchedules = [{ task: expireReceiverStatsJob.task, everyMinutes: 1_440, offsetMinutes: 260 }]
