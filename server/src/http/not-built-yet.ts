import type { OperationId } from '@posthorn/contract/operations'

/** Operations whose room does not stand yet: they answer 501. This list is empty when the product is whole. */
export const notBuiltYet = [
  'createWorkflow',
  'listWorkflows',
  'getWorkflow',
  'updateWorkflow',
  'deleteWorkflow',
  'listWorkflowRuns',
  'stopWorkflowRun',
  'simulateWorkflow',
  'advanceTestClock',
] as const satisfies readonly OperationId[]

export type NotBuiltYet = (typeof notBuiltYet)[number]
