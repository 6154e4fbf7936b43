/** An organization always has an owner, and only owners decide about owners. */
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
  // What a member decided, groups do not take back.
  await updateRole(tx, asking.organizationId, personId, { role, fromGroups: false })
  // Else somebody could come back by an invitation of their own as what they were before.
  await deleteInvitationsBy(tx, asking.organizationId, personId, rolesBeyond(role))
}

export const rolesBeyond = (own: Role): Role[] => roles.filter(role => !mayAssign(own, role))

/** Everybody may go; to send others away takes the right to. */
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

/** The roles as they are once they are locked: whoever asks may have lost theirs meanwhile. */
export async function lockOwn(tx: Tx, { organizationId, person }: Member) {
  const members = await lockMembers(tx, organizationId)
  const own = members.find(one => one.personId === person.id)?.role
  if (!own) throw new Refusal('forbidden', { message: 'You do not belong to this organization any more.' })
  return { own, members }
}

export function refuseUnless(allowed: boolean): void {
  if (!allowed) throw new Refusal('forbidden', { message: 'Only an owner may make, change or remove an owner.' })
}

function refuseLastOwner(owners: number): void {
  if (owners <= 1)
    throw new Refusal('invalid_state', { message: 'This is the last owner. Make somebody else an owner first.' })
}
