import type { Clock } from '#core/clock.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { type DeleteRuns, deleteWorkflowRunsJob } from '../jobs.ts'
import { deleteRuns, deleteVersions, lockOrphanedRuns } from '../page-store.ts'
import type { WorkflowKey } from '../workflow.ts'

const pageSize = 1_000

/** A transaction that starts runs sees the workflow as of its start. After this time, no transaction sees a deleted one. */
const invisibleAfterMs = 60_000

/** Runs at once, and again when no new run can start. Returns how many runs were deleted. */
export async function deleteAllRuns(database: Database, clock: Clock, job: DeleteRuns): Promise<number> {
  let total = 0
  for (let deleted = pageSize; deleted === pageSize; total += deleted) {
    deleted = await database.transaction(tx => deletePage(tx, job))
  }
  await database.transaction(async tx => {
    await deleteVersions(tx, job)
    if (job.isLast) return
    const runAt = new Date(clock().getTime() + invisibleAfterMs)
    await enqueue(tx, [deleteWorkflowRunsJob({ ...job, isLast: true }, { runAt })])
  })
  return total
}

async function deletePage(tx: Tx, key: WorkflowKey): Promise<number> {
  const runs = await lockOrphanedRuns(tx, key, pageSize)
  if (runs.length > 0) await deleteRuns(tx, key.environmentId, runs)
  return runs.length
}
