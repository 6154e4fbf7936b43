import { defineJob } from '#engine/job.ts'
import type { WebhookKey } from './due-store.ts'

/** Fails the pending deliveries of an inactive webhook. */
export const failPendingJob = defineJob<WebhookKey>('give_up_webhook_deliveries')

/** Deletes the deliveries of a deleted webhook. */
export const deleteDeliveriesJob = defineJob<WebhookKey>('delete_webhook_deliveries')

/** A transaction that records an event sees the webhooks as of its start. After a minute, no transaction sees the old state. */
export const afterOpenTransactions = (now: Date): { runAt: Date } => ({ runAt: new Date(now.getTime() + 60_000) })
