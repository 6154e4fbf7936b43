import type { Person } from '#core/visitor.ts'
import type { Tx } from '#postgres/database.ts'
import { createBareOrganization } from '#resources/account/organizations/create.ts'
import { refuseUnlessOperator } from './operator.ts'
import { insertMember } from './store.ts'

export async function createOwnOrganization(tx: Tx, person: Person, now: Date, name: string) {
  await refuseUnlessOperator(tx, person.id, 'create another one')
  const organization = { name: name.trim(), plan: 'enterprise' } as const
  const id = await createBareOrganization(tx, now, organization)
  await insertMember(tx, { organizationId: id, personId: person.id, role: 'owner', at: now })
  return { id, ...organization }
}
