import { type Static, type TSchema, Type } from 'typebox'
import { ContactCreate } from '../audience/contacts.ts'
import { CustomEventData } from '../audience/custom-events.ts'
import { operation } from '../operation.ts'
import { Page, PageQuery, textFilter } from '../page.ts'
import { Acknowledgment, Id, Nullable, OneOf, PathId, Timestamp } from '../scalars.ts'
import { WorkflowDefinition, WorkflowTrigger } from './definition.ts'
import { triggerTypes } from './words.ts'

export const workflowStatuses = ['draft', 'active', 'paused'] as const
export type WorkflowStatus = (typeof workflowStatuses)[number]

const name = Type.String({ minLength: 1, maxLength: 256 })
const description = Type.String({ maxLength: 1000 })
const status = OneOf(workflowStatuses, {
  description:
    'draft: the content can be anything. active: contacts can enter. paused: no contact can enter, and existing runs wait.',
})
const triggerType = OneOf(triggerTypes, { description: 'The same as type in trigger_config.' })
/** The valid form, or anything else: drafts are not validated. */
const orAnything = (schema: TSchema, description: string) =>
  Type.Unsafe<unknown>({ description, anyOf: [schema, { description: 'In a draft: any JSON.' }] })
const triggerConfig = orAnything(
  WorkflowTrigger,
  'The trigger, with type and its settings. Validated when the workflow becomes active.',
)
const definition = orAnything(
  WorkflowDefinition,
  'The steps and the connections between them. Validated when the workflow becomes active.',
)

const given = {
  description: Type.Optional(description),
  trigger_type: Type.Optional(triggerType),
  trigger_config: Type.Optional(triggerConfig),
  workflow_definition: Type.Optional(definition),
}
const draftStatus = OneOf(workflowStatuses, {
  default: 'draft',
  description: 'The status. active is refused while the workflow has faults.',
})

export const WorkflowCreate = Type.Object(
  { name, ...given, status: Type.Optional(draftStatus) },
  { $id: 'WorkflowCreate', description: 'At most 256 KiB.' },
)
export type WorkflowCreate = Static<typeof WorkflowCreate>

export const WorkflowUpdate = Type.Object(
  { name: Type.Optional(name), ...given, status: Type.Optional(status) },
  { $id: 'WorkflowUpdate', description: 'Only the fields you give are changed. At most 256 KiB.' },
)
export type WorkflowUpdate = Static<typeof WorkflowUpdate>

export const Workflow = Type.Object(
  {
    id: Id,
    name,
    description: Type.Optional(description),
    status,
    trigger_type: Nullable(triggerType, { description: 'Null for a draft without a trigger.' }),
    trigger_config: triggerConfig,
    workflow_definition: definition,
    version: Type.Number({
      description:
        'Increases with each change of the trigger or the definition. A run stays on the version it started with.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Workflow', description: 'An automation: a trigger, and the steps for each contact.' },
)
export type Workflow = Static<typeof Workflow>

export const runStates = ['running', 'waiting', 'completed', 'failed', 'stopped'] as const
export type RunState = (typeof runStates)[number]
const runState = OneOf(runStates, {
  description:
    'waiting: in a delay or for an event. running: between two steps. completed: at the end or at an exit step. failed: see error. stopped: by you, or because the workflow or the contact was deleted.',
})
const stepType = Type.String({ description: 'The type of the step.' })
const leftBy = Nullable(Type.String({ description: 'The exit that the run took.' }), {
  description: 'Null while the run is in this step, and at the end.',
})

export const WorkflowRunStep = Type.Object(
  {
    step: Type.String({ description: 'The key of the step.' }),
    type: stepType,
    entered_at: Timestamp,
    left_at: Nullable(Timestamp),
    left_by: leftBy,
    detail: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'What the step did, such as the id of the message it sent, or why a condition was met.',
        },
      ),
    ),
  },
  { $id: 'WorkflowRunStep' },
)
export type WorkflowRunStep = Static<typeof WorkflowRunStep>

export const WorkflowRun = Type.Object(
  {
    id: Id,
    workflow_id: Id,
    version: Type.Number({ description: 'The version of the workflow that the run stays on.' }),
    contact_id: Id,
    state: runState,
    current_step: Nullable(Type.String(), { description: 'The key of the current step. Null when the run has ended.' }),
    next_at: Nullable(Timestamp, { description: 'When a waiting run continues by itself.' }),
    started_at: Timestamp,
    finished_at: Nullable(Timestamp),
    error: Nullable(Type.String(), { description: 'Why the run failed.' }),
    trigger: Type.Object({}, { additionalProperties: true, description: 'What started the run.' }),
    history: Type.Array(WorkflowRunStep, { description: 'The last 200 steps of the run, oldest first.' }),
  },
  { $id: 'WorkflowRun', description: 'The run of a workflow for one contact.' },
)
export type WorkflowRun = Static<typeof WorkflowRun>

