import type { Database } from '#postgres/database.ts'
import { type FieldKey, finishRemoval, keyOfRemoved } from '#resources/audience/fields/removed.ts'
import { removePageOfValues } from './value-store.ts'

/** This many contacts are locked for some 20 ms. */
const defaultPage = 500

/** Removes the values of a deleted field page by page, and finally the field. After a crash it continues where it stopped. */
export async function removeValuesOf(
  database: Database,
  field: FieldKey,
  signal: AbortSignal,
  page = defaultPage,
): Promise<void> {
  let isOver = false
  while (!isOver) {
    signal.throwIfAborted()
    isOver = await database.transaction(async tx => {
      const key = await keyOfRemoved(tx, field)
      if (key === undefined) return true
      if ((await removePageOfValues(tx, field, key, page)) > 0) return false
      await finishRemoval(tx, field)
      return true
    })
  }
}
