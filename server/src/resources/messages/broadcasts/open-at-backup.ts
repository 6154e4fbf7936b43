/** Broadcasts that were under way in the backup that this copy was restored from: messages that were made since are not known here. */
import type { Database, Db } from '#postgres/database.ts'
import { type Decision, decidePages } from '#postgres/restored-copy.ts'
import { cancelRestored, countRestored } from './store.ts'

export const countOpenBroadcasts = (db: Db): Promise<number> => countRestored(db)

/** Those that are let go go on where they were then, and some may get them twice. Says how many were concerned. */
export const decideBroadcasts = (database: Database, decision: Decision, at: Date): Promise<number> =>
  decidePages(database, 'broadcast', async (tx, keys) => {
    if (decision === 'give-up') await cancelRestored(tx, keys, at)
    return keys.length
  })
