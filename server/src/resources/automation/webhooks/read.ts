import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { listDeliveries } from './delivery-store.ts'
import type { WebhookKey } from './due-store.ts'
import { findWebhook, listWebhooks } from './store.ts'
import type { Delivery, Webhook } from './webhook.ts'

/** Refuses what cannot be the id of a webhook. */
export function keyOf({ environmentId }: Caller, webhookId: string): WebhookKey {
  if (!isId(webhookId)) throw notFound('webhook')
  return { environmentId, webhookId }
}

export async function readWebhook(db: Db, caller: Caller, id: string): Promise<Webhook> {
  const webhook = await findWebhook(db, keyOf(caller, id))
  if (!webhook) throw notFound('webhook')
  return webhook
}

export const readWebhooks = (db: Db, { environmentId }: Caller): Promise<Webhook[]> => listWebhooks(db, environmentId)

export async function readDeliveries(
  db: Db,
  caller: Caller,
  id: string,
  page: PageRequest,
  filters: { status: string | undefined },
): Promise<Delivery[]> {
  await readWebhook(db, caller, id)
  return listDeliveries(db, keyOf(caller, id), page, filters)
}
