import type { Caller } from '#core/caller.ts'
import { notFound } from '#core/refusal.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Tx } from '#postgres/database.ts'
import { deleteWorkflowRunsJob } from './jobs.ts'
import { keyOf } from './read.ts'
import { deleteWorkflow } from './store.ts'

/** No run continues after this; a job deletes the runs, which may be very many. */
export async function removeWorkflow(tx: Tx, caller: Caller, id: string): Promise<void> {
  const key = keyOf(caller, id)
  if (!(await deleteWorkflow(tx, key))) throw notFound('workflow')
  await enqueue(tx, [deleteWorkflowRunsJob(key)])
}
