import { idsFrom } from '#core/id.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { type ContactKey, eraseRunRows, findRunsOf, type RunOfContact } from './erase-store.ts'
import { deleteWaits, endRun } from './runs/run-store.ts'

const runsPerPage = 200

/** Ends the runs of a contact that is being erased, and deletes their data. Repeatable. */
export async function eraseRunsOf(
  database: Database,
  { at, signal, ...contact }: ContactKey & { at: Date; signal: AbortSignal },
): Promise<void> {
  for (let after = idsFrom(new Date(0)); ; ) {
    signal.throwIfAborted()
    const runs = await findRunsOf(database.db, contact, { after, limit: runsPerPage })
    const last = runs.at(-1)
    if (!last) return
    await database.transaction(tx => erasePage(tx, contact.environmentId, runs, at))
    after = last.id
  }
}

async function erasePage(tx: Tx, environmentId: string, runs: readonly RunOfContact[], at: Date): Promise<void> {
  for (const { id: runId, workflowId } of runs.filter(({ isOpen }) => isOpen))
    await endRun(tx, { environmentId, runId, workflowId }, at)
  await deleteWaits(
    tx,
    runs.map(({ id: runId }) => ({ environmentId, runId })),
  )
  await eraseRunRows(
    tx,
    environmentId,
    runs.map(({ id }) => id),
  )
}
