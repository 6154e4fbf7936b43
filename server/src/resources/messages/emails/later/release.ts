/** Releases scheduled emails whose time has come. The database's clock decides. */

import type { Ahead } from '#core/clock.ts'
import { wake } from '#engine/wake.ts'
import { record } from '#events/record.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { startFallbackTimers } from '#resources/messages/fallbacks/change.ts'
import { retrySchedule } from '../deliver/retry.ts'
import { deliveryTable, releaseDueEmails } from '../delivery-store.ts'

const pageSize = 1_000

/** By the real clock, or by those that are ahead. */
export async function releaseScheduled(database: Database, at: () => Date, by?: Ahead): Promise<void> {
  while ((await database.transaction(tx => releasePage(tx, at(), by))) === pageSize);
}

async function releasePage(tx: Tx, at: Date, by?: Ahead): Promise<number> {
  const due = await releaseDueEmails(tx, pageSize, retrySchedule.giveUpAfterMs, by)
  if (due.length === 0) return 0
  const facts = due.map(({ environmentId, emailId }) => ({
    ...{ environmentId, type: 'email.processing' as const, subjectId: emailId, data: { email_id: emailId }, at },
  }))
  await startFallbackTimers(tx, due)
  await record(tx, facts)
  await wake(tx, deliveryTable.name)
  return due.length
}
