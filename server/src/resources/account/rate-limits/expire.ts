import type { Database } from '#postgres/database.ts'
import { deleteInPages } from '#postgres/in-pages.ts'
import { deleteOldWindows } from './store.ts'

/** Removes hours that are over. */
export const expireRequestWindows = (database: Database): Promise<number> => deleteInPages(database, deleteOldWindows)
