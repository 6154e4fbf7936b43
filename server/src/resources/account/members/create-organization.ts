import { Refusal } from '#core/refusal.ts'
import type { Person } from '#core/visitor.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { createBareOrganization } from '#resources/account/organizations/create.ts'
import { readOrganizations } from '#resources/account/organizations/plan.ts'
import { findMember, insertMember } from './store.ts'

/** The owners of the first organization run the installation. */
export async function mayCreateOrganizations(db: Db, personId: string): Promise<boolean> {
  const [first] = await readOrganizations(db)
  const member = first && (await findMember(db, first.id, personId))
  return member?.role === 'owner'
}

export async function createOwnOrganization(tx: Tx, person: Person, now: Date, name: string) {
  if (!(await mayCreateOrganizations(tx, person.id)))
    throw new Refusal('forbidden', { message: 'Only an owner of the first organization may make another one.' })
  const organization = { name: name.trim(), plan: 'enterprise' } as const
  const id = await createBareOrganization(tx, now, organization)
  await insertMember(tx, { organizationId: id, personId: person.id, role: 'owner', at: now })
  return { id, ...organization }
}
