/** Makes the waiting text messages of a broadcast due when it is resumed or canceled. */
import { idsFrom } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { type OfBroadcast, releaseOfBroadcast } from './progress-store.ts'
import { retrySchedule } from './retry.ts'

const messagesPerPage = 2_000

/** Returns how many. May run twice. */
export async function releaseTexts(database: Database, which: OfBroadcast): Promise<number> {
  const { giveUpAfterMs } = retrySchedule
  let after: string | null = idsFrom(new Date(0))
  let total = 0
  while (after !== null) {
    const from: string = after
    const page = await database.transaction(tx =>
      releaseOfBroadcast(tx, which, { after: from, limit: messagesPerPage, giveUpAfterMs }),
    )
    after = page.last
    total += page.released
  }
  return total
}
