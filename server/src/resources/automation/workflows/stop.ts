import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { keyOf, readWorkflow } from './read.ts'
import { readRun } from './runs/read-runs.ts'
import { deleteWaits, endRun } from './runs/run-store.ts'
import type { RunView } from './runs/run-view.ts'

export type AskedRun = { workflowId: string; runId: string }

/** Ends a run where it is. A finished run stays unchanged, so stopping twice is fine. */
export async function stopRun(tx: Tx, caller: Caller, now: Date, { workflowId, runId }: AskedRun): Promise<RunView> {
  const key = keyOf(caller, workflowId)
  await readWorkflow(tx, caller, workflowId)
  if (!isId(runId)) throw notFound('workflow_run')
  const run = { ...key, runId }
  if (await endRun(tx, run, now)) await deleteWaits(tx, [run])
  return readRun(tx, caller, key, runId)
}

/** For the audit log, which has no entry for a run that had ended before. */
export const stoppedAt =
  (now: Date) =>
  ({ finishedAt }: Pick<RunView, 'finishedAt'>) =>
    finishedAt?.getTime() === now.getTime() ? {} : undefined
