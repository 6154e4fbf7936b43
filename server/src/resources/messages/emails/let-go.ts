import type { Database } from '#postgres/database.ts'
import { releaseHeldBack } from './delivery-store.ts'

const rowsPerPage = 5_000

/** Makes all deliveries due that wait for this, and says how many. May be done twice. */
export async function letGo(
  database: Database,
  waiting: { environmentId: string; waitsFor: string },
  page = rowsPerPage,
): Promise<number> {
  let released = 0
  for (;;) {
    const count = await database.transaction(tx => releaseHeldBack(tx, waiting, page))
    released += count
    if (count < page) return released
  }
}
