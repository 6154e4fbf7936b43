import { rightsOf } from '@posthorn/contract/console/permissions'
import type { Mode } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { Member, Person } from '#core/visitor.ts'
import type { Db } from '#postgres/database.ts'
import { isLimited } from '#resources/account/organizations/plans.ts'
import { findEntry, listPlaces } from './store.ts'

/** A page sends a few dozen requests; this is ten per second for a whole hour. */
const requestsPerHour = 36_000

/** Undefined when the person is not a member. Checked for each request, so that a removed member loses access at once. */
export async function enterOrganization(
  db: Db,
  person: Person,
  { organizationId, mode }: { organizationId: string; mode: Mode },
): Promise<Member | undefined> {
  const entry = isId(organizationId) ? await findEntry(db, person.id, organizationId, mode) : undefined
  if (!entry) return undefined
  return {
    organizationId,
    environmentId: entry.environmentId,
    mode,
    // Limits that count by key count by person here.
    keyId: person.id,
    permissions: new Set(rightsOf[entry.role].api),
    requestsPerHour,
    person,
    role: entry.role,
  }
}

/** `hasOwnRateCard`: the operator has set prices, so costs are meaningful. */
export async function readPlaces(db: Db, personId: string, { hasOwnRateCard }: { hasOwnRateCard: boolean }) {
  const rows = await listPlaces(db, personId)
  return [...Map.groupBy(rows, row => row.id).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { id, name, plan, role } = first
    const is_charged = hasOwnRateCard || isLimited(plan, first)
    const environments = [first, ...others].map(row => ({ id: row.environmentId, mode: row.mode }))
    return [{ id, name, plan, is_charged, role, environments }]
  })
}
