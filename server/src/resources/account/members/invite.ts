/**
 * An invitation is for one address, works once and ends after seven days. Only the hash of its token is kept. Where the installation
 * sends mail of its own, the link goes to that address and nobody else sees it: whoever opens it has proved the address. Where it does
 * not, the link is handed over, which only those may do whose word is enough: everybody concerned is in their own organization, or they
 * run the installation.
 */
import { mayAssign, type Role } from '@posthorn/contract/console/permissions'
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
import { findMember, insertMember } from './store.ts'
import { hashToken, invitationToken } from './token.ts'

const validMs = 7 * 86_400_000

/** `byMail`: the installation sends the link itself. `key` makes the tokens. */
export type Handing = { key: Buffer; byMail: boolean }

export const readInvitations = (db: Db, organizationId: string, now: Date) =>
  listOpenInvitations(db, organizationId, now)

export async function inviteMember(
  tx: Tx,
  asking: Member,
  now: Date,
  asked: { email: string; role: Role },
  { key, byMail }: Handing,
): Promise<Invitation & { token: string }> {
  const { organizationId } = asking
  if (!byMail) await refuseByHand(tx, asking)
  const email = parseAddress(asked.email)
  const { own } = await lockOwn(tx, asking)
  const before = await findOpenInvitation(tx, { organizationId, email, now })
  refuseUnless(mayAssign(own, asked.role) && (!before || mayAssign(own, before.role)))
  const person = await personByEmail(tx, email)
  if (person && (await findMember(tx, organizationId, person.id)))
    throw new Refusal('invalid_state', { message: `${email} is a member already.` })
  const expiresAt = new Date(now.getTime() + validMs)
  const invitation = { id: newId(now), organizationId, email, role: asked.role, byMail, createdAt: now, expiresAt }
  const token = invitationToken(key, invitation.id)
  if (byMail) await mail(tx, invitation)
  await upsertInvitation(tx, { ...invitation, tokenHash: hashToken(token), invitedBy: asking.person.id })
  return { ...invitation, token }
}

/** An address cannot be proved without mail, so somebody has to be trusted with it. */
async function refuseByHand(tx: Tx, { person }: Member): Promise<void> {
  if ((await readOrganizations(tx)).length === 1 || (await isOperator(tx, person.id))) return
  throw new Refusal('invalid_state', {
    message:
      'This installation sends no mail of its own, and has several organizations: only an owner of the first one can invite people. POSTHORN_MAIL_FROM lets everybody.',
  })
}

/** Nobody is to be pestered in our name: after some, further mails wait. */
async function mail(tx: Tx, { organizationId, id, email }: Invitation): Promise<void> {
  await slowDown(tx, `invitations of ${organizationId}`, { free: 30, longestWaitSeconds: 60 })
  await slowDown(tx, `invitations to ${email}`, { free: 5, longestWaitSeconds: 600 })
  await enqueue(tx, [mailInvitationJob({ organizationId, id })])
}

export async function revokeInvitation(tx: Tx, asking: Member, id: string): Promise<void> {
  const { own } = await lockOwn(tx, asking)
  const gone = isId(id) ? await deleteInvitation(tx, asking.organizationId, id) : undefined
  if (!gone) throw notFound('invitation')
  refuseUnless(mayAssign(own, gone.role))
}

/** To whatever organization. */
export const isInvited = (db: Db, email: string, now: Date): Promise<boolean> => hasInvitation(db, email, now)

export async function readInvitation(db: Db, token: string, now: Date) {
  const invitation = await findByToken(db, hashToken(token), now)
  if (!invitation) throw unknownInvitation()
  const person = await personByEmail(db, invitation.email)
  return { ...invitation, hasAccount: person !== undefined }
}

export type Joined = { organizationId: string; personId: string }

/** Somebody who has an account joins with it. */
export async function joinAs(tx: Tx, now: Date, person: Person, token: string): Promise<Joined> {
  const invitation = await take(tx, token, now)
  if (invitation.email !== person.email.toLowerCase())
    throw new Refusal('forbidden', {
      message: `This invitation is for ${invitation.email}; you are signed in as ${person.email}.`,
    })
  if (invitation.byMail) await proveAddress(tx, person.id)
  return join(tx, now, invitation, person.id)
}

/** Somebody new: the address is that of the invitation, whatever they say. */
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

/** When something is refused afterwards, the transaction gives it back. */
async function take(tx: Tx, token: string, now: Date): Promise<Invitation> {
  const invitation = await takeByToken(tx, hashToken(token), now)
  if (!invitation) throw unknownInvitation()
  return invitation
}

async function join(tx: Tx, now: Date, { organizationId, role }: Invitation, personId: string): Promise<Joined> {
  await insertMember(tx, { organizationId, personId, role, at: now })
  return { organizationId, personId }
}

const unknownInvitation = () =>
  new Refusal('not_found', {
    message: 'This invitation is not valid any more. Ask whoever sent it for a new one.',
    details: { resource: 'invitation' },
  })
