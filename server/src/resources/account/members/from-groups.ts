/**
 * Memberships that groups at the provider give and take away. A membership given by hand is not touched by groups, and an
 * organization keeps its last owner.
 */
import { type Role, roles } from '@posthorn/contract/console/permissions'
import type { Change } from '#core/change.ts'
import type { Tx } from '#postgres/database.ts'
import { recordChange } from '#resources/account/audit-log/audited.ts'
import { rolesBeyond } from './change.ts'
import { deleteInvitationsBy } from './invitation-store.ts'
import { deleteMember, insertMember, listOrganizationsFromGroups, lockMembers, updateRole } from './store.ts'

/** `wanted`: the role in each organization. `change`: the sign-in, for the audit log. */
export async function followGroups(
  tx: Tx,
  change: Change,
  personId: string,
  wanted: ReadonlyMap<string, Role>,
): Promise<void> {
  // Locked in one order, so that two sign-ins do not deadlock.
  const concerned = new Set([...wanted.keys(), ...(await listOrganizationsFromGroups(tx, personId))])
  for (const organizationId of [...concerned].sort())
    await followIn(tx, change, { organizationId, personId }, wanted.get(organizationId))
}

async function followIn(
  tx: Tx,
  change: Change,
  { organizationId, personId }: { organizationId: string; personId: string },
  role: Role | undefined,
): Promise<void> {
  const tell = (action: Change['action'], before?: Role) =>
    recordChange(
      tx,
      { ...change, action },
      {
        ...{ organizationId, objectId: personId, actor: { type: 'person', id: personId } },
        changes: [
          { field: 'role', ...(before && { from: before }), ...(role && { to: role }) },
          { field: 'by', to: 'groups' },
        ],
      },
    )
  const members = await lockMembers(tx, organizationId)
  const own = members.find(one => one.personId === personId)
  if (!own) {
    if (!role) return
    await insertMember(tx, { organizationId, personId, role, at: change.at, fromGroups: true })
    return tell('member.joined')
  }
  if (!own.fromGroups || own.role === role) return
  const isLastOwner = own.role === 'owner' && members.filter(one => one.role === 'owner').length === 1
  if (isLastOwner) return
  if (role) await updateRole(tx, organizationId, personId, { role, fromGroups: true })
  else await deleteMember(tx, organizationId, personId)
  // As with a change by hand: nobody regains a role through their own invitation.
  await deleteInvitationsBy(tx, organizationId, personId, role ? rolesBeyond(role) : roles)
  return tell(role ? 'member.role_changed' : 'member.left', own.role)
}