export const WorkflowSimulate = Type.Object(
  {
    contact_id: Type.Optional(
      Type.String({ description: 'An existing contact. Requires the permission contacts:read.' }),
    ),
    contact: Type.Optional(
      Type.Object(
        { ...ContactCreate.properties, topic_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })) },
        { description: 'A made-up contact.' },
      ),
    ),
    trigger_data: Type.Optional(
      Type.Object(CustomEventData.properties, {
        additionalProperties: true,
        description: 'For an event trigger: the data of the event, as in POST /v1/contacts/{id}/events. Default: {}.',
      }),
    ),
    from: Type.Optional(Type.String({ ...Timestamp, description: 'When the run begins. Default: now.' })),
    assume: Type.Optional(
      Type.Record(Type.String(), OneOf(['condition_met', 'condition_not_met', 'event_received', 'timeout']), {
        maxProperties: 150,
        description:
          'The exit to take, by step key. Without it a condition is evaluated and a wait ends with its timeout.',
      }),
    ),
  },
  { $id: 'WorkflowSimulate', description: 'Give either contact_id or contact.' },
)
export type WorkflowSimulate = Static<typeof WorkflowSimulate>

export const SimulatedStep = Type.Object(
  {
    step: Type.String({ description: 'The key of the step.' }),
    type: stepType,
    at: Type.String({ ...Timestamp, description: 'When the step would happen.' }),
    left_by: leftBy,
    because: Type.Optional(Type.String({ description: 'Why this exit was taken.' })),
    would: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'What would be sent (rendered) or changed.' }),
    ),
  },
  { $id: 'SimulatedStep' },
)
export type SimulatedStep = Static<typeof SimulatedStep>

export const WorkflowSimulation = Type.Object(
  {
    would_start: Type.Boolean({ description: 'Whether the trigger would start a run for this contact.' }),
    steps: Type.Array(SimulatedStep),
    ends_at: Timestamp,
    end: Type.String({ description: 'How the run ends, in words.' }),
  },
  { $id: 'WorkflowSimulation' },
)
export type WorkflowSimulation = Static<typeof WorkflowSimulation>

export const ClockAdvance = Type.Object(
  {
    seconds: Type.Integer({
      minimum: 1,
      maximum: 10 * 366 * 86_400,
      description: 'The number of seconds to advance the clock.',
    }),
  },
  { $id: 'ClockAdvance' },
)
export const ClockAdvanced = Type.Object(
  {
    ...Acknowledgment.properties,
    now: Type.String({ ...Timestamp, description: 'The current time of this environment.' }),
  },
  { $id: 'ClockAdvanced' },
)

