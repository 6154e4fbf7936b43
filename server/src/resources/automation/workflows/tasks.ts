import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { deleteWorkflowRunsJob, sweepContactsJob, unparkRunsJob } from './jobs.ts'
import { deleteAllRuns } from './runs/delete-runs.ts'
import { sweepContacts } from './sweep.ts'
import { unpark } from './unpark.ts'

export const workflowTasks = (database: Database, clock: Clock) => ({
  ...perform(sweepContactsJob, job => sweepContacts(database, clock, job)),
  ...perform(unparkRunsJob, async (key, { log }) => {
    const unparked = await unpark(database, key)
    log.debug({ workflowId: key.workflowId, unparked }, 'runs of a resumed workflow resumed')
  }),
  ...perform(deleteWorkflowRunsJob, async (job, { log }) => {
    const deleted = await deleteAllRuns(database, clock, job)
    log.debug({ workflowId: job.workflowId, deleted }, 'runs of a deleted workflow deleted')
  }),
})
