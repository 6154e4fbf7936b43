/** The clock of a test environment only moves forward. Everything scheduled by it moves closer in the same transaction. */
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Tx } from '#postgres/database.ts'
import { advanceWorkflowClock } from '#resources/automation/workflows/put-forward.ts'
import { putBroadcastsForward } from '#resources/messages/broadcasts/put-forward.ts'
import { putDeliveriesForward } from '#resources/messages/emails/later/put-forward.ts'
import { advanceFallbackClock } from '#resources/messages/fallbacks/change.ts'
import { advanceSmsClock } from '#resources/messages/sms/submit/put-forward.ts'
import { catchUpJob } from './jobs.ts'
import { putClockForward } from './store.ts'

const maxYears = 100
const maxMs = maxYears * 366 * 86_400_000

/** Returns how many milliseconds the clock is ahead now. */
export async function advanceClock(tx: Tx, { environmentId, mode }: Caller, seconds: number): Promise<number> {
  if (mode === 'live')
    throw new Refusal('invalid_state', {
      message: 'Only the clock of the test environment can be advanced: use a test key.',
    })
  const byMs = seconds * 1_000
  // Lock the clock before everything scheduled by it, as everywhere.
  const aheadMs = await putClockForward(tx, environmentId, byMs, maxMs)
  if (aheadMs === undefined)
    throw new Refusal('invalid_state', { message: `The clock cannot be more than ${maxYears} years ahead.` })
  await advanceWorkflowClock(tx, environmentId, byMs)
  await putDeliveriesForward(tx, environmentId, byMs)
  await advanceSmsClock(tx, environmentId, byMs)
  await advanceFallbackClock(tx, environmentId, byMs)
  await putBroadcastsForward(tx, environmentId, byMs)
  await enqueue(tx, [catchUpJob({ environmentId })])
  return aheadMs
}
