import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { fireDueSchedules } from '#resources/automation/workflows/fire.ts'
import { releaseDueRuns } from '#resources/automation/workflows/release.ts'
import { releaseDue, releaseScheduledOf } from '#resources/messages/emails/release.ts'
import type { CatchUp } from './jobs.ts'
import { findAhead } from './store.ts'

/** What every worker looks for now and then. Emails keep the time that they were scheduled for, so those are looked for here. */
export async function catchUp(database: Database, clock: Clock, { environmentId }: CatchUp): Promise<void> {
  const aheadMs = await findAhead(database.db, environmentId)
  await releaseDueRuns(database)
  await fireDueSchedules(database)
  await releaseScheduledOf(database, clock, { environmentId, aheadMs })
  await releaseDue(database, clock)
}
