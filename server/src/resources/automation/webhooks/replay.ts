import type { Caller } from '#core/caller.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import { wake } from '#engine/wake.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { positionBefore, type ReplayPage, replayFailedPage, replayWaitingPage } from './delivery-store.ts'
import { nameOf, type WebhookKey, webhookTable } from './due-store.ts'
import { keyOf, leewayMs } from './read.ts'
import { lockWebhook } from './store.ts'

const pageSize = 5_000
/** Sends again what was created since then and has not been delivered; returns how many. The same again is harmless. */
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

/** Each page goes on where the last one ended: what fails again meanwhile is not begun again without end. */
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
  const webhook = await lockWebhook(tx, key)
  if (!webhook) throw notFound('webhook')
  if (webhook.status === 'inactive')
    throw new Refusal('invalid_state', { message: 'This webhook is inactive. Set its status to active, then replay.' })
  const page = await replayPage()
  if (page.count > 0) await wake(tx, webhookTable.name, nameOf(key))
  return page
}
