import type { Role } from '@posthorn/contract/console/permissions'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import type { Member } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { createBareOrganization } from '#resources/account/organizations/create.ts'
import { createPerson } from '#resources/account/people/create.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { changeMember, readMembers, removeMember } from './change.ts'
import { enterOrganization } from './enter.ts'
import { inviteMember, joinAs, joinAsNew, readInvitation, revokeInvitation } from './invite.ts'
import { insertMember } from './store.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

let people = 0
const linkDelivery = { key: Buffer.from('a key'), byMail: true }

/** An organization with a member for each of these roles. */
async function organizationOf(...roles: Role[]): Promise<Member[]> {
  const now = new Date()
  const members = await database.transaction(async tx => {
    const organizationId = await createBareOrganization(tx, now, { name: 'Acme', plan: 'enterprise' })
    return Promise.all(
      roles.map(async role => {
        const email = `person-${people++}@example.com`
        const id = await createPerson(tx, now, { name: 'P', email, passwordHash: 'x' })
        await insertMember(tx, { organizationId, personId: id, role, at: now })
        return { organizationId, person: { id, name: 'P', email, hasTotp: false } }
      }),
    )
  })
  const entered = members.map(({ organizationId, person }) =>
    enterOrganization(database.db, person, { organizationId, mode: 'live' }),
  )
  return (await Promise.all(entered)).map(member => member ?? expect.fail('does not belong there'))
}

const rolesIn = async ({ organizationId }: Member) =>
  (await readMembers(database.db, organizationId)).map(member => member.role)

test('when two owners step down at once, one stays', async () => {
  for (let round = 0; round < 10; round++) {
    const owners = (await organizationOf('owner', 'owner')) as [Member, Member]
    const leave = (one: Member) => database.transaction(tx => removeMember(tx, one, one.person.id))
    const demote = (one: Member) => database.transaction(tx => changeMember(tx, one, one.person.id, 'viewer'))

    const verdicts = await Promise.allSettled([leave(owners[0]), demote(owners[1])])

    expect(verdicts.filter(one => one.status === 'rejected')).toMatchObject([{ reason: { code: 'invalid_state' } }])
    expect((await rolesIn(owners[0])).filter(role => role === 'owner')).toHaveLength(1)
  }
})

test('a former owner can no longer act as one', async () => {
  const [first, second, third] = (await organizationOf('owner', 'owner', 'viewer')) as [Member, Member, Member]
  await database.transaction(tx => changeMember(tx, first, second.person.id, 'viewer'))

  const late = database.transaction(tx => changeMember(tx, second, third.person.id, 'owner'))

  await expect(late).rejects.toMatchObject({ code: 'forbidden' })
})

test('members of another organization cannot be changed', async () => {
  const [owner] = (await organizationOf('owner')) as [Member]
  const [stranger] = (await organizationOf('viewer')) as [Member]
  for (const id of [stranger.person.id, newId(new Date()), 'nonsense']) {
    await expect(database.transaction(tx => removeMember(tx, owner, id))).rejects.toMatchObject({ code: 'not_found' })
  }
  const elsewhere = { organizationId: stranger.organizationId, mode: 'live' } as const
  expect(await enterOrganization(database.db, owner.person, elsewhere)).toBeUndefined()
})

test('an invitation ends after seven days, and when its sender leaves', async () => {
  const [owner, admin] = (await organizationOf('owner', 'admin')) as [Member, Member]
  const now = new Date()
  const invite = (by: Member, email: string) =>
    database.transaction(tx => inviteMember(tx, by, now, { email, role: 'viewer' }, linkDelivery))
  const old = await invite(owner, 'old@example.com')
  const orphan = await invite(admin, 'orphan@example.com')
  const later = new Date(now.getTime() + 7 * 86_400_000)
  const accept = (token: string, at: Date) =>
    database.transaction(tx => joinAsNew(tx, at, { token, name: 'N', passwordHash: 'x' }))

  await database.transaction(tx => removeMember(tx, owner, admin.person.id))

  await expect(accept(old.token, later)).rejects.toMatchObject({ code: 'not_found' })
  await expect(accept(orphan.token, now)).rejects.toMatchObject({ code: 'not_found' })
  expect(await readInvitation(database.db, old.token, now)).toMatchObject({ hasAccount: false })
  await expect(accept(old.token, now)).resolves.toMatchObject({ personId: expect.any(String) })
})

test('a member who loses a role cannot regain it through their own invitation', async () => {
  const [owner, second, admin] = (await organizationOf('owner', 'owner', 'admin')) as [Member, Member, Member]
  const now = new Date()
  const invite = (by: Member, role: Role) =>
    database.transaction(tx =>
      inviteMember(tx, by, now, { email: `back-door-${people++}@example.com`, role }, linkDelivery),
    )
  const [asOwner, asViewer] = [await invite(second, 'owner'), await invite(second, 'viewer')]
  const asAdmin = await invite(admin, 'admin')
  const read = (token: string) => readInvitation(database.db, token, now)

  await database.transaction(tx => changeMember(tx, owner, second.person.id, 'admin'))
  await database.transaction(tx => changeMember(tx, owner, admin.person.id, 'developer'))

  await expect(read(asOwner.token)).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(asAdmin.token)).rejects.toMatchObject({ code: 'not_found' })
  expect(await read(asViewer.token)).toMatchObject({ role: 'viewer' })
})

test('a member who was removed or lost the right can no longer invite or revoke', async () => {
  const [owner, admin, other] = (await organizationOf('owner', 'admin', 'admin')) as [Member, Member, Member]
  const asked = { email: `late-${people++}@example.com`, role: 'admin' } as const
  const invite = (by: Member) => database.transaction(tx => inviteMember(tx, by, new Date(), asked, linkDelivery))
  const { id } = await invite(owner)
  await database.transaction(tx => removeMember(tx, owner, admin.person.id))
  await database.transaction(tx => changeMember(tx, owner, other.person.id, 'viewer'))

  for (const late of [admin, other]) {
    await expect(invite(late)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(database.transaction(tx => revokeInvitation(tx, late, id))).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
})

test('an expired invitation does not block a new one', async () => {
  const [owner, admin] = (await organizationOf('owner', 'admin')) as [Member, Member]
  const email = `again-${people++}@example.com`
  const now = new Date()
  const later = new Date(now.getTime() + 8 * 86_400_000)
  await database.transaction(tx => inviteMember(tx, owner, now, { email, role: 'owner' }, linkDelivery))
  const invite = (at: Date) =>
    database.transaction(tx => inviteMember(tx, admin, at, { email, role: 'viewer' }, linkDelivery))

  await expect(invite(now)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await invite(later)).toMatchObject({ role: 'viewer' })
})

test('an attempt by another person leaves an invitation valid', async () => {
  const [owner] = (await organizationOf('owner')) as [Member]
  const [guest] = (await organizationOf('viewer')) as [Member]
  const now = new Date()
  const asked = { email: guest.person.email, role: 'developer' } as const
  const { token } = await database.transaction(tx => inviteMember(tx, owner, now, asked, linkDelivery))
  const join = (one: Member) => database.transaction(tx => joinAs(tx, now, one.person, token))

  await expect(join(owner)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(join(guest)).resolves.toMatchObject({ personId: guest.person.id })
  expect(await rolesIn(owner)).toEqual(['owner', 'developer'])
})
