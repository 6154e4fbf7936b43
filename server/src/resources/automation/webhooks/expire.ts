import type { Database, Tx } from '#postgres/database.ts'
import { deleteInPages } from '#postgres/in-pages.ts'
import { deleteDeliveriesPage, deleteSettledPage, positionBefore } from './delivery-store.ts'
import type { WebhookKey } from './due-store.ts'

const keptMs = 30 * 24 * 60 * 60 * 1000

/** Removes deliveries that came to their end and whose events are older than 30 days. */
export async function expireDeliveries(database: Database, now: Date): Promise<number> {
  const position = await positionBefore(database.db, new Date(now.getTime() - keptMs))
  if (position === undefined) return 0
  return deleteInPages(database, (tx: Tx, limit: number) => deleteSettledPage(tx, position, limit))
}

export const deleteDeliveries = (database: Database, key: WebhookKey): Promise<number> =>
  deleteInPages(database, (tx: Tx, limit: number) => deleteDeliveriesPage(tx, key, limit))
