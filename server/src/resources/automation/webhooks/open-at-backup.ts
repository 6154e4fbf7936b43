/** Webhook deliveries that were open in the backup this copy was restored from: they may have arrived since. */
import type { Database, Db } from '#postgres/database.ts'
import { mayHaveBeenSent, type RestoredCopy } from '#postgres/restored-copy.ts'
import { countRestored, failRestoredPage } from './restored-store.ts'

export const countOpenDeliveries = (db: Db, { lastPosition }: RestoredCopy): Promise<number> =>
  countRestored(db, lastPosition)

const pageSize = 1_000

/**
 * Fails them; they can be replayed like other failed deliveries. Sending them needs no decision by an operator: receivers recognize duplicates by the
 * event id.
 */
export async function failRestoredDeliveries(
  database: Database,
  { lastPosition }: RestoredCopy,
  at: Date,
): Promise<number> {
  const error = `${mayHaveBeenSent} The operator gave it up.`
  const attempt = { created_at: at.toISOString(), duration_ms: 0, success: false, error }
  for (let total = 0; ; ) {
    const failed = await database.transaction(tx => failRestoredPage(tx, lastPosition, { attempt, limit: pageSize }))
    total += failed
    if (failed < pageSize) return total
  }
}
