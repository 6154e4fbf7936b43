import { randomUUID } from 'node:crypto'
import type { Role } from '@posthorn/contract/console/permissions'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Member } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { listEntries } from '#resources/account/audit-log/store.ts'
import { inviteMember, joinAs } from '#resources/account/members/invite.ts'
import { createBareOrganization } from '#resources/account/organizations/create.ts'
import { createPerson } from '#resources/account/people/create.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { type Rules, signInWithClaims } from './sign-in-with-claims.ts'

let database: Database
let acme: string
let other: string
let rules: Rules
const now = () => new Date()

beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const make = (name: string) =>
    database.transaction(tx => createBareOrganization(tx, now(), { name, plan: 'enterprise' }))
  ;[acme, other] = [await make('Acme'), await make('Other')]
  rules = {
    name: 'Sink',
    trustedDomains: [],
    groups: {
      claim: 'groups',
      rules: [
        { group: 'owners', organizationId: acme, role: 'owner' },
        { group: 'staff', organizationId: acme, role: 'viewer' },
        { group: 'others', organizationId: other, role: 'developer' },
      ],
    },
  }
})
afterAll(() => database[Symbol.asyncDispose]())

function somebody(others: object = {}) {
  const sub = randomUUID()
  return {
    iss: 'https://id.example.com',
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    name: 'Ada',
    ...others,
  }
}

const signIn = () =>
  ({ action: 'person.signed_in', actor: null, at: now(), via: 'dashboard', address: '192.0.2.7' }) as const

const enter = (claims: object, connecting: string | null = null) =>
  database.transaction(tx => signInWithClaims(tx, rules, { claims: { ...claims }, connecting, change: signIn() }))

const withPassword = (email: string, isProven: boolean) =>
  database.transaction(tx => createPerson(tx, now(), { name: 'Ada', email, passwordHash: 'none', isProven }))

const rolesOf = async (personId: string) => {
  const rows = await database.db
    .selectFrom('members')
    .select(['organization_id', 'role', 'from_groups'])
    .where('person_id', '=', personId)
    .execute()
  return Object.fromEntries(rows.map(row => [row.organization_id, row.from_groups ? row.role : `${row.role} by hand`]))
}

const byHand = (organizationId: string, personId: string, role: Role) =>
  database.db
    .insertInto('members')
    .values({ organization_id: organizationId, person_id: personId, role, created_at: now() })
    .execute()

test('groups give, change and remove roles at the next sign-in', async () => {
  const ada = somebody()
  const id = await enter({ ...ada, groups: ['staff', 'others'] })
  expect(await rolesOf(id)).toEqual({ [acme]: 'viewer', [other]: 'developer' })

  await enter(somebody({ groups: ['owners'] }))
  expect(await enter({ ...ada, groups: ['owners'] })).toBe(id)
  expect(await rolesOf(id)).toEqual({ [acme]: 'owner' })

  expect(await enter({ ...ada, groups: [] })).toBe(id)
  expect(await rolesOf(id)).toEqual({})
})

test('the audit log of the organization has what groups gave and removed, and nothing without a change', async () => {
  const ada = somebody()
  const id = await enter({ ...ada, groups: ['others'] })
  await enter({ ...ada, groups: ['others'] })
  await enter({ ...ada, groups: [] })

  const entries = await listEntries(
    database.db,
    { organizationId: other, environmentId: null },
    { limit: 10, before: undefined },
    { objectId: id },
  )
  const by = { field: 'by', to: 'groups' }
  expect(entries).toMatchObject([
    { action: 'member.left', changes: [{ field: 'role', from: 'developer' }, by] },
    { action: 'member.joined', changes: [{ field: 'role', to: 'developer' }, by], actorId: id, address: '192.0.2.7' },
  ])
})

test('groups do not change a role given by hand', async () => {
  const ada = somebody()
  const id = await enter({ ...ada, groups: ['others'] })
  await byHand(acme, id, 'admin')

  for (const groups of [['staff'], ['owners'], []]) {
    await enter({ ...ada, groups })
    expect(await rolesOf(id)).toEqual({ [acme]: 'admin by hand' })
  }
})

test('the last owner stays an owner', async () => {
  const sole = await database.transaction(tx => createBareOrganization(tx, now(), { name: 'Sole', plan: 'enterprise' }))
  const before = rules
  rules = { ...rules, groups: { claim: 'groups', rules: [{ group: 'sole', organizationId: sole, role: 'owner' }] } }
  const [ada, grace] = [somebody(), somebody()]
  const id = await enter({ ...ada, groups: ['sole'] })

  await enter({ ...ada, groups: [] })
  expect(await rolesOf(id)).toEqual({ [sole]: 'owner' })

  await enter({ ...grace, groups: ['sole'] })
  await enter({ ...ada, groups: [] })
  expect(await rolesOf(id)).toEqual({})
  rules = before
})

test('an unverified address neither opens nor creates an account', async () => {
  for (const others of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
    const claims = { ...somebody(), groups: ['staff'], ...others }
    await expect(enter(claims)).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('verif'),
    })
  }
})

test('an account with a password is found by its address once, when both sides have verified it', async () => {
  const ada = somebody()
  const id = await withPassword(ada.email, true)

  await expect(enter({ ...ada, email_verified: false })).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await enter(ada)).toBe(id)
  // From now on she is found by the provider's id.
  expect(await enter({ ...ada, email: 'married@example.com', email_verified: false })).toBe(id)
})

