import type { Caller } from '#core/caller.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Tx } from '#postgres/database.ts'
import { holdClock } from './hold.ts'
import { catchUpJob } from './jobs.ts'

/**
 * Workers look for scheduled messages by the real clock. Where a test clock is ahead, they look again when it reaches these times. Call this before
 * rows of the environment are locked, as everywhere.
 */
export async function lookAgain(
  tx: Tx,
  caller: Pick<Caller, 'environmentId' | 'mode'>,
  times: readonly string[],
): Promise<void> {
  if (times.length === 0) return
  const aheadMs = await holdClock(tx, caller)
  if (aheadMs === 0) return
  const { environmentId } = caller
  // A time may be a part of a millisecond after its date.
  const dates = [...new Set(times)].map(time => new Date(Date.parse(time) + 1 - aheadMs))
  await enqueue(
    tx,
    dates.map(runAt => catchUpJob({ environmentId }, { runAt })),
  )
}
