import type { Database } from '#postgres/database.ts'
import { deleteOldWindows } from './store.ts'

const pageSize = 10_000

/** Removes hours that are over, in pages, so that no transaction is long. Running twice is harmless. */
export async function expireRequestWindows(database: Database): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await database.transaction(tx => deleteOldWindows(tx, pageSize))
    total += deleted
    if (deleted < pageSize) return total
  }
}
