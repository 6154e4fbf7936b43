import type { Tx } from '#postgres/database.ts'
import { bringRunsNearer, bringSchedulesNearer, type Moved } from './page-store.ts'

/** So few that a statement takes no second, also on a busy machine: a page of 5,000 took one. */
const pageSize = 2_000

/**
 * The clock of an environment is put forward in this transaction: whatever its runs and schedules wait for comes nearer. All
 * of it or nothing, since what a run waits for and the clock that it is read by belong together.
 */
export async function putWorkflowsForward(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  let page: Moved = { count: 0, last: null }
  do {
    page = await bringRunsNearer(tx, environmentId, byMs, { after: page.last, limit: pageSize })
  } while (page.count === pageSize)
  await bringSchedulesNearer(tx, environmentId, byMs)
}
