import type { Clock } from '#core/clock.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { type DeleteRuns, deleteWorkflowRunsJob } from '../jobs.ts'
import { deleteRuns, deleteVersions, lockLeftRuns } from '../page-store.ts'
import type { WorkflowKey } from '../workflow.ts'

const pageSize = 1_000

/** Whoever begins a run sees the workflow as it was a moment ago: after so long nobody sees it any more. */
const unseenAfterMs = 60_000

/** Once at once and once more when no further run can begin. Returns how many runs went. */
export async function deleteAllRuns(database: Database, clock: Clock, job: DeleteRuns): Promise<number> {
  let total = 0
  for (let deleted = pageSize; deleted === pageSize; total += deleted) {
    deleted = await database.transaction(tx => deletePage(tx, job))
  }
  await database.transaction(async tx => {
    await deleteVersions(tx, job)
    if (job.isLast) return
    const runAt = new Date(clock().getTime() + unseenAfterMs)
    await enqueue(tx, [deleteWorkflowRunsJob({ ...job, isLast: true }, { runAt })])
  })
  return total
}

async function deletePage(tx: Tx, key: WorkflowKey): Promise<number> {
  const runs = await lockLeftRuns(tx, key, pageSize)
  if (runs.length > 0) await deleteRuns(tx, key.environmentId, runs)
  return runs.length
}
