/**
 * Removes contents that no email uses any more: their emails expired or were deleted, or they were written for a request that
 * failed. Each content is checked once a day, and ten minutes after it was written or its email was deleted.
 *
 * First it is marked, so that no email can use it any more; the same content then gets another object. Ten minutes later, when
 * every older transaction has ended, the object is removed, and then the row. If a process ends halfway, the row stays and the next
 * run continues.
 */
import type { Database } from '#postgres/database.ts'
import { findRestoredCopy } from '#postgres/restored-copy.ts'
import type { ObjectStore } from '#transports/object-store.ts'
import { objectKey } from '../body/outside-content.ts'
import { inParallel } from './in-parallel.ts'
import { checkPage, deleteContents, findRemoving } from './store.ts'

const pageSize = 1_000

/** A restored copy on hold removes nothing: the objects may belong to the Posthorn that the backup was taken from. */
export async function removeUnused(database: Database, objects: ObjectStore): Promise<number> {
  if (await findRestoredCopy(database.db)) return 0
  while ((await database.transaction(tx => checkPage(tx, pageSize))) === pageSize);
  let removed = 0
  for (;;) {
    const page = await findRemoving(database.db, pageSize)
    if (page.length === 0) return removed
    await inParallel(page, one => objects.remove(objectKey(one)))
    await deleteContents(database.db, page)
    removed += page.length
  }
}
