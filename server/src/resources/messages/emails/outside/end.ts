/**
 * Removes contents that no email uses any more: those that ended with their period, were deleted, or were written for a request that came
 * to nothing. Each is looked at once a day, and ten minutes after it was written or its email was deleted.
 *
 * First it is taken out of everybody's reach; whoever writes the same content from then on gets another object. Ten minutes later, when every
 * transaction from before has ended, the object goes, and then the row. A process that ends half-way leaves a row, and the next one goes on.
 */
import type { Database } from '#postgres/database.ts'
import { findRestoredCopy } from '#postgres/restored-copy.ts'
import type { ObjectStore } from '#transports/object-store.ts'
import { objectKey } from '../body/outside-content.ts'
import { inParallel } from './in-parallel.ts'
import { deleteContents, findRemoving, lookAtPage } from './store.ts'

const pageSize = 1_000

/** A restored copy that holds removes nothing: the objects may be those of the Posthorn that the backup is of. */
export async function endUnused(database: Database, objects: ObjectStore): Promise<number> {
  if (await findRestoredCopy(database.db)) return 0
  while ((await database.transaction(tx => lookAtPage(tx, pageSize))) === pageSize);
  let removed = 0
  for (;;) {
    const page = await findRemoving(database.db, pageSize)
    if (page.length === 0) return removed
    await inParallel(page, one => objects.remove(objectKey(one)))
    await deleteContents(database.db, page)
    removed += page.length
  }
}
