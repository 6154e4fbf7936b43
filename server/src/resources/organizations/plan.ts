import { isId } from '#id.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { notFound } from '#refusal.ts'
import type { Plan } from './plans.ts'
import { findOrganization, listOrganizations, updatePlan } from './store.ts'

export type Organization = { id: string; name: string; plan: Plan; requestsPerHour: number | null }

export async function readOrganization(db: Db, id: string): Promise<Organization> {
  const row = isId(id) ? await findOrganization(db, id) : undefined
  if (!row) throw notFound('organization')
  // `as`: the column has a check constraint.
  return { ...row, plan: row.plan as Plan }
}

export const readOrganizations = (db: Db) => listOrganizations(db)

export async function setPlan(tx: Tx, id: string, plan: Plan, requestsPerHour: number | undefined): Promise<void> {
  if (!isId(id) || !(await updatePlan(tx, id, plan, requestsPerHour ?? null))) throw notFound('organization')
}
