/** What is due gets a job: messages that were put off. The database's clock decides. */
import type { Database, Tx } from '#postgres/database.ts'
import { enqueue } from '#queue/enqueue.ts'
import { afterNew, submitJobs } from './jobs.ts'
import { takeDue } from './progress-store.ts'

/** One page at a time: those of a carrier that is away come round again and again, and others have work to do, too. */
const pageSize = 1_000

export const releaseDueSms = (database: Database): Promise<void> => database.transaction(release)

async function release(tx: Tx): Promise<void> {
  await enqueue(tx, submitJobs(await takeDue(tx, pageSize), afterNew))
}