test('an account with an unproved address is not taken over until its owner connects it', async () => {
  const ada = somebody()
  const id = await withPassword(ada.email, false)

  await expect(enter(ada)).rejects.toMatchObject({
    message: expect.stringContaining('its address has not been verified'),
  })
  expect(await enter(ada, id)).toBe(id)
  expect(await enter(ada)).toBe(id)
})

test.each([
  ['by its owner', false],
  ['by its address', true],
])('an account that is connected %s has an entry in the audit log, once', async (_by, isProven) => {
  const ada = somebody()
  const id = await withPassword(ada.email, isProven)
  await byHand(acme, id, 'viewer')

  for (let nth = 0; nth < 2; nth++) await enter(ada, isProven ? null : id)

  const page = { limit: 10, before: undefined }
  const entries = await listEntries(database.db, { organizationId: acme, environmentId: null }, page, { objectId: id })
  expect(entries).toMatchObject([
    { action: 'person.connected', actorId: id, address: '192.0.2.7', changes: [{ field: 'provider', to: 'Sink' }] },
  ])
})

test('an account cannot be connected with another person’s address', async () => {
  const [ada, eve] = [somebody(), somebody()]
  const id = await withPassword(ada.email, true)

  await expect(enter(eve, id)).rejects.toMatchObject({ message: expect.stringContaining('does not know you by') })
  await expect(enter({ ...eve, email: ada.email, email_verified: false }, id)).rejects.toMatchObject({
    code: 'unauthorized',
  })
  await withPassword(eve.email, true)
  await expect(enter(eve, id)).rejects.toMatchObject({ message: expect.stringContaining('does not know you by') })
  await enter({ ...eve, groups: ['staff'] })
  await expect(enter(eve, id)).rejects.toMatchObject({
    message: expect.stringContaining('At Sink you are signed in as another person'),
  })
})

test('an address that the provider reassigned does not open the account of its previous owner', async () => {
  const ada = somebody({ groups: ['staff'] })
  await enter(ada)

  await expect(enter({ ...ada, sub: randomUUID() })).rejects.toMatchObject({
    message: expect.stringContaining('belongs to another user of Sink'),
  })
  await expect(enter({ ...ada, iss: 'https://other.example.com' })).resolves.toEqual(expect.any(String))
})

test('a person without a group or an invitation is refused, and an invitation is enough', async () => {
  const ada = somebody()
  await expect(enter(ada)).rejects.toMatchObject({ message: expect.stringContaining('has no access yet') })

  const inviting = await enter(somebody({ groups: ['owners'] }))
  const invitation = { id: randomUUID(), organization_id: acme, email: ada.email, role: 'viewer', invited_by: inviting }
  await database.db
    .insertInto('invitations')
    .values({
      ...invitation,
      by_mail: false,
      token_hash: Buffer.from(invitation.id),
      created_at: now(),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute()

  expect(await rolesOf(await enter(ada))).toEqual({})
})

type Somebody = ReturnType<typeof somebody>

/** The token of an invitation to Acme. */
async function invite({ email }: Somebody, role: Role): Promise<string> {
  const owner = await enter(somebody({ groups: ['owners'] }))
  // `as`: only the organization and the person are read.
  const asking = { organizationId: acme, person: { id: owner } } as Member
  const linkDelivery = { key: Buffer.from('a key'), byMail: true }
  return (await database.transaction(tx => inviteMember(tx, asking, now(), { email, role }, linkDelivery))).token
}

const accept = (id: string, { email }: Somebody, token: string) =>
  database.transaction(tx => joinAs(tx, now(), { id, name: 'Ada', email, hasTotp: false }, token))

test('an invitation counts also for a person whom a group has made a member with a lesser role', async () => {
  const ada = somebody({ groups: ['staff'] })
  const token = await invite(ada, 'developer')
  const id = await enter(ada)
  expect(await rolesOf(id)).toEqual({ [acme]: 'viewer' })

  await accept(id, ada, token)

  expect(await rolesOf(id)).toEqual({ [acme]: 'developer by hand' })
  await enter({ ...ada, groups: [] })
  expect(await rolesOf(id)).toEqual({ [acme]: 'developer by hand' })
})

test('an invitation does not lower the role that a group gives', async () => {
  const ada = somebody({ groups: ['owners'] })
  const token = await invite(ada, 'viewer')
  const id = await enter(ada)

  await expect(accept(id, ada, token)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await rolesOf(id)).toEqual({ [acme]: 'owner' })
})

test('two first sign-ins at once create one person', async () => {
  const ada = somebody({ groups: ['staff'] })
  const both = await Promise.allSettled([enter(ada), enter(ada), enter(ada)])

  const ids = both.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  expect(new Set(ids).size).toBe(1)
  for (const one of both) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'unauthorized' })
  expect(await enter(ada)).toBe(ids[0])
})

test('missing groups remove nothing', async () => {
  const ada = somebody()
  const id = await enter({ ...ada, groups: ['staff'] })

  await expect(enter({ ...ada, _claim_names: { groups: 'src1' } })).rejects.toMatchObject({
    message: expect.stringContaining('too many'),
  })
  expect(await rolesOf(id)).toEqual({ [acme]: 'viewer' })
})
