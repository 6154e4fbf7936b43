import { defineJob } from '#engine/job.ts'
import type { WebhookKey } from './due-store.ts'

/** Gives up what waits for a webhook that is inactive. */
export const giveUpWaitingJob = defineJob<WebhookKey>('give_up_webhook_deliveries')

/** Deletes the deliveries of a webhook that is no more. */
export const deleteDeliveriesJob = defineJob<WebhookKey>('delete_webhook_deliveries')

/** Whoever records an event sees a webhook as it was when it began: a minute later nobody sees the old one any more. */
export const onceUnseen = (now: Date): { runAt: Date } => ({ runAt: new Date(now.getTime() + 60_000) })
