import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { deleteInPages } from '#postgres/in-pages.ts'
import { deleteOldReports, deleteOldSources, deleteOldTlsResults } from './store.ts'

/** 90 days, so that monthly senders show up. */
export const keptDays = 90

export async function expireDomainReports(database: Database, clock: Clock): Promise<number> {
  const before = new Date(clock().getTime() - keptDays * 86_400_000)
  let deleted = 0
  for (const deletePage of [deleteOldReports, deleteOldSources, deleteOldTlsResults])
    deleted += await deleteInPages(database, (tx, limit) => deletePage(tx, before, limit))
  return deleted
}