const params = Type.Object({ id: PathId })
const runParams = Type.Object({ id: PathId, runId: PathId })
const bodyLimit = 256 * 1024 // the limit of a definition; the other fields are small
const onboarding = {
  name: 'Onboarding',
  trigger_config: { type: 'contact_created' },
  workflow_definition: {
    steps: [
      { key: 'wait', type: 'delay', config: { seconds: 86_400 } },
      {
        key: 'tips',
        type: 'send_email',
        config: {
          from: 'Acme <hello@acme.example>',
          subject: 'Three things to try, {{ contact.first_name | default: "friend" }}',
          text: 'You have been with us for a day. Here is what others try first.',
        },
      },
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

const run = {
  id: '01945c1f-0a12-7c3d-8e4f-5a6b7c8d9e88',
  workflow_id: stored.id,
  version: 1,
  contact_id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11',
  state: 'waiting',
  current_step: 'wait',
  next_at: '2026-11-16T09:31:00.000Z',
  started_at: '2026-11-15T09:31:00.000Z',
  finished_at: null,
  error: null,
  trigger: { type: 'contact_created' },
  history: [
    { step: 'wait', type: 'delay', entered_at: '2026-11-15T09:31:00.000Z', left_at: null, left_by: null, detail: {} },
  ],
}

export const workflows = {
  createWorkflow: operation({
    id: 'createWorkflow',
    method: 'POST',
    audit: 'workflow.created',
    path: '/v1/workflows',
    tag: 'Workflows',
    summary: 'Create a workflow',
    description:
      'Creates a draft by default. For status active the trigger and the definition must be valid; each fault is reported with its path.',
    permission: 'workflows:write',
    body: WorkflowCreate,
    reply: Workflow,
    status: 201,
    idempotent: true,
    bodyLimit,
    refusals: ['invalid_state'],
    example: { body: { ...onboarding, status: 'active' }, reply: stored },
  }),
  listWorkflows: operation({
    id: 'listWorkflows',
    method: 'GET',
    path: '/v1/workflows',
    tag: 'Workflows',
    summary: 'List workflows',
    description: 'Returns workflows, newest first.',
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
    audit: 'workflow.updated',
    path: '/v1/workflows/{id}',
    tag: 'Workflows',
    summary: 'Update a workflow',
    description: 'Only the fields you give are changed. Existing runs stay on the version they started with.',
    permission: 'workflows:write',
    params,
    body: WorkflowUpdate,
    reply: Workflow,
    bodyLimit,
    refusals: ['invalid_state'],
    example: {
      params: { id: stored.id },
      body: { status: 'paused' },
      reply: { ...stored, status: 'paused', updated_at: '2026-11-15T10:00:00.000Z' },
    },
  }),
  deleteWorkflow: operation({
    id: 'deleteWorkflow',
    method: 'DELETE',
    audit: 'workflow.deleted',
    path: '/v1/workflows/{id}',
    tag: 'Workflows',
    summary: 'Delete a workflow',
    description: 'Deletes the workflow permanently. This cannot be undone. Its runs stop.',
    permission: 'workflows:write',
    params,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: stored.id }, reply: { success: true, message: 'Workflow deleted.' } },
  }),
  listWorkflowRuns: operation({
    id: 'listWorkflowRuns',
    method: 'GET',
    path: '/v1/workflows/{id}/runs',
    tag: 'Workflows',
    summary: 'List the runs of a workflow',
    description: 'Returns runs with their state and the steps they took, newest first.',
    permission: 'workflows:write',
    params,
    query: PageQuery({
      state: Type.Optional(runState),
      contact_id: textFilter('Only runs of this contact.'),
    }),
    reply: Page(WorkflowRun, 'WorkflowRunPage'),
    refusals: [],
    example: { params: { id: stored.id }, query: { state: 'waiting' }, reply: { data: [run], has_more: false } },
  }),
  stopWorkflowRun: operation({
    id: 'stopWorkflowRun',
    method: 'POST',
    audit: 'workflow.run_stopped',
    path: '/v1/workflows/{id}/runs/{runId}/stop',
    tag: 'Workflows',
    summary: 'Stop a run',
    description: 'Stops the run. A run that has ended does not change, and repeating the request is safe.',
    permission: 'workflows:write',
    params: runParams,
    reply: WorkflowRun,
    repeatable: true,
    refusals: [],
    example: {
      params: { id: stored.id, runId: run.id },
      reply: {
        ...run,
        state: 'stopped',
        current_step: null,
        next_at: null,
        finished_at: '2026-11-15T10:00:00.000Z',
      },
    },
  }),
  simulateWorkflow: operation({
    id: 'simulateWorkflow',
    method: 'POST',
    audit: { never: 'it changes nothing' },
    path: '/v1/workflows/{id}/simulate',
    tag: 'Workflows',
    summary: 'Simulate a workflow',
    description:
      'Simulates a run of the current workflow for one contact, with its own clock and without side effects. Returns each step, when it would happen, what would be sent, which exit is taken and why. A draft is validated as if it became active.',
    permission: 'workflows:write',
    params,
    body: WorkflowSimulate,
    reply: WorkflowSimulation,
    bodyLimit,
    repeatable: true,
    refusals: ['missing_variable'],
    example: {
      params: { id: stored.id },
      body: { contact: { email: 'ada@example.com', first_name: 'Ada' }, from: '2026-11-15T09:31:00.000Z' },
      reply: {
        would_start: true,
        steps: [
          {
            step: 'wait',
            type: 'delay',
            at: '2026-11-15T09:31:00.000Z',
            left_by: 'default',
            because: 'It waits until 2026-11-16T09:31:00.000Z.',
          },
          {
            step: 'tips',
            type: 'send_email',
            at: '2026-11-16T09:31:00.000Z',
            left_by: null,
            would: {
              to: 'ada@example.com',
              from: 'Acme <hello@acme.example>',
              subject: 'Three things to try, Ada',
              text: 'You have been with us for a day. Here is what others try first.',
            },
          },
        ],
        ends_at: '2026-11-16T09:31:00.000Z',
        end: 'The run completes after tips.',
      },
    },
  }),
  advanceTestClock: operation({
    id: 'advanceTestClock',
    method: 'POST',
    audit: { never: 'it affects only test data' },
    path: '/v1/test/clock/advance',
    tag: 'Workflows',
    summary: 'Advance the clock of the test environment',
    description:
      'Requires a test key. Scheduled messages and workflow delays become due as if the time had passed, so a sequence of days can be tested in a second. The clock cannot go back.',
    permission: 'workflows:write',
    body: ClockAdvance,
    reply: ClockAdvanced,
    refusals: ['invalid_state'],
    example: {
      body: { seconds: 259_200 },
      reply: {
        success: true,
        message: 'The clock of this environment is 3 days ahead.',
        now: '2026-11-18T09:30:00.000Z',
      },
    },
  }),
}
