import type { Database } from '#postgres/database.ts'
import { deleteInPages } from '#postgres/in-pages.ts'
import { deleteOldArrivals, deleteOldPieces } from './inbound/inbound-store.ts'
import { deleteUnknownParts } from './parts-store.ts'

/** Deletes receipts without a part, names of old arrivals, and pieces of incomplete messages. */
export async function expireLeftovers(database: Database): Promise<number> {
  let deleted = 0
  for (const page of [deleteUnknownParts, deleteOldArrivals, deleteOldPieces]) {
    deleted += await deleteInPages(database, page)
  }
  return deleted
}
