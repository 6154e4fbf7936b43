import type { Database } from '#postgres/database.ts'
import { deleteInPages } from '#postgres/in-pages.ts'
import { deleteExpiredKeys } from './store.ts'

/** Removes keys older than a day. */
export const expireIdempotencyKeys = (database: Database): Promise<number> => deleteInPages(database, deleteExpiredKeys)
