/** Makes the waiting emails of a broadcast due, after it was resumed or canceled. */
import type { Database } from '#postgres/database.ts'
import { releaseInPages } from '#sending/release-in-pages.ts'
import { retrySchedule } from '../deliver/retry.ts'
import { type OfBroadcast, releaseOfBroadcast } from '../delivery-store.ts'

const emailsPerPage = 2_000

/** Returns how many deliveries became due. May run twice. */
export const releaseBroadcast = (database: Database, which: OfBroadcast): Promise<number> =>
  releaseInPages(database, (tx, after) =>
    releaseOfBroadcast(tx, which, { after, limit: emailsPerPage, giveUpAfterMs: retrySchedule.giveUpAfterMs }),
  )
