import type { Database } from '#postgres/database.ts'
import { sumUpTable } from '#postgres/partitions/summed-table.ts'
import { broadcastStats } from '#resources/messages/broadcast-figures/summed.ts'
import { emailStats } from './store.ts'
import { templateStats } from './template-store.ts'

export async function sumUp(database: Database, page?: number): Promise<void> {
  await sumUpTable(database, emailStats, page)
  await sumUpTable(database, templateStats, page)
  await sumUpTable(database, broadcastStats, page)
}
