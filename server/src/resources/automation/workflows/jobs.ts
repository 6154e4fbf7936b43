import { defineJob } from '#engine/job.ts'
import type { WorkflowKey } from './workflow.ts'

/** Resumes the runs that became due while the workflow was paused. */
export const unparkRunsJob = defineJob<WorkflowKey>('unpark_runs')

/** Deletes the runs of a deleted workflow with all their data. */
export type DeleteRuns = WorkflowKey & { isLast?: true }
export const deleteWorkflowRunsJob = defineJob<DeleteRuns>('delete_workflow_runs')

/** Starts runs for the contacts after this one, for a schedule that has fired. */
export type SweepContacts = WorkflowKey & { version: number; firedAt: string; after: string | null }
export const sweepContactsJob = defineJob<SweepContacts>('sweep_contacts')
