import type { WebhookCreate } from '@posthorn/contract/webhooks'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { AddressPolicy } from '#core/public-address.ts'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { checkAddress } from './address.ts'
import type { Secrets } from './secrets.ts'
import { countWebhooks, insertWebhook } from './store.ts'
import type { Webhook } from './webhook.ts'

/** Each webhook subscribed to an event makes recording it more expensive. Concurrent requests may exceed the limit slightly, which is harmless. */
const maxWebhooks = 1_000

export type WithSecret = { webhook: Webhook; sealed: Buffer }

export async function createWebhook(
  tx: Tx,
  { environmentId }: Caller,
  now: Date,
  asked: WebhookCreate,
  { secrets, addresses }: { secrets: Secrets; addresses: AddressPolicy },
): Promise<WithSecret> {
  checkAddress(asked.url, addresses)
  if ((await countWebhooks(tx, environmentId)) >= maxWebhooks) throw tooMany()
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

const tooMany = (): Refusal =>
  new Refusal('invalid_state', {
    message: `There are ${maxWebhooks} webhooks already. Delete one, or combine several into one.`,
  })
