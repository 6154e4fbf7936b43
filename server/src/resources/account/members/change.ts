/** An organization always has an owner, and only owners can make, change or remove owners. */
import { mayAssign, type Role, roles } from '@posthorn/contract/console/permissions'
import { isId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Member } from '#core/visitor.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { deleteInvitationsBy } from './invitation-store.ts'
import { deleteMember, findMember, listMembers, lockMembers, updateRole } from './store.ts'

export const readMembers = (db: Db, organizationId: string) => listMembers(db, organizationId)

export async function readMember(db: Db, organizationId: string, personId: string) {
  const member = await findMember(db, organizationId, personId)
  if (!member) throw notFound('member')
  return member
}

export async function changeMember(tx: Tx, asking: Member, personId: string, role: Role): Promise<void> {
  const { own, other, owners } = await lockBoth(tx, asking, personId)
  refuseUnless(mayAssign(own, other) && mayAssign(own, role))
  if (other === 'owner' && role !== 'owner') refuseLastOwner(owners)
  // A role set by a member is no longer changed by groups.
  await updateRole(tx, asking.organizationId, personId, { role, fromGroups: false })
  // Otherwise a person could regain the old role through their own invitation.
  await deleteInvitationsBy(tx, asking.organizationId, personId, rolesBeyond(role))
}

export const rolesBeyond = (own: Role): Role[] => roles.filter(role => !mayAssign(own, role))

/** Every member may leave; removing others needs the permission. */
export async function removeMember(tx: Tx, asking: Member, personId: string): Promise<void> {
  const { own, other, owners } = await lockBoth(tx, asking, personId)
  refuseUnless(personId === asking.person.id || mayAssign(own, other))
  if (other === 'owner') refuseLastOwner(owners)
  await deleteMember(tx, asking.organizationId, personId)
  await deleteInvitationsBy(tx, asking.organizationId, personId, roles)
}

async function lockBoth(tx: Tx, asking: Member, personId: string) {
  const { own, members } = await lockOwn(tx, asking)
  const other = isId(personId) ? members.find(one => one.personId === personId)?.role : undefined
  if (!other) throw notFound('member')
  return { own, other, owners: members.filter(one => one.role === 'owner').length }
}

/** Reads the roles after locking them: the caller may have lost theirs in the meantime. */
export async function lockOwn(tx: Tx, { organizationId, person }: Member) {
  const members = await lockMembers(tx, organizationId)
  const own = members.find(one => one.personId === person.id)?.role
  if (!own) throw new Refusal('forbidden', { message: 'You are no longer a member of this organization.' })
  return { own, members }
}

export function refuseUnless(allowed: boolean): void {
  if (!allowed) throw new Refusal('forbidden', { message: 'Only an owner may make, change or remove an owner.' })
}

function refuseLastOwner(owners: number): void {
  if (owners <= 1)
    throw new Refusal('invalid_state', { message: 'This is the last owner. Make another member an owner first.' })
}
