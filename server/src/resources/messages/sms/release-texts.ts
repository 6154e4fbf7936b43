/** Makes the waiting text messages of a broadcast due when it is resumed or canceled. */
import type { Database } from '#postgres/database.ts'
import { releaseInPages } from '#sending/release-in-pages.ts'
import { type OfBroadcast, releaseOfBroadcast } from './progress-store.ts'
import { retrySchedule } from './retry.ts'

const messagesPerPage = 2_000

/** Returns how many. May run twice. */
export const releaseTexts = (database: Database, which: OfBroadcast): Promise<number> =>
  releaseInPages(database, (tx, after) =>
    releaseOfBroadcast(tx, which, { after, limit: messagesPerPage, giveUpAfterMs: retrySchedule.giveUpAfterMs }),
  )
