import type { Database, Tx } from './database.ts'

const pageSize = 10_000

/** Deletes page by page, so that no transaction is long, and returns the number of rows. Running it twice is harmless. */
export async function deleteInPages(
  database: Database,
  deletePage: (tx: Tx, limit: number) => Promise<number>,
): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await database.transaction(tx => deletePage(tx, pageSize))
    total += deleted
    if (deleted < pageSize) return total
  }
}
