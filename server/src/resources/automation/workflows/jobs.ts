import { defineJob, type Job } from '#queue/job.ts'
import type { WorkflowKey } from './workflow.ts'

/** Takes on the runs whose time came while the workflow was paused. */
export const unparkRunsJob = defineJob<WorkflowKey>('unpark_runs')

/** Deletes the runs of a workflow that is no more, and what belongs to them. */
export type DeleteRuns = WorkflowKey & { isLast?: true }
export const deleteWorkflowRunsJob = defineJob<DeleteRuns>('delete_workflow_runs')

/** Takes in those who come after this contact, of a schedule that has fired. */
export type SweepContacts = WorkflowKey & { version: number; firedAt: string; after: string | null }
export const sweepContactsJob = defineJob<SweepContacts>('sweep_contacts')

/** Like the runs themselves, so that those who are in get on while others come in. */
const sweepPriority = 5

export const sweepJob = (sweep: SweepContacts): Job =>
  // A worker that is killed uses up an attempt as well.
  sweepContactsJob(sweep, { priority: sweepPriority, maxAttempts: 1_000 })
