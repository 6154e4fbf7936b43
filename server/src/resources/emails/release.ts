/** What is due gets a job: scheduled emails whose time has come, and deliveries that were put off. The database's clock decides. */
import { record } from '#events/record.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { enqueue } from '#queue/enqueue.ts'
import { takeDueDeliveries, takeDueEmails } from './delivery-store.ts'
import { deliverJobs } from './jobs.ts'
import { retrySchedule } from './retry.ts'

const pageSize = 1_000

export async function releaseDue(database: Database, at: () => Date): Promise<void> {
  while ((await database.transaction(tx => releaseEmails(tx, at()))) === pageSize);
  while ((await database.transaction(releaseDeliveries)) > 0);
}

async function releaseEmails(tx: Tx, at: Date): Promise<number> {
  const due = await takeDueEmails(tx, pageSize, retrySchedule.giveUpAfterMs)
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

async function releaseDeliveries(tx: Tx): Promise<number> {
  const due = await takeDueDeliveries(tx, pageSize)
  await enqueue(tx, deliverJobs(due))
  return due.length
}
