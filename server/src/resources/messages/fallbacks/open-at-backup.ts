/** Fallbacks that were waiting in the backup that this copy was restored from: their text messages may have been sent since. */
import type { Database, Db } from '#postgres/database.ts'
import { type Decision, decidePages, mayHaveBeenSent } from '#postgres/restored-copy.ts'
import { countRestored, endFallbacks, lockWaiting } from './store.ts'

export const countOpenFallbacks = (db: Db): Promise<number> => countRestored(db)

/** Fallbacks that are released wait for their time as before. Returns how many were affected. */
export const decideFallbacks = (database: Database, decision: Decision): Promise<number> =>
  decidePages(database, 'fallback', async (tx, keys) => {
    const waiting = await lockWaiting(
      tx,
      keys.map(({ environmentId, id }) => ({ environmentId, emailId: id })),
    )
    const reason = `${mayHaveBeenSent} The operator gave it up.`
    if (decision === 'give-up' && waiting.length > 0)
      await endFallbacks(
        tx,
        waiting.map(key => ({ ...key, state: 'failed', reason, smsId: null })),
      )
    return waiting.length
  })
