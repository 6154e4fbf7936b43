import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { deleteDeliveries } from './expire.ts'
import { giveUpWaiting } from './fail-pending.ts'
import { deleteDeliveriesJob, giveUpWaitingJob } from './jobs.ts'

export const webhookTasks = (database: Database) => ({
  ...perform(giveUpWaitingJob, async (key, { log }) => {
    const failed = await giveUpWaiting(database, key)
    log.debug({ webhookId: key.webhookId, failed }, 'deliveries of an inactive webhook given up')
  }),
  ...perform(deleteDeliveriesJob, async (key, { log }) => {
    const deleted = await deleteDeliveries(database, key)
    log.debug({ webhookId: key.webhookId, deleted }, 'deliveries of a deleted webhook deleted')
  }),
})
