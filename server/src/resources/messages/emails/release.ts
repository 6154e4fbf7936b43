/** What is due gets a job: scheduled emails whose time has come, and deliveries that were put off. The database's clock decides. */
import { record } from '#events/record.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { enqueue } from '#queue/enqueue.ts'
import { type Ahead, takeDueDeliveries, takeDueEmails } from './delivery-store.ts'
import { afterNew, deliverJobs } from './jobs.ts'
import { retrySchedule } from './retry.ts'

const pageSize = 1_000

export async function releaseDue(database: Database, at: () => Date): Promise<void> {
  while ((await database.transaction(tx => releaseEmails(tx, at()))) === pageSize);
  await database.transaction(releaseDeliveries)
}

/** Of an environment whose clock is ahead, by that clock. */
export async function releaseScheduledOf(database: Database, at: () => Date, environment: Ahead): Promise<void> {
  while ((await database.transaction(tx => releaseEmails(tx, at(), environment))) === pageSize);
}

async function releaseEmails(tx: Tx, at: Date, by?: Ahead): Promise<number> {
  const due = await takeDueEmails(tx, pageSize, retrySchedule.giveUpAfterMs, by)
  await record(
    tx,
    due.map(({ environmentId, emailId }) => ({
      environmentId,
      type: 'email.processing',
      subjectId: emailId,
      data: { email_id: emailId },
      at,
    })),
  )
  await enqueue(tx, deliverJobs(due))
  return due.length
}

/** One page at a time: those of a server that is away come round again and again, and others have work to do, too. */
async function releaseDeliveries(tx: Tx): Promise<void> {
  await enqueue(tx, deliverJobs(await takeDueDeliveries(tx, pageSize), afterNew))
}
