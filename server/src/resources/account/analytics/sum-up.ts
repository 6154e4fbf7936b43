import type { Database } from '#postgres/database.ts'
import { sumUpRows } from './store.ts'

/** A page takes some 50 ms: nobody waits long for a sum that it writes. */
const rowsPerPage = 5_000

/** Any number of workers may do it at once, and any of them may end in the middle of it. */
export async function sumUp(database: Database, page = rowsPerPage): Promise<void> {
  while ((await database.transaction(tx => sumUpRows(tx, page))) === page);
}
