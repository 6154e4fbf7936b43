/** Fails the pending deliveries of a webhook that has become inactive. */

import { enqueue } from '#engine/enqueue.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { failWaitingPage } from './delivery-store.ts'
import type { WebhookKey } from './due-store.ts'
import { afterOpenTransactions, failPendingJob } from './jobs.ts'
import { lockWebhook } from './store.ts'

/** Some 300 ms on a busy machine. */
const pageSize = 5_000

/** Runs in the transaction that deactivates the webhooks: one page at once, the rest by a job. */
export async function failPending(tx: Tx, webhooks: readonly WebhookKey[], now: Date): Promise<void> {
  const failed = await failWaitingPage(tx, webhooks, pageSize)
  const options = failed < pageSize ? afterOpenTransactions(now) : {}
  const jobs = webhooks.map(({ environmentId, webhookId }) => failPendingJob({ environmentId, webhookId }, options))
  await enqueue(tx, jobs)
}

/** Stops when the webhook is active again: then pending deliveries are sent. */
export async function failAllPending(database: Database, key: WebhookKey): Promise<number> {
  const failPage = async (tx: Tx): Promise<number> => {
    const webhook = await lockWebhook(tx, key)
    return webhook?.status === 'inactive' ? failWaitingPage(tx, [key], pageSize) : 0
  }
  for (let total = 0; ; ) {
    const failed = await database.transaction(failPage)
    total += failed
    if (failed < pageSize) return total
  }
}
