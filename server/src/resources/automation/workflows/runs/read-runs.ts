import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { keyOf, readWorkflow } from '../read.ts'
import { findHistory, findRun, listRuns, type RunFilters } from '../store.ts'
import type { WorkflowKey } from '../workflow.ts'
import { type RunRow, type RunView, toRunView } from './run-view.ts'

export async function readRuns(
  db: Db,
  caller: Caller,
  workflowId: string,
  page: PageRequest,
  filters: RunFilters,
): Promise<RunView[]> {
  await readWorkflow(db, caller, workflowId)
  // An invalid contact id has no runs.
  if (filters.contactId !== undefined && !isId(filters.contactId)) return []
  return withHistory(db, caller, await listRuns(db, keyOf(caller, workflowId), page, filters))
}

export async function readRun(db: Db, caller: Caller, key: WorkflowKey, runId: string): Promise<RunView> {
  await readWorkflow(db, caller, key.workflowId)
  const row = await findRun(db, key, runId)
  const [run] = row ? await withHistory(db, caller, [row]) : []
  if (!run) throw notFound('workflow_run')
  return run
}

async function withHistory(db: Db, { environmentId }: Caller, rows: readonly RunRow[]): Promise<RunView[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const steps = Map.groupBy(await findHistory(db, environmentId, ids), ({ runId }) => runId)
  return rows.map(row => toRunView(row, steps.get(row.id) ?? []))
}
