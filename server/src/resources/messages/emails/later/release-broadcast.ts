/** Makes the waiting emails of a broadcast due, after it was resumed or canceled. */
import { idsFrom } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { retrySchedule } from '../deliver/retry.ts'
import { type OfBroadcast, releaseOfBroadcast } from '../delivery-store.ts'

const emailsPerPage = 2_000

/** Returns how many deliveries became due. May run twice. */
export async function releaseBroadcast(database: Database, which: OfBroadcast): Promise<number> {
  const { giveUpAfterMs } = retrySchedule
  let after: string | null = idsFrom(new Date(0))
  let total = 0
  while (after !== null) {
    const from: string = after
    const page = await database.transaction(tx =>
      releaseOfBroadcast(tx, which, { after: from, limit: emailsPerPage, giveUpAfterMs }),
    )
    after = page.last
    total += page.released
  }
  return total
}
