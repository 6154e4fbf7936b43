import type { Database } from '#postgres/database.ts'
import { deleteInPages } from '#postgres/in-pages.ts'
import { deleteOldWindows } from './store.ts'

/** Deletes past hours. */
export const expireRequestWindows = (database: Database): Promise<number> => deleteInPages(database, deleteOldWindows)
