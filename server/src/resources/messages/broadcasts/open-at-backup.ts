/**
 * Broadcasts that were under way in the backup that this copy was restored from: messages that were created since are unknown here.
 */
import type { Database, Db } from '#postgres/database.ts'
import { type Decision, decidePages } from '#postgres/restored-copy.ts'
import { cancelRestored, countRestored } from './store.ts'

export const countOpenBroadcasts = (db: Db): Promise<number> => countRestored(db)

/** Released broadcasts continue from that point, so some contacts may get them twice. Returns how many were affected. */
export const decideBroadcasts = (database: Database, decision: Decision, at: Date): Promise<number> =>
  decidePages(database, 'broadcast', async (tx, keys) => {
    if (decision === 'give-up') await cancelRestored(tx, keys, at)
    return keys.length
  })
