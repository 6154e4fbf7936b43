import type { Database } from '#postgres/database.ts'
import { deleteOldMarks, insertMark } from './store.ts'

/** Saves the current event position, so that reads can skip events older than 30 days. */
export const markEvents = (database: Database): Promise<void> =>
  database.transaction(async tx => {
    await insertMark(tx)
    await deleteOldMarks(tx)
  })
