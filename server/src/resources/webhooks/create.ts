import type { WebhookCreate } from '@posthorn/contract/webhooks'
import type { Caller } from '#caller.ts'
import { newId } from '#id.ts'
import type { Tx } from '#postgres/database.ts'
import type { AddressPolicy } from '#public-address.ts'
import { checkAddress } from './address.ts'
import type { Secrets } from './secrets.ts'
import { insertWebhook } from './store.ts'
import type { Webhook } from './webhook.ts'

export type WithSecret = { webhook: Webhook; sealed: Buffer }

export async function createWebhook(
  tx: Tx,
  { environmentId }: Caller,
  now: Date,
  asked: WebhookCreate,
  { secrets, addresses }: { secrets: Secrets; addresses: AddressPolicy },
): Promise<WithSecret> {
  checkAddress(asked.url, addresses)
  const key = { environmentId, webhookId: newId(now) }
  const sealed = secrets.draw(key)
  const fields = {
    url: asked.url,
    subscribedEvents: [...new Set(asked.subscribed_events)],
    status: asked.status ?? 'active',
    nickname: asked.nickname ?? null,
  }
  return { webhook: await insertWebhook(tx, key, fields, sealed, now), sealed }
}
