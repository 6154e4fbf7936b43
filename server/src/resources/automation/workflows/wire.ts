import type { Workflow as WireWorkflow, WorkflowRun, WorkflowRunStep } from '@posthorn/contract/workflows/workflows'
import { type RunStep, type RunView, sinceField } from './runs/run-view.ts'
import type { Workflow } from './workflow.ts'

export const toWireWorkflow = (workflow: Workflow): WireWorkflow => ({
  id: workflow.id,
  name: workflow.name,
  ...(workflow.description !== null && { description: workflow.description }),
  status: workflow.status,
  trigger_type: workflow.triggerType,
  trigger_config: workflow.triggerConfig ?? null,
  workflow_definition: workflow.definition ?? null,
  version: workflow.version,
  created_at: workflow.createdAt.toISOString(),
  updated_at: workflow.updatedAt.toISOString(),
})

export const toWireRun = (run: RunView): WorkflowRun => ({
  id: run.id,
  workflow_id: run.workflowId,
  version: run.version,
  contact_id: run.contactId,
  state: run.state,
  current_step: run.step,
  next_at: run.nextAt?.toISOString() ?? null,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
  error: run.error,
  trigger: { ...run.trigger },
  history: run.history.map(toWireStep),
})

/** Hides the event position, which reveals how much happens in the whole installation. */
const toWireDetail = (detail: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => name !== sinceField))

const toWireStep = (step: RunStep): WorkflowRunStep => ({
  step: step.step,
  type: step.type,
  entered_at: step.enteredAt.toISOString(),
  left_at: step.leftAt?.toISOString() ?? null,
  left_by: step.leftBy,
  detail: toWireDetail(step.detail),
})
