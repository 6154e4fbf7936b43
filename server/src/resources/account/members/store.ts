import type { Role } from '@posthorn/contract/console/permissions'
import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Plan } from '#resources/account/organizations/plans.ts'

// The table has a check constraint on the roles.
const role = sql<Role>`members.role`

type NewMember = { organizationId: string; personId: string; role: Role; at: Date; fromGroups?: boolean }

export async function insertMember(
  tx: Tx,
  { organizationId, personId, role, at, fromGroups = false }: NewMember,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('members')
    .values({ organization_id: organizationId, person_id: personId, role, from_groups: fromGroups, created_at: at })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** In the whole installation. */
export async function hasAnyOwner(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('members')
    .select('person_id')
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const findEntry = (db: Db, personId: string, organizationId: string, mode: Mode) =>
  db
    .selectFrom('members')
    .innerJoin('environments', 'environments.organization_id', 'members.organization_id')
    .select([role.as('role'), 'environments.id as environmentId'])
    .where('members.person_id', '=', personId)
    .where('members.organization_id', '=', organizationId)
    .where('environments.mode', '=', mode)
    .executeTakeFirst()

export const listPlaces = (db: Db, personId: string) =>
  db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .innerJoin('environments', 'environments.organization_id', 'members.organization_id')
    // The column has a check constraint.
    .select(['organizations.id', 'organizations.name', sql<Plan>`organizations.plan`.as('plan'), role.as('role')])
    .select(['sends_per_hour as sendsPerHour', 'sends_per_day as sendsPerDay', 'sends_per_month as sendsPerMonth'])
    .select(['environments.id as environmentId', sql<Mode>`environments.mode`.as('mode')])
    .where('members.person_id', '=', personId)
    .orderBy('organizations.created_at')
    .orderBy('organizations.id')
    .orderBy('environments.mode')
    .execute()

const memberColumns = [
  'people.id',
  'people.name',
  'people.email',
  role.as('role'),
  'people.two_factor_enabled as hasTotp',
  'members.from_groups as fromGroups',
  'members.created_at as joinedAt',
] as const

export const listMembers = (db: Db, organizationId: string) =>
  db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.person_id')
    .select(memberColumns)
    .where('members.organization_id', '=', organizationId)
    .orderBy('members.created_at')
    .orderBy('people.id')
    .execute()

export const findMember = (db: Db, organizationId: string, personId: string) =>
  db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.person_id')
    .select(memberColumns)
    .where('members.organization_id', '=', organizationId)
    .where('members.person_id', '=', personId)
    .executeTakeFirst()

/** Locked in one order, so that when two owners leave at once, one is refused as the last owner. */
export const lockMembers = (tx: Tx, organizationId: string) =>
  tx
    .selectFrom('members')
    .select(['person_id as personId', role.as('role'), 'from_groups as fromGroups'])
    .where('organization_id', '=', organizationId)
    .orderBy('person_id')
    .forUpdate()
    .execute()

type Given = { role: Role; fromGroups: boolean }

export async function updateRole(
  tx: Tx,
  organizationId: string,
  personId: string,
  { role, fromGroups }: Given,
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role, from_groups: fromGroups })
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .execute()
}

export async function deleteMember(tx: Tx, organizationId: string, personId: string): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .execute()
}

/** The organizations where groups made the person a member. */
export async function listOrganizationsFromGroups(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('organization_id')
    .where('person_id', '=', personId)
    .where('from_groups', '=', true)
    .execute()
  return rows.map(row => row.organization_id)
}
