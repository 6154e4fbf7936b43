import { defineJob } from '#engine/job.ts'
import type { WorkflowKey } from './workflow.ts'

/** Takes on the runs whose time came while the workflow was paused. */
export const unparkRunsJob = defineJob<WorkflowKey>('unpark_runs')

/** Deletes the runs of a workflow that is no more, and what belongs to them. */
export type DeleteRuns = WorkflowKey & { isLast?: true }
export const deleteWorkflowRunsJob = defineJob<DeleteRuns>('delete_workflow_runs')

/** Takes in those who come after this contact, of a schedule that has fired. */
export type SweepContacts = WorkflowKey & { version: number; firedAt: string; after: string | null }
export const sweepContactsJob = defineJob<SweepContacts>('sweep_contacts')
