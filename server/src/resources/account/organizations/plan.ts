import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { type Limits, noLimits, type OwnLimits, type Plan } from './plans.ts'
import { findOrganization, listOrganizations, updatePlan } from './store.ts'

export type Organization = OwnLimits & { id: string; name: string; plan: Plan }

export async function readOrganization(db: Db, id: string): Promise<Organization> {
  const row = isId(id) ? await findOrganization(db, id) : undefined
  if (!row) throw notFound('organization')
  // `as`: the column has a check constraint.
  return { ...row, plan: row.plan as Plan }
}

export const readOrganizations = (db: Db) => listOrganizations(db)

/** A limit that is left out means no limit; only Enterprise uses them. */
export async function setPlan(tx: Tx, id: string, asked: { plan: Plan } & Partial<Limits>): Promise<void> {
  if (!isId(id) || !(await updatePlan(tx, id, { ...noLimits, ...asked }))) throw notFound('organization')
}
