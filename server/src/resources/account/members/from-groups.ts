/**
 * Memberships that groups at the provider give, and take away again. One that was given by hand is not touched, whatever the
 * groups say; and an organization keeps its last owner.
 */
import { type Role, roles } from '@posthorn/contract/console/permissions'
import type { Tx } from '#postgres/database.ts'
import { rolesBeyond } from './change.ts'
import { deleteInvitationsBy } from './invitation-store.ts'
import { deleteMember, insertMember, listOrganizationsFromGroups, lockMembers, updateRole } from './store.ts'

/** `wanted` by organization. */
export async function followGroups(
  tx: Tx,
  now: Date,
  personId: string,
  wanted: ReadonlyMap<string, Role>,
): Promise<void> {
  // Locked in one order, so that two sign-ins do not wait for each other.
  const concerned = new Set([...wanted.keys(), ...(await listOrganizationsFromGroups(tx, personId))])
  for (const organizationId of [...concerned].sort())
    await followIn(tx, now, { organizationId, personId }, wanted.get(organizationId))
}

async function followIn(
  tx: Tx,
  at: Date,
  { organizationId, personId }: { organizationId: string; personId: string },
  role: Role | undefined,
): Promise<void> {
  const members = await lockMembers(tx, organizationId)
  const own = members.find(one => one.personId === personId)
  if (!own) {
    if (role) await insertMember(tx, { organizationId, personId, role, at, fromGroups: true })
    return
  }
  if (!own.fromGroups || own.role === role) return
  const isLastOwner = own.role === 'owner' && members.filter(one => one.role === 'owner').length === 1
  if (isLastOwner) return
  if (role) await updateRole(tx, organizationId, personId, { role, fromGroups: true })
  else await deleteMember(tx, organizationId, personId)
  // As when a member does it by hand: nobody comes back by an invitation of their own.
  await deleteInvitationsBy(tx, organizationId, personId, role ? rolesBeyond(role) : roles)
}
