import type { Database } from '#postgres/database.ts'
import { findForeignOrder, lockEvents, orderByPosition } from './store.ts'

/**
 * A dump that was restored into another cluster holds transactions of the old one, which may be ahead of the new one: their
 * events could not be read until it has caught up. They become older than any transaction, in the order of their
 * positions, and a mark tells how far that goes. A cursor from before goes on behind its position; only what was being committed
 * in the very moment it was made may come again or not.
 */
export async function repairOrder(database: Database): Promise<boolean> {
  if (!(await findForeignOrder(database.db))) return false
  return database.transaction(async tx => {
    await lockEvents(tx)
    // Of several processes that start at once, the first has done it.
    if (!(await findForeignOrder(tx))) return false
    await orderByPosition(tx)
    return true
  })
}
