import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { deleteDeliveries } from './expire.ts'
import { failAllPending } from './fail-pending.ts'
import { deleteDeliveriesJob, failPendingJob } from './jobs.ts'

export const webhookTasks = (database: Database) => ({
  ...perform(failPendingJob, async (key, { log }) => {
    const failed = await failAllPending(database, key)
    log.debug({ webhookId: key.webhookId, failed }, 'deliveries of an inactive webhook given up')
  }),
  ...perform(deleteDeliveriesJob, async (key, { log }) => {
    const deleted = await deleteDeliveries(database, key)
    log.debug({ webhookId: key.webhookId, deleted }, 'deliveries of a deleted webhook deleted')
  }),
})
