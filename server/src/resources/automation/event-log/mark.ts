import type { Database } from '#postgres/database.ts'
import { deleteOldMarks, insertMark } from './store.ts'

/** Notes where the events stand now, so that those older than 30 days need not be looked at. */
export const markEvents = (database: Database): Promise<void> =>
  database.transaction(async tx => {
    await insertMark(tx)
    await deleteOldMarks(tx)
  })
