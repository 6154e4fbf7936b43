/** Resumes runs that became due while their workflow was paused. */
import { wake } from '#engine/wake.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { lockParked, unparkRuns } from './page-store.ts'
import { holdWorkflows, runTable } from './runs/run-store.ts'
import type { WorkflowKey } from './workflow.ts'

const pageSize = 1_000

/** Stops when the workflow is paused again: the rest stays parked. Returns how many runs continue. */
export async function unpark(database: Database, key: WorkflowKey): Promise<number> {
  for (let total = 0; ; ) {
    const unparked = await database.transaction(tx => unparkPage(tx, key))
    total += unparked
    if (unparked < pageSize) return total
  }
}

async function unparkPage(tx: Tx, key: WorkflowKey): Promise<number> {
  const runs = await lockParked(tx, key, pageSize)
  // Locked after the runs, as everywhere.
  const [workflow] = await holdWorkflows(tx, [key])
  if (runs.length === 0 || workflow?.status !== 'active') return 0
  await unparkRuns(tx, key.environmentId, runs)
  await wake(tx, runTable.name)
  return runs.length
}
