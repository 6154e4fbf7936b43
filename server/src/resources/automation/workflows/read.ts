import type { WorkflowStatus } from '@posthorn/contract/workflows/workflows'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { findEnvironmentOf, findWorkflow, listWorkflows } from './store.ts'
import type { Workflow, WorkflowKey } from './workflow.ts'

/** Refuses an invalid workflow id. */
export function keyOf({ environmentId }: Pick<Caller, 'environmentId'>, workflowId: string): WorkflowKey {
  if (!isId(workflowId)) throw notFound('workflow')
  return { environmentId, workflowId }
}

export async function readWorkflow(db: Db, caller: Caller, id: string): Promise<Workflow> {
  const workflow = await findWorkflow(db, keyOf(caller, id))
  if (!workflow) throw notFound('workflow')
  return workflow
}

export const readWorkflows = (
  db: Db,
  { environmentId }: Caller,
  page: PageRequest,
  filters: { status?: WorkflowStatus | undefined },
): Promise<Workflow[]> => listWorkflows(db, environmentId, page, filters)

/** For operators, who may only know the workflow. */
export const environmentOf = async (db: Db, id: string): Promise<string | undefined> =>
  isId(id) ? findEnvironmentOf(db, id) : undefined
