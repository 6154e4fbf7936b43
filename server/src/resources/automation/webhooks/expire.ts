import type { Database, Tx } from '#postgres/database.ts'
import { deleteInPages } from '#postgres/in-pages.ts'
import { deleteDeliveriesPage } from './delivery-store.ts'
import type { WebhookKey } from './due-store.ts'

export const deleteDeliveries = (database: Database, key: WebhookKey): Promise<number> =>
  deleteInPages(database, (tx: Tx, limit: number) => deleteDeliveriesPage(tx, key, limit))
