import type { Database } from '#postgres/database.ts'
import { findForeignOrder, lockEvents, orderByPosition } from './store.ts'

/**
 * A dump restored into another cluster contains transaction ids of the old cluster. They may be ahead of the new one, and their events would be
 * unreadable until it catches up. This gives them an id older than any transaction, so they sort by position, and sets a mark up to which that
 * applies. Older cursors continue after their position; only events that were being committed when the cursor was made may repeat or be missed.
 */
export async function repairOrder(database: Database): Promise<boolean> {
  if (!(await findForeignOrder(database.db))) return false
  return database.transaction(async tx => {
    await lockEvents(tx)
    // When several processes start at once, another may have done it.
    if (!(await findForeignOrder(tx))) return false
    await orderByPosition(tx)
    return true
  })
}
