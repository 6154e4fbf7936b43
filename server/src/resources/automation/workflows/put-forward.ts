import type { Tx } from '#postgres/database.ts'
import { type Moved, moveRunsEarlier, moveSchedulesEarlier } from './page-store.ts'

/** Keeps each statement under a second, even on a busy machine: a page of 5,000 took one. */
const pageSize = 2_000

/**
 * Moves due times of runs and schedules closer in the transaction that advances the environment's clock. All or nothing: due times and the clock they
 * are read by must match.
 */
export async function advanceWorkflowClock(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  let page: Moved = { count: 0, last: null }
  do {
    page = await moveRunsEarlier(tx, environmentId, byMs, { after: page.last, limit: pageSize })
  } while (page.count === pageSize)
  await moveSchedulesEarlier(tx, environmentId, byMs)
}
