/**
 * An invitation is for one address, works once and ends after seven days. Only the hash of its token is stored. When the installation
 * sends mail of its own, the link goes only to that address, so opening it proves the address. Otherwise the inviting member passes the
 * link on, which is allowed only when their word is enough: there is only their organization, or they are operators of the
 * installation.
 */
import { mayAssign, type Role, roles } from '@posthorn/contract/console/permissions'
import { isId, newId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Member, Person } from '#core/visitor.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { readOrganizations } from '#resources/account/organizations/plan.ts'
import { createPerson, parseAddress, proveAddress } from '#resources/account/people/create.ts'
import { personByEmail } from '#resources/account/people/read.ts'
import { slowDown } from '#resources/account/people/sign-in-tries.ts'
import { lockOwn, refuseUnless } from './change.ts'
import {
  deleteInvitation,
  findByToken,
  findOpenInvitation,
  hasInvitation,
  type Invitation,
  listOpenInvitations,
  takeByToken,
  upsertInvitation,
} from './invitation-store.ts'
import { mailInvitationJob } from './jobs.ts'
import { isOperator } from './operator.ts'
import { findMember, insertMember, lockMembers, updateRole } from './store.ts'
import { hashToken, invitationToken } from './token.ts'

const validMs = 7 * 86_400_000

/** `byMail`: the installation mails the link itself. `key` derives the tokens. */
export type LinkDelivery = { key: Buffer; byMail: boolean }

export const readInvitations = (db: Db, organizationId: string, now: Date) =>
  listOpenInvitations(db, organizationId, now)

export async function inviteMember(
  tx: Tx,
  asking: Member,
  now: Date,
  asked: { email: string; role: Role },
  { key, byMail }: LinkDelivery,
): Promise<Invitation & { token: string }> {
  const { organizationId } = asking
  if (!byMail) await refuseByHand(tx, asking)
  const email = parseAddress(asked.email)
  const { own } = await lockOwn(tx, asking)
  const before = await findOpenInvitation(tx, { organizationId, email, now })
  refuseUnless(mayAssign(own, asked.role) && (!before || mayAssign(own, before.role)))
  const person = await personByEmail(tx, email)
  if (person && (await findMember(tx, organizationId, person.id)))
    throw new Refusal('invalid_state', { message: `${email} is already a member.` })
  const expiresAt = new Date(now.getTime() + validMs)
  const invitation = { id: newId(now), organizationId, email, role: asked.role, byMail, createdAt: now, expiresAt }
  const token = invitationToken(key, invitation.id)
  if (byMail) await mail(tx, invitation)
  await upsertInvitation(tx, { ...invitation, tokenHash: hashToken(token), invitedBy: asking.person.id })
  return { ...invitation, token }
}

/** Without mail an address cannot be proved, so the inviting person must be trusted. */
async function refuseByHand(tx: Tx, { person }: Member): Promise<void> {
  if ((await readOrganizations(tx)).length === 1 || (await isOperator(tx, person.id))) return
  throw new Refusal('invalid_state', {
    message:
      'This installation sends no mail of its own and has several organizations, so only an owner of the first one can invite people. Set POSTHORN_MAIL_FROM to let other organizations invite people as well.',
  })
}

/** Limits invitations, so that nobody is spammed in our name: after some, further mails have to wait. */
async function mail(tx: Tx, { organizationId, id, email }: Invitation): Promise<void> {
  await slowDown(tx, `invitations of ${organizationId}`, { free: 30, maxWaitSeconds: 60 })
  await slowDown(tx, `invitations to ${email}`, { free: 5, maxWaitSeconds: 600 })
  await enqueue(tx, [mailInvitationJob({ organizationId, id })])
}

export async function revokeInvitation(tx: Tx, asking: Member, id: string): Promise<void> {
  const { own } = await lockOwn(tx, asking)
  const gone = isId(id) ? await deleteInvitation(tx, asking.organizationId, id) : undefined
  if (!gone) throw notFound('invitation')
  refuseUnless(mayAssign(own, gone.role))
}

/** To any organization. */
export const isInvited = (db: Db, email: string, now: Date): Promise<boolean> => hasInvitation(db, email, now)

export async function readInvitation(db: Db, token: string, now: Date) {
  const invitation = await findByToken(db, hashToken(token), now)
  if (!invitation) throw unknownInvitation()
  const person = await personByEmail(db, invitation.email)
  return { ...invitation, hasAccount: person !== undefined }
}

export type Joined = { organizationId: string; personId: string }

/** Joins with an existing account. */
export async function joinAs(tx: Tx, now: Date, person: Person, token: string): Promise<Joined> {
  const invitation = await take(tx, token, now)
  if (invitation.email !== person.email.toLowerCase())
    throw new Refusal('forbidden', {
      message: `This invitation is for ${invitation.email}; you are signed in as ${person.email}.`,
    })
  if (invitation.byMail) await proveAddress(tx, person.id)
  return join(tx, now, invitation, person.id)
}

/** Creates an account, always with the address of the invitation. */
export async function joinAsNew(
  tx: Tx,
  now: Date,
  { token, ...person }: { token: string; name: string; passwordHash: string },
): Promise<Joined> {
  const invitation = await take(tx, token, now)
  if (await personByEmail(tx, invitation.email))
    throw new Refusal('invalid_state', { message: `${invitation.email} has an account: sign in with it first.` })
  const { email, byMail: isProven } = invitation
  return join(tx, now, invitation, await createPerson(tx, now, { ...person, email, isProven }))
}

/** If a later step refuses, the rollback restores the invitation. */
async function take(tx: Tx, token: string, now: Date): Promise<Invitation> {
  const invitation = await takeByToken(tx, hashToken(token), now)
  if (!invitation) throw unknownInvitation()
  return invitation
}

/** Groups may have made the person a member since. Then the invitation counts as a role given by hand. */
async function join(tx: Tx, now: Date, { organizationId, role }: Invitation, personId: string): Promise<Joined> {
  const own = (await lockMembers(tx, organizationId)).find(one => one.personId === personId)
  if (own && (!own.fromGroups || roles.indexOf(own.role) < roles.indexOf(role)))
    throw new Refusal('invalid_state', { message: `You are already a member of this organization, as ${own.role}.` })
  if (own) await updateRole(tx, organizationId, personId, { role, fromGroups: false })
  else await insertMember(tx, { organizationId, personId, role, at: now })
  return { organizationId, personId }
}

const unknownInvitation = () =>
  new Refusal('not_found', {
    message: 'This invitation is no longer valid. Ask the person who sent it for a new one.',
    details: { resource: 'invitation' },
  })
