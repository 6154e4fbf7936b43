import type { Clock } from '#core/clock.ts'
import { wake } from '#engine/wake.ts'
import type { Database } from '#postgres/database.ts'
import { fireDueSchedules } from '#resources/automation/workflows/fire.ts'
import { releaseScheduled } from '#resources/messages/emails/later/release.ts'
import { releaseScheduledSms } from '#resources/messages/sms/later/release.ts'
import type { CatchUp } from './jobs.ts'

/** Does at once what workers poll for periodically. Messages keep their scheduled time, so due ones are released here. */
export async function catchUp(database: Database, clock: Clock, { environmentId }: CatchUp): Promise<void> {
  await fireDueSchedules(database)
  await releaseScheduled(database, clock, { environmentId })
  await releaseScheduledSms(database, { environmentId })
  await database.transaction(async tx => {
    await wake(tx, 'workflow_runs')
    await wake(tx, 'deliveries')
    await wake(tx, 'email_fallbacks')
  })
}
