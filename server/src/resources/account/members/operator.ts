import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { readOrganizations } from '#resources/account/organizations/plan.ts'
import { findMember } from './store.ts'

/** The owners of the first organization run the installation. */
export async function isOperator(db: Db, personId: string): Promise<boolean> {
  const [first] = await readOrganizations(db)
  const member = first && (await findMember(db, first.id, personId))
  return member?.role === 'owner'
}

/** `action` completes "Only an owner of the first organization may …". */
export async function refuseUnlessOperator(db: Db, personId: string, action: string): Promise<void> {
  if (!(await isOperator(db, personId)))
    throw new Refusal('forbidden', { message: `Only an owner of the first organization may ${action}.` })
}
