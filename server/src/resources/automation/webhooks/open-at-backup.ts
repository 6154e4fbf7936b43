/** Events on their way to webhooks in the backup that this copy was restored from: they may have arrived since. */
import type { Database, Db } from '#postgres/database.ts'
import { mayHaveLeft, type RestoredCopy } from '#postgres/restored-copy.ts'
import { countRestored, failRestoredPage } from './restored-store.ts'

export const countOpenDeliveries = (db: Db, { lastPosition }: RestoredCopy): Promise<number> =>
  countRestored(db, lastPosition)

const pageSize = 1_000

/**
 * They end as failed, and can be replayed like others that failed. To send them needs no decision: each carries the id of its event, by which a
 * receiver knows one that it has.
 */
export async function giveUpDeliveries(database: Database, { lastPosition }: RestoredCopy, at: Date): Promise<number> {
  const error = `${mayHaveLeft} The operator gave it up.`
  const attempt = { created_at: at.toISOString(), duration_ms: 0, success: false, error }
  for (let total = 0; ; ) {
    const failed = await database.transaction(tx => failRestoredPage(tx, lastPosition, { attempt, limit: pageSize }))
    total += failed
    if (failed < pageSize) return total
  }
}
