import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { deleteDeliveries, expireDeliveries } from './expire.ts'
import { deleteDeliveriesJob, expireDeliveriesJob, giveUpWaitingJob } from './jobs.ts'
import { giveUpWaiting } from './stand-down.ts'

export const webhookTasks = (database: Database, clock: Clock) => ({
  ...perform(giveUpWaitingJob, async (key, { log }) => {
    const failed = await giveUpWaiting(database, key)
    log.debug({ webhookId: key.webhookId, failed }, 'deliveries of an inactive webhook given up')
  }),
  ...perform(deleteDeliveriesJob, async (key, { log }) => {
    const deleted = await deleteDeliveries(database, key)
    log.debug({ webhookId: key.webhookId, deleted }, 'deliveries of a deleted webhook deleted')
  }),
  ...perform(expireDeliveriesJob, async (_payload, { log }) => {
    const deleted = await expireDeliveries(database, clock())
    log.debug({ deleted }, 'webhook deliveries expired')
  }),
})

export const webhookSchedules = [{ task: expireDeliveriesJob.task, everyMinutes: 24 * 60, offsetMinutes: 3 * 60 + 45 }]
