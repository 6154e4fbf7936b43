/** Workflow runs and schedules that were due in the backup this copy was restored from: they may have continued since. */
import { record } from '#events/record.ts'
import type { Database, Db, Tx } from '#postgres/database.ts'
import { type Decision, decidePages, mayHaveBeenSent } from '#postgres/restored-copy.ts'
import { skipDueSchedules } from './fire.ts'
import {
  countRestoredRuns,
  countRestoredSchedules,
  type DueRun,
  deleteSweeps,
  findDueRuns,
  markInDoubt,
} from './restored-store.ts'
import { deleteWaits, endRun } from './runs/run-store.ts'

export const countOpenRuns = (db: Db): Promise<number> => countRestoredRuns(db)
export const countOpenSchedules = (db: Db): Promise<number> => countRestoredSchedules(db)

/** Returns how many were due. Runs that wait for something keep waiting. Can be repeated after an interruption. */
export const decideRuns = (database: Database, decision: Decision, at: Date): Promise<number> =>
  decidePages(database, 'workflow_run', async (tx, keys) => {
    const runs = await findDueRuns(
      tx,
      keys.map(({ environmentId, id }) => ({ environmentId, runId: id })),
    )
    if (runs.length === 0) return 0
    if (decision === 'send') await markInDoubt(tx, runs)
    else await giveUp(tx, runs, at)
    return runs.length
  })

const error = `${mayHaveBeenSent} The operator gave it up.`

async function giveUp(tx: Tx, runs: readonly DueRun[], at: Date): Promise<void> {
  for (const run of runs) await endRun(tx, run, at, { state: 'failed', error })
  await deleteWaits(tx, runs)
  await record(
    tx,
    runs.map(({ environmentId, runId, workflowId, contactId, version }) => ({
      ...{ environmentId, type: 'workflow.run_failed' as const, subjectId: runId, at },
      data: { run_id: runId, workflow_id: workflowId, contact_id: contactId, version, error },
    })),
  )
}

/** Without this, missed schedules fire once by themselves. Given up, each fires at its next time. */
export async function skipRestoredSchedules(database: Database): Promise<number> {
  const sweeps = await database.transaction(deleteSweeps)
  return sweeps + (await skipDueSchedules(database))
}
