/** The tables of workflows and their versions, and runs as the API shows them. */
import type { TriggerType } from '@posthorn/contract/workflows/words'
import type { WorkflowStatus } from '@posthorn/contract/workflows/workflows'
import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { asTable, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { maxHistory, type RunRow, type RunStep } from './runs/run-view.ts'
import type { Workflow, WorkflowKey } from './workflow.ts'

/** The table has check constraints. */
const columns = [
  'id',
  'name',
  'description',
  sql<WorkflowStatus>`status`.as('status'),
  sql<TriggerType | null>`trigger_type`.as('triggerType'),
  sql<unknown>`trigger_config`.as('triggerConfig'),
  sql<unknown>`workflow_definition`.as('definition'),
  'version',
  'next_fire_at as nextFireAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** A JSON null is stored as SQL null: nothing is given. */
const toJson = (value: unknown): string | null => (value == null ? null : JSON.stringify(value))

const toRow = (workflow: Workflow) => ({
  name: workflow.name,
  description: workflow.description,
  status: workflow.status,
  trigger_type: workflow.triggerType,
  trigger_config: toJson(workflow.triggerConfig),
  workflow_definition: toJson(workflow.definition),
  version: workflow.version,
  next_fire_at: workflow.nextFireAt,
  updated_at: workflow.updatedAt,
})

export async function insertWorkflow(tx: Tx, environmentId: string, workflow: Workflow): Promise<void> {
  const { id, createdAt } = workflow
  await tx
    .insertInto('workflows')
    .values({ environment_id: environmentId, id, ...toRow(workflow), created_at: createdAt })
    .execute()
}

export async function updateWorkflow(tx: Tx, environmentId: string, workflow: Workflow): Promise<void> {
  await tx
    .updateTable('workflows')
    .set(toRow(workflow))
    .where('environment_id', '=', environmentId)
    .where('id', '=', workflow.id)
    .execute()
}

export async function countActive(tx: Tx, environmentId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('workflows')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteWorkflow(tx: Tx, { environmentId, workflowId }: WorkflowKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('workflows')
    .where('environment_id', '=', environmentId)
    .where('id', '=', workflowId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const one = (db: Db, { environmentId, workflowId }: WorkflowKey) =>
  db.selectFrom('workflows').select(columns).where('environment_id', '=', environmentId).where('id', '=', workflowId)

export const findWorkflow = (db: Db, key: WorkflowKey): Promise<Workflow | undefined> => one(db, key).executeTakeFirst()

/** Searches all organizations. */
export async function findEnvironmentOf(db: Db, workflowId: string): Promise<string | undefined> {
  const row = await db.selectFrom('workflows').select('environment_id').where('id', '=', workflowId).executeTakeFirst()
  return row?.environment_id
}

export const lockWorkflow = (tx: Tx, key: WorkflowKey): Promise<Workflow | undefined> =>
  one(tx, key).forNoKeyUpdate().executeTakeFirst()

export const listWorkflows = (
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { status }: { status?: WorkflowStatus | undefined },
): Promise<Workflow[]> =>
  db
    .selectFrom('workflows')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .$if(before !== undefined, query => query.where('id', '<', before ?? ''))
    .$if(status !== undefined, query => query.where('status', '=', status ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()

export type Version = { trigger: object; definition: object; firstStep: string; at: Date }

/** A version that was active before already exists and stays unchanged. */
export async function insertVersion(
  tx: Tx,
  { environmentId, workflowId }: WorkflowKey,
  version: number,
  { trigger, definition, firstStep, at }: Version,
): Promise<void> {
  await tx
    .insertInto('workflow_versions')
    .values({
      environment_id: environmentId,
      workflow_id: workflowId,
      version,
      trigger: JSON.stringify(trigger),
      definition: JSON.stringify(definition),
      first_step: firstStep,
      created_at: at,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const runColumns = sql`
  r.id, r.workflow_id as "workflowId", r.version, r.contact_id as "contactId", r.state, r.step, r.nth,
  r.entered_at as "enteredAt", r.waits_until as "waitsUntil", r.due_at as "dueAt", r.parked, r.trigger, r.error,
  r.started_at as "startedAt", r.finished_at as "finishedAt", e.clock_ahead_ms::float8 as "aheadMs",
  (
    select one ->> 'type' from workflow_versions v, jsonb_array_elements(v.definition -> 'steps') one
    where v.environment_id = r.environment_id and v.workflow_id = r.workflow_id and v.version = r.version
      and one ->> 'key' = r.step
  ) as "stepType"`

export type RunFilters = { state?: string | undefined; contactId?: string | undefined }

export async function listRuns(
  db: Db,
  { environmentId, workflowId }: WorkflowKey,
  { limit, before }: PageRequest,
  { state, contactId }: RunFilters,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from workflow_runs r join environments e on e.id = r.environment_id
    where r.environment_id = ${environmentId} and r.workflow_id = ${workflowId}
      ${before === undefined ? sql`` : sql`and r.id < ${before}`}
      ${state === undefined ? sql`` : sql`and r.state = ${state}`}
      ${contactId === undefined ? sql`` : sql`and r.contact_id = ${contactId}`}
    order by r.id desc limit ${limit + 1}`.execute(db)
  return rows
}

export async function findRun(
  db: Db,
  { environmentId, workflowId }: WorkflowKey,
  runId: string,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from workflow_runs r join environments e on e.id = r.environment_id
    where r.environment_id = ${environmentId} and r.workflow_id = ${workflowId} and r.id = ${runId}`.execute(db)
  return rows[0]
}

/** The last steps of these runs, oldest first. */
export async function findHistory(
  db: Db,
  environmentId: string,
  runIds: readonly string[],
): Promise<(RunStep & { runId: string })[]> {
  const { rows } = await sql<RunStep & { runId: string }>`
    select wanted.run_id as "runId", s.nth, s.step, s.type, s.entered_at as "enteredAt", s.left_at as "leftAt",
      s.left_by as "leftBy", coalesce(s.detail, '{}') as detail
    from ${asTable({ run_id: uuids(runIds) }, 'wanted')}
    cross join lateral (
      select nth, step, type, entered_at, left_at, left_by, detail from workflow_run_steps
      where environment_id = ${environmentId} and run_id = wanted.run_id
      order by nth desc limit ${maxHistory}
    ) s
    order by s.nth`.execute(db)
  return rows
}

/** Whether a contact has been in a workflow before, and whether it is now. */
export async function findPast(
  db: Db,
  { environmentId, workflowId }: WorkflowKey,
  contactId: string,
): Promise<{ hasRun: boolean; isInside: boolean }> {
  const { rows } = await sql<{ hasRun: boolean; isInside: boolean }>`
    select count(*) > 0 as "hasRun", count(*) filter (where finished_at is null) > 0 as "isInside"
    from workflow_runs
    where environment_id = ${environmentId} and contact_id = ${contactId} and workflow_id = ${workflowId}`.execute(db)
  return rows[0] ?? { hasRun: false, isInside: false }
}
