import type { Database } from '#postgres/database.ts'
import { deleteExpiredKeys } from './store.ts'

const pageSize = 10_000

/** Removes keys older than a day, in pages, so that no transaction is long. Running twice is harmless. */
export async function expireIdempotencyKeys(database: Database): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await database.transaction(tx => deleteExpiredKeys(tx, pageSize))
    total += deleted
    if (deleted < pageSize) return total
  }
}
