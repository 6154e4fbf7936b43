import type { Caller } from '#core/caller.ts'
import { isId, timeOf } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { findPosition, listDeliveries, positionAfter, positionBefore } from './delivery-store.ts'
import type { WebhookKey } from './due-store.ts'
import { isPositionId, toPositionId } from './position-id.ts'
import { findWebhook, listWebhooks } from './store.ts'
import type { Delivery, Webhook } from './webhook.ts'

/** Refuses an invalid webhook id. */
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
  const key = keyOf(caller, id)
  const { before } = page
  // Compatible APIs page by item id; after an unknown id, the page is empty.
  const place =
    before === undefined || isPositionId(before) ? before : toPositionId((await positionOf(db, key, before)) ?? '0')
  return listDeliveries(db, key, { limit: page.limit, before: place }, filters)
}

export async function readDelivery(db: Db, caller: Caller, id: string, eventId: string): Promise<Delivery> {
  await readWebhook(db, caller, id)
  const key = keyOf(caller, id)
  const position = await positionOf(db, key, eventId)
  const next = position === undefined ? undefined : toPositionId(String(BigInt(position) + 1n))
  const [delivery] = next ? await listDeliveries(db, key, { limit: 1, before: next }, { status: undefined }) : []
  if (!delivery || delivery.eventId !== eventId) throw notFound('delivery')
  return delivery
}

/** Clocks differ, and an event gets its position some time after it happened. */
export const leewayMs = 60 * 60 * 1000

/** Searches near the time that the event id begins with. */
async function positionOf(db: Db, key: WebhookKey, eventId: string): Promise<string | undefined> {
  if (!isId(eventId)) return undefined
  const at = timeOf(eventId).getTime()
  const after = (await positionBefore(db, new Date(at - leewayMs))) ?? '0'
  const until = await positionAfter(db, new Date(at + leewayMs))
  return findPosition(db, key, eventId, { after, until })
}
