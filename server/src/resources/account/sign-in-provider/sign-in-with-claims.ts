/**
 * Maps the provider's identity to a person. Known people are found by the provider's id. The address is only used once, to find an
 * existing account, and then both sides must have verified it.
 */
import type { Role } from '@posthorn/contract/console/permissions'
import type { Change } from '#core/change.ts'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { recordChange } from '#resources/account/audit-log/audited.ts'
import { followGroups } from '#resources/account/members/from-groups.ts'
import { isInvited } from '#resources/account/members/invite.ts'
import { readOrganizations } from '#resources/account/organizations/plan.ts'
import {
  connectIdentity,
  createConnectedPerson,
  findConnectable,
  personByIdentity,
} from '#resources/account/people/identities.ts'
import { type GroupRules, groupsOf, membershipsOf } from './group-rules.ts'
import { type Identity, identityOf } from './identity.ts'
import type { Claims } from './provider.ts'

export type Rules = { name: string; trustedDomains: readonly string[]; groups: GroupRules | null }
/** `connecting`: the person who was already signed in when they went to the provider. `change`: the sign-in. */
type Asked = { claims: Claims; connecting: string | null; change: Change }

export async function signInWithClaims(tx: Tx, rules: Rules, { claims, connecting, change }: Asked): Promise<string> {
  const identity = identityOf(claims, rules.trustedDomains)
  const wanted = await wantedMemberships(tx, rules, identity, claims)
  const personId =
    connecting === null
      ? await findOrMake(tx, change, rules, identity, wanted)
      : await connect(tx, change, rules, identity, connecting)
  await followGroups(tx, change, personId, wanted)
  return personId
}

async function wantedMemberships(tx: Tx, { name, groups }: Rules, identity: Identity, claims: Claims) {
  if (!groups) return new Map<string, Role>()
  const listed = groupsOf(claims, groups.claim)
  if (listed.kind === 'too many')
    throw refused(
      `${name} did not send your groups, because you have too many. Ask its administrator to send only those that are assigned to this application.`,
    )
  return membershipsOf(groups, identity, listed.names, await readOrganizations(tx))
}

async function findOrMake(
  tx: Tx,
  change: Change,
  { name }: Rules,
  identity: Identity,
  wanted: ReadonlyMap<string, Role>,
): Promise<string> {
  const known = await personByIdentity(tx, identity)
  if (known) return known.id
  const { email } = identity
  if (email === null)
    throw refused(`${name} does not say that your email address is verified. Verify it there, then sign in again.`)
  const account = await findConnectable(tx, email, identity.issuer)
  if (account) {
    if (account.isConnected) throw otherIdentity(name, email)
    // The creator of that account never proved the address, so another person may know its password.
    if (!account.isProven)
      throw refused(
        `There is an account for ${email}, but its address has not been verified. Sign in to it as before, and connect it with ${name} in your settings.`,
      )
    await connectAndTell(tx, change, name, account.id, identity)
    return account.id
  }
  if (wanted.size === 0 && !(await isInvited(tx, email, change.at)))
    throw refused(
      `${email} has no access yet. Ask an owner to invite you, or ask the operator of this server to give one of your groups a role.`,
    )
  return createConnectedPerson(tx, change.at, { ...identity, email, name: identity.name ?? email })
}

/** Only with the same address: otherwise anyone at an unlocked screen could give themselves permanent access. */
async function connect(tx: Tx, change: Change, { name }: Rules, identity: Identity, personId: string): Promise<string> {
  const known = await personByIdentity(tx, identity)
  if (known?.id === personId) return personId
  if (known)
    throw refused(
      `At ${name} you are signed in as another person, who already has an account here. Sign out there first.`,
    )
  const account = identity.email === null ? undefined : await findConnectable(tx, identity.email, identity.issuer)
  if (account?.id !== personId)
    throw refused(
      `${name} does not know you by the address of this account. Both must be the same, and verified there.`,
    )
  if (account.isConnected) throw otherIdentity(name, identity.email)
  await connectAndTell(tx, change, name, personId, identity)
  return personId
}

/** A new way into an account has its own entry in the audit log, besides the sign-in. */
async function connectAndTell(tx: Tx, change: Change, provider: string, personId: string, identity: Identity) {
  await connectIdentity(tx, change.at, personId, identity)
  await recordChange(
    tx,
    { ...change, action: 'person.connected' },
    { objectId: personId, actor: { type: 'person', id: personId }, changes: [{ field: 'provider', to: provider }] },
  )
}

/** The person was created again at the provider, or the address now belongs to another person there. */
const otherIdentity = (name: string, email: string | null) =>
  refused(
    `The account of ${email} belongs to another user of ${name}. If that was you, ask the operator of this server to reset it: posthorn person reset.`,
  )

const refused = (message: string) => new Refusal('unauthorized', { message })
