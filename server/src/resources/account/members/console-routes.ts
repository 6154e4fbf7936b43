import type { Instance } from '@posthorn/contract/console/session'
import type { Clock } from '#core/clock.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { type About, audited } from '#resources/account/audit-log/audited.ts'
import { hashNewPassword } from '#resources/account/people/change.ts'
import { readWaysIn } from '#resources/account/people/identities.ts'
import type { OpenAuth } from '#resources/account/people/lazy-auth.ts'
import { findPerson, refusePassword, signIn } from '#resources/account/people/sign-in.ts'
import { changeMember, readMember, readMembers, removeMember } from './change.ts'
import { createOwnOrganization } from './create-organization.ts'
import { readPlaces } from './enter.ts'
import {
  inviteMember,
  type Joined,
  joinAs,
  joinAsNew,
  type LinkDelivery,
  readInvitation,
  readInvitations,
  revokeInvitation,
} from './invite.ts'
import { isOperator } from './operator.ts'
import { checkSetUpToken, needsSetUp, setUp } from './set-up.ts'
import { invitationLink } from './token.ts'
import { toWireInvitation, toWireMember } from './wire.ts'

type InstanceFacts = Omit<Instance, 'needs_set_up'>
type Parts = {
  database: Database
  clock: Clock
  openAuth: OpenAuth
  instance: InstanceFacts
  linkDelivery: LinkDelivery
  hasOwnRateCard: boolean
}

export function memberConsoleRoutes({ database, clock, openAuth, instance, linkDelivery, hasOwnRateCard }: Parts) {
  const { db } = database
  const readInstance = async () => ({ ...instance, needs_set_up: await needsSetUp(db) })

  return {
    getInstance: readInstance,

    async setUp(_nobody, { body }, { visitor, change }) {
      await database.transaction(tx => checkSetUpToken(tx, body.token))
      const { token, name, email, organization_name: organizationName } = body
      const passwordHash = await hashNewPassword(await openAuth(), body.password, body)
      await audited(
        database,
        change,
        tx => setUp(tx, clock(), { token, name, email, passwordHash, organizationName }),
        ({ organizationId, personId }) => ({
          ...{ organizationId, objectId: organizationId, changes: [] },
          actor: { type: 'person', id: personId },
        }),
      )
      await signIn(db, await openAuth(), visitor, body)
      return { success: true, message: 'You are the owner of this installation.' }
    },

    async getSession(person) {
      const { id, name, email, hasTotp } = person
      const { hasPassword, isConnected } = await readWaysIn(db, id)
      return {
        person: {
          id,
          name,
          email,
          has_totp: hasTotp,
          has_password: hasPassword,
          is_connected: isConnected,
          is_operator: await isOperator(db, id),
        },
        organizations: await readPlaces(db, id, { hasOwnRateCard }),
        instance: await readInstance(),
      }
    },

    createOrganization: (person, { body }, { change }) =>
      audited(database, change, tx => createOwnOrganization(tx, person, clock(), body.name)),

    listMembers: async member => ({ data: (await readMembers(db, member.organizationId)).map(toWireMember) }),

    async changeMember(member, { params, body }, { change }) {
      await audited(database, change, tx => changeMember(tx, member, params.id, body.role))
      return toWireMember(await readMember(db, member.organizationId, params.id))
    },

    async removeMember(member, { params }, { change }) {
      await audited(database, change, tx => removeMember(tx, member, params.id))
      return { success: true, message: 'Member removed.' }
    },

    async leaveOrganization(member, _input, { change }) {
      const own = { ...change, objectId: member.person.id }
      await audited(database, own, tx => removeMember(tx, member, member.person.id))
      return { success: true, message: 'You have left the organization.' }
    },

    listInvitations: async member => ({
      data: (await readInvitations(db, member.organizationId, clock())).map(toWireInvitation),
    }),

    async inviteMember(member, { body }, { change }) {
      const { token, ...invitation } = await audited(database, change, tx =>
        inviteMember(tx, member, clock(), body, linkDelivery),
      )
      // A mailed link is not shown here, because opening it proves the address.
      const link = invitation.byMail ? {} : { link: invitationLink(instance.public_url, token) }
      return { ...toWireInvitation(invitation), ...link }
    },

    async revokeInvitation(member, { params }, { change }) {
      await audited(database, change, tx => revokeInvitation(tx, member, params.id))
      return { success: true, message: 'Invitation revoked.' }
    },

    async readInvitation(_nobody, { body }) {
      const { organizationName, email, role, hasAccount } = await readInvitation(db, body.token, clock())
      return { organization_name: organizationName, email, role, has_account: hasAccount }
    },

    async acceptInvitation(_nobody, { body }, { visitor, change }) {
      const { token, name, password } = body
      const person = await findPerson(await openAuth(), visitor, clock())
      if (person) {
        const { organizationId } = await audited(database, change, tx => joinAs(tx, clock(), person, token), byPerson)
        return { organization_id: organizationId }
      }
      const { email, hasAccount } = await readInvitation(db, token, clock())
      if (hasAccount) throw new Refusal('invalid_state', { message: `${email} has an account: sign in with it first.` })
      refusePassword(instance)
      if (name === undefined || password === undefined)
        throw invalid({ path: 'body', message: 'needs name and password, or a session' })
      const passwordHash = await hashNewPassword(await openAuth(), password, { email })
      const asNew = { token, name, passwordHash }
      const joined = await audited(database, change, tx => joinAsNew(tx, clock(), asNew), byPerson)
      await signIn(db, await openAuth(), visitor, { email, password })
      return { organization_id: joined.organizationId }
    },
  } satisfies Partial<ConsoleHandlers>
}

/** The person who joined is only known afterwards. */
const byPerson = ({ organizationId, personId }: Joined): About => ({
  ...{ organizationId, objectId: personId },
  actor: { type: 'person', id: personId },
})
