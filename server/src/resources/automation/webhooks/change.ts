import type { WebhookUpdate } from '@posthorn/contract/webhooks'
import type { Caller } from '#core/caller.ts'
import type { AddressPolicy } from '#core/public-address.ts'
import { notFound } from '#core/refusal.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Tx } from '#postgres/database.ts'
import { checkAddress } from './address.ts'
import type { WithSecret } from './create.ts'
import { failPending } from './fail-pending.ts'
import { afterOpenTransactions, deleteDeliveriesJob } from './jobs.ts'
import { keyOf } from './read.ts'
import type { Secrets } from './secrets.ts'
import { deleteWebhook, lockWebhook, replaceSecret, updateWebhook } from './store.ts'
import type { Webhook } from './webhook.ts'

export async function changeWebhook(
  tx: Tx,
  caller: Caller,
  now: Date,
  id: string,
  asked: WebhookUpdate,
  addresses: AddressPolicy,
): Promise<Webhook> {
  const key = keyOf(caller, id)
  const before = await lockWebhook(tx, key)
  if (!before) throw notFound('webhook')
  if (asked.url !== undefined) checkAddress(asked.url, addresses)
  const fields = {
    url: asked.url ?? before.url,
    subscribedEvents: asked.subscribed_events ? [...new Set(asked.subscribed_events)] : before.subscribedEvents,
    status: asked.status ?? before.status,
    nickname: asked.nickname ?? before.nickname,
  }
  const startsAnew = fields.status !== before.status || fields.url !== before.url
  const after = await updateWebhook(tx, key, fields, now, { startsAnew })
  if (before.status === 'active' && after.status === 'inactive') await failPending(tx, [key], now)
  return after
}

const oldSecretValidMs = 24 * 60 * 60 * 1000

/** The current secret stays valid for a day; the one before it does not. */
export async function rotateSecret(
  tx: Tx,
  caller: Caller,
  now: Date,
  id: string,
  secrets: Secrets,
): Promise<WithSecret> {
  const key = keyOf(caller, id)
  const sealed = secrets.draw(key)
  const webhook = await replaceSecret(tx, key, sealed, new Date(now.getTime() + oldSecretValidMs), now)
  if (!webhook) throw notFound('webhook')
  return { webhook, sealed }
}

/**
 * A job deletes the deliveries, which may be very many. It runs later, because an event that is being recorded may still add one, and recent tests
 * still count for the limit.
 */
export async function removeWebhook(tx: Tx, caller: Caller, now: Date, id: string): Promise<void> {
  const key = keyOf(caller, id)
  if (!(await deleteWebhook(tx, key))) throw notFound('webhook')
  await enqueue(tx, [deleteDeliveriesJob(key, afterOpenTransactions(now))])
}
