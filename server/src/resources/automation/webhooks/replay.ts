import type { Caller } from '#core/caller.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import { wake } from '#engine/wake.ts'
import type { Database, Tx } from '#postgres/database.ts'
import {
  maxAttempts,
  positionBefore,
  type ReplayPage,
  replayFailedPage,
  replayOne,
  replayWaitingPage,
} from './delivery-store.ts'
import { nameOf, type WebhookKey, webhookTable } from './due-store.ts'
import { keyOf, leewayMs, readDelivery } from './read.ts'
import { lockWebhook } from './store.ts'

const pageSize = 5_000
/** Replays undelivered events created since then and returns how many. Repeating it is harmless. */
export async function replay(database: Database, caller: Caller, id: string, since: Date): Promise<number> {
  const key = keyOf(caller, id)
  const asked = { since, limit: pageSize }
  const start = (await positionBefore(database.db, new Date(since.getTime() - leewayMs))) ?? '0'
  const failed = await inPages(database, key, start, (tx, after) => replayFailedPage(tx, key, { ...asked, after }))
  const waiting = await inPages(database, key, '-infinity', (tx, dueFrom) =>
    replayWaitingPage(tx, key, { ...asked, dueFrom }),
  )
  return failed + waiting
}

/** Each page continues where the last one ended, so deliveries that fail again in the meantime are not replayed endlessly. */
async function inPages(
  database: Database,
  key: WebhookKey,
  start: string,
  replayPage: (tx: Tx, from: string) => Promise<ReplayPage>,
): Promise<number> {
  let total = 0
  let from = start
  for (;;) {
    const { count, last } = await database.transaction(tx => replayOnePage(tx, key, () => replayPage(tx, from)))
    total += count
    if (last === null || count < pageSize) return total
    from = last
  }
}

async function replayOnePage(tx: Tx, key: WebhookKey, replayPage: () => Promise<ReplayPage>): Promise<ReplayPage> {
  await lockActive(tx, key)
  const page = await replayPage()
  if (page.count > 0) await wake(tx, webhookTable.name, nameOf(key))
  return page
}

async function lockActive(tx: Tx, key: WebhookKey): Promise<void> {
  const webhook = await lockWebhook(tx, key)
  if (!webhook) throw notFound('webhook')
  if (webhook.status === 'inactive')
    throw new Refusal('invalid_state', { message: 'This webhook is inactive. Set its status to active, then replay.' })
}

/** Replays one event, even a delivered one. False when it is being sent right now. */
export async function replayDelivery(
  database: Database,
  caller: Caller,
  id: string,
  eventId: string,
): Promise<boolean> {
  const key = keyOf(caller, id)
  const delivery = await readDelivery(database.slowReads(caller.environmentId), caller, id, eventId)
  if (delivery.type === 'webhook.test')
    throw new Refusal('invalid_state', {
      message: 'A test event cannot be replayed. POST /v1/webhooks/{id}/test sends another one.',
    })
  if (delivery.attempts.length >= maxAttempts)
    throw new Refusal('invalid_state', {
      message: `This event has been sent ${maxAttempts} times. Read it with GET /v1/webhooks/{id}/deliveries/{event_id} instead.`,
    })
  return database.transaction(async tx => {
    await lockActive(tx, key)
    const isBegun = await replayOne(tx, key, delivery)
    if (isBegun) await wake(tx, webhookTable.name, nameOf(key))
    return isBegun
  })
}
