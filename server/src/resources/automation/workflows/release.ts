/** Runs whose time has come get a job. The database's clock decides; a million that wait cost nothing. */
import { isSuspect } from '#dispatch/after-crash.ts'
import { advanceRunsJobs } from '#events/jobs.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { enqueue } from '#queue/enqueue.ts'
import { takeDueRuns } from './run-store.ts'

const pageSize = 1_000

export async function releaseDueRuns(database: Database): Promise<void> {
  while ((await database.transaction(release)) === pageSize);
}

async function release(tx: Tx): Promise<number> {
  const due = await takeDueRuns(tx, pageSize)
  const { alone = [], together = [] } = Object.fromEntries(
    Map.groupBy(due, ({ crashes }) => (isSuspect(crashes) ? 'alone' : 'together')),
  )
  await enqueue(tx, [...advanceRunsJobs(together), ...alone.flatMap(one => advanceRunsJobs([one]))])
  return due.length
}
