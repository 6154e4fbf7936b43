import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { deleteInPages } from '#postgres/in-pages.ts'
import { deleteReceiverStats } from './store.ts'

const keptMs = 90 * 86_400_000

export function expireReceiverStats(database: Database, clock: Clock): Promise<number> {
  const before = new Date(clock().getTime() - keptMs)
  return deleteInPages(database, (tx, limit) => deleteReceiverStats(tx, before, limit))
}
