import { type Static, Type } from 'typebox'
import { operation } from './operation.ts'
import { Page, PageQuery } from './page.ts'
import { Acknowledgment, Id, Nullable, OneOf, PathId, Timestamp } from './scalars.ts'

export const workflowStatuses = ['draft', 'active', 'paused'] as const
export type WorkflowStatus = (typeof workflowStatuses)[number]

export const triggerTypes = [
  'contact_created',
  'contact_property_changed',
  'contact_added_to_topic',
  'contact_removed_from_topic',
  'time_based',
] as const
export type TriggerType = (typeof triggerTypes)[number]

const name = Type.String({ minLength: 1, maxLength: 256 })
const description = Type.String({ maxLength: 1000 })
const status = OneOf(workflowStatuses, {
  description: 'A draft may hold anything. active takes contacts in; paused takes nobody in, and those inside wait.',
})
const triggerType = OneOf(triggerTypes, { description: 'The same as type in trigger_config.' })
const triggerConfig = Type.Unknown({
  description: 'What starts a run, with type and its settings. Checked when the workflow becomes active.',
})
const definition = Type.Unknown({
  description: 'The steps and the connections between them. Checked when the workflow becomes active.',
})

const given = {
  description: Type.Optional(description),
  trigger_type: Type.Optional(triggerType),
  trigger_config: Type.Optional(triggerConfig),
  workflow_definition: Type.Optional(definition),
}
const draftStatus = OneOf(workflowStatuses, {
  default: 'draft',
  description: 'active is refused while a fault is left.',
})

export const WorkflowCreate = Type.Object(
  { name, ...given, status: Type.Optional(draftStatus) },
  { $id: 'WorkflowCreate', description: 'At most 256 KiB.' },
)
export type WorkflowCreate = Static<typeof WorkflowCreate>

export const WorkflowUpdate = Type.Object(
  { name: Type.Optional(name), ...given, status: Type.Optional(status) },
  { $id: 'WorkflowUpdate', description: 'Only fields that are given are changed. At most 256 KiB.' },
)
export type WorkflowUpdate = Static<typeof WorkflowUpdate>

export const Workflow = Type.Object(
  {
    id: Id,
    name,
    description: Type.Optional(description),
    status,
    trigger_type: Nullable(triggerType, { description: 'Null while a draft names no trigger.' }),
    trigger_config: triggerConfig,
    workflow_definition: definition,
    version: Type.Number({ description: 'Grows with each change. A run stays on the version it started with.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Workflow', description: 'An automation: what starts it and what it does for each contact.' },
)
export type Workflow = Static<typeof Workflow>

const params = Type.Object({ id: PathId })
const bodyLimit = 256 * 1024 // the most a definition may take; what stands beside it is small
const onboarding = {
  name: 'Onboarding',
  trigger_config: { type: 'contact_created' },
  workflow_definition: {
    steps: [
      { key: 'wait', type: 'delay', config: { seconds: 86_400 } },
      { key: 'tips', type: 'send_email', config: { template_friendly_name: 'first-tips' } },
    ],
    connections: [{ from: 'wait', to: 'tips' }],
  },
}
const stored = {
  id: '01945c1e-c5a8-7b09-9e77-2c8f0a5d6e55',
  ...onboarding,
  status: 'active',
  trigger_type: 'contact_created',
  version: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}

export const workflows = {
  createWorkflow: operation({
    id: 'createWorkflow',
    method: 'POST',
    path: '/v1/workflows',
    tag: 'Workflows',
    summary: 'Create a workflow',
    description:
      'A draft unless status says otherwise. To become active, its trigger and its definition must be valid; each fault is reported with its path.',
    permission: 'workflows:write',
    body: WorkflowCreate,
    reply: Workflow,
    status: 201,
    idempotent: true,
    bodyLimit,
    refusals: [],
    example: { body: { ...onboarding, status: 'active' }, reply: stored },
  }),
  listWorkflows: operation({
    id: 'listWorkflows',
    method: 'GET',
    path: '/v1/workflows',
    tag: 'Workflows',
    summary: 'List workflows',
    description: 'Newest first.',
    permission: 'workflows:write',
    query: PageQuery({ status: Type.Optional(OneOf(workflowStatuses)) }),
    reply: Page(Workflow, 'WorkflowPage'),
    refusals: [],
    example: { query: { status: 'active' }, reply: { data: [stored], has_more: false } },
  }),
  getWorkflow: operation({
    id: 'getWorkflow',
    method: 'GET',
    path: '/v1/workflows/{id}',
    tag: 'Workflows',
    summary: 'Read a workflow',
    permission: 'workflows:write',
    params,
    reply: Workflow,
    refusals: [],
    example: { params: { id: stored.id }, reply: stored },
  }),
  updateWorkflow: operation({
    id: 'updateWorkflow',
    method: 'PUT',
    path: '/v1/workflows/{id}',
    tag: 'Workflows',
    summary: 'Update a workflow',
    description:
      'Only fields that are given are changed. Runs that have started stay on the version they started with.',
    permission: 'workflows:write',
    params,
    body: WorkflowUpdate,
    reply: Workflow,
    bodyLimit,
    refusals: ['invalid_state'],
    example: {
      params: { id: stored.id },
      body: { status: 'paused' },
      reply: { ...stored, status: 'paused', version: 2, updated_at: '2026-11-15T10:00:00.000Z' },
    },
  }),
  deleteWorkflow: operation({
    id: 'deleteWorkflow',
    method: 'DELETE',
    path: '/v1/workflows/{id}',
    tag: 'Workflows',
    summary: 'Delete a workflow',
    description: 'Permanent; it cannot be undone. Runs under way stop where they are.',
    permission: 'workflows:write',
    params,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: stored.id }, reply: { success: true, message: 'Workflow deleted.' } },
  }),
}
