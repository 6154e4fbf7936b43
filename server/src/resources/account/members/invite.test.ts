/** Nobody gets an account for an address that they have not proved, unless a trusted member vouches for it. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Member } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { createBareOrganization } from '#resources/account/organizations/create.ts'
import { createPerson } from '#resources/account/people/create.ts'
import { systemMailer } from '#resources/messages/emails/system-mail.ts'
import { compose } from '#transports/mime/compose.ts'
import { relayTransport } from '#transports/smtp/relay.ts'
import { startSmtpSink } from '../../../../../sinks/smtp-sink.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { enterOrganization } from './enter.ts'
import { inviteMember, joinAs, joinAsNew, revokeInvitation } from './invite.ts'
import { mailInvitation } from './mail-invitation.ts'
import { insertMember } from './store.ts'

const key = Buffer.from('a key')
const now = new Date()
let database: Database
let first: Member
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  first = await newOwner()
})
afterAll(() => database[Symbol.asyncDispose]())

let people = 0
const newAddress = () => `person-${people++}@example.com`

/** The owner of a new organization. */
async function newOwner(): Promise<Member> {
  const email = newAddress()
  const made = await database.transaction(async tx => {
    const organizationId = await createBareOrganization(tx, now, { name: 'Acme', plan: 'enterprise' })
    const id = await createPerson(tx, now, { name: 'P', email, passwordHash: 'x' })
    await insertMember(tx, { organizationId, personId: id, role: 'owner', at: now })
    return { organizationId, person: { id, name: 'P', email, hasTotp: false } }
  })
  const place = { organizationId: made.organizationId, mode: 'live' } as const
  return (await enterOrganization(database.db, made.person, place)) ?? expect.fail('does not belong there')
}

const invite = (by: Member, byMail: boolean, email = newAddress()) =>
  database.transaction(tx => inviteMember(tx, by, now, { email, role: 'viewer' }, { key, byMail }))
const accept = (token: string) =>
  database.transaction(tx => joinAsNew(tx, now, { token, name: 'New', passwordHash: 'x' }))
const isProven = async (email: string) =>
  (await database.db.selectFrom('people').select('email_verified').where('email', '=', email).executeTakeFirstOrThrow())
    .email_verified

/** Runs the job and returns what arrives. */
async function mailed(invitation: { organizationId: string; id: string }) {
  await using sink = await startSmtpSink()
  await using transport = relayTransport({ url: `smtp://127.0.0.1:${sink.port}`, hostname: 'us.example', final: false })
  const sender = { from: { name: 'Posthorn', address: 'posthorn@us.example' }, transport }
  const sendSystemMail = systemMailer(compose, () => sender)
  const parts = { database, clock: () => now, key, publicUrl: 'https://us.example', sendSystemMail }
  await mailInvitation({ ...parts, log: pino({ level: 'silent' }) }, invitation)
  return sink.messages.map(({ mailFrom, rcptTo, raw }) => ({ mailFrom, rcptTo, content: String(raw) }))
}

test('with one organization a link may be passed on by hand, and proves nothing', async () => {
  const invitation = await invite(first, false)

  await accept(invitation.token)

  expect(await isProven(invitation.email)).toBe(false)
})

test('with several organizations only operators pass links on by hand', async () => {
  const other = await newOwner()

  await expect(invite(other, false)).rejects.toMatchObject({ code: 'invalid_state' })
  await invite(first, false)
})

test('a mailed link goes to the invited address, and opening it proves the address', async () => {
  const invitation = await invite(await newOwner(), true)

  const [mail, ...more] = await mailed(invitation)

  expect([mail?.mailFrom, mail?.rcptTo, more.length]).toEqual(['posthorn@us.example', [invitation.email], 0])
  const content = mail?.content.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
  const token = /https:\/\/us\.example\/invitation\?token=(\S+)/.exec(content)?.[1] ?? ''
  await accept(token)
  expect(await isProven(invitation.email)).toBe(true)
  await expect(accept(token)).rejects.toMatchObject({ code: 'not_found' })
})

test('joining with a mailed link also proves the address of an existing account', async () => {
  const { person } = await newOwner()
  const { token } = await invite(await newOwner(), true, person.email)

  await database.transaction(tx => joinAs(tx, now, person, token))

  expect(await isProven(person.email)).toBe(true)
})

test('a link never takes over an existing account', async () => {
  const { person } = await newOwner()
  const { token } = await invite(await newOwner(), true, person.email)

  await expect(accept(token)).rejects.toMatchObject({ code: 'invalid_state' })
  const { password } = await database.db
    .selectFrom('credentials')
    .select('password')
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(password).toBe('x')
})

test('the answers to an invitation do not reveal whether an account exists', async () => {
  const [owner, { person }] = [await newOwner(), await newOwner()]

  const [known, unknown] = [await invite(owner, true, person.email), await invite(owner, true)]

  expect(Object.keys(known)).toEqual(Object.keys(unknown))
})

test('a revoked or replaced invitation is not mailed', async () => {
  const owner = await newOwner()
  const [withdrawn, replaced] = [await invite(owner, true), await invite(owner, true)]
  await database.transaction(tx => revokeInvitation(tx, owner, withdrawn.id))
  await invite(owner, true, replaced.email)

  expect(await mailed(withdrawn)).toEqual([])
  expect(await mailed(replaced)).toEqual([])
})

test('invitations to one address are limited across all organizations', async () => {
  const email = newAddress()
  for (let nth = 0; nth < 5; nth++) await invite(await newOwner(), true, email)

  // The sixth may be sent a second later, but not so many at once.
  const more = await Promise.allSettled(Array.from({ length: 3 }, async () => invite(await newOwner(), true, email)))

  expect(more.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(1)
})
