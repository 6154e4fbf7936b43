import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { sealer } from '#core/seal.ts'
import type { Database } from '#postgres/database.ts'
import { addDomain } from '#resources/messages/domains/add.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { newPrivateKeys } from '#resources/messages/domains/keys.ts'
import { setRequireTls } from '#resources/messages/domains/require-tls.ts'
import { readRequest } from '#resources/messages/emails/request/read-request.ts'
import { checkSenders } from '#resources/messages/emails/senders.ts'
import { createCallers } from '../../../testing/callers.ts'
import { openTestDatabase } from '../../../testing/postgres.ts'
import { senderCheck } from './sender-check.ts'

let database: Database
let ours: string
beforeEach(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  ours = (await createCallers(database)).organizationId
})
afterEach(() => database[Symbol.asyncDispose]())

const newOrganization = async () => (await createCallers(database)).organizationId
const check = (senderDomains: 'any' | 'verified' | null) => {
  const asked = senderCheck({ senderDomains }, database.db, () => 0)
  return async (organizationId: string, domain: string) => (await asked(organizationId, domain)).isAllowed
}
const keys = newPrivateKeys()
const safe = keySafe(sealer(Buffer.alloc(32, 1)))
async function add(organizationId: string, name: string) {
  const made = await keys
  return database.transaction(tx => addDomain(tx, safe, new Date(), { organizationId, name }, made))
}
async function verify(organizationId: string, name: string) {
  const domain = await add(organizationId, name)
  await database.db.updateTable('domains').set({ verified_at: new Date() }).where('id', '=', domain.id).execute()
}

test('the only organization sends from any domain unless a setting forbids it; a second organization ends that', async () => {
  const alone = check(null)
  expect(await alone(ours, 'acme.test')).toBe(true)
  const theirs = await newOrganization()

  expect(await alone(theirs, 'acme.test')).toBe(false)
  expect(await alone(ours, 'acme.test')).toBe(false)
  expect(await check('any')(theirs, 'acme.test')).toBe(true)
  expect(await check('verified')(ours, 'acme.test')).toBe(false)
})

test('the setting also applies to the only organization', async () => {
  await verify(ours, 'acme.test')

  expect(await check('verified')(ours, 'other.test')).toBe(false)
  expect(await check('verified')(ours, 'News.ACME.test')).toBe(true)
})

test.each(['any', 'verified', null] as const)(
  'no organization sends from a domain of another, with %s',
  async setting => {
    const theirs = await newOrganization()
    await verify(theirs, 'acme.test')
    await verify(theirs, 'shared.test')
    await verify(ours, 'shared.test')
    await verify(ours, 'ours.acme.test')
    const may = check(setting)

    for (const domain of ['acme.test', 'ACME.test', 'news.acme.test', 'a.b.acme.test'])
      expect([domain, await may(ours, domain), await may(theirs, domain)]).toEqual([domain, false, true])
    // An organization may use a domain that it has verified, and its subdomains.
    expect(await may(ours, 'ours.acme.test')).toBe(true)
    expect([await may(ours, 'shared.test'), await may(theirs, 'shared.test')]).toEqual([true, true])
  },
)

test('a look-alike is a different domain', async () => {
  await newOrganization()
  await verify(ours, 'apple.com')

  for (const domain of ['xn--80ak6aa92e.com', 'apple.com.evil.test', 'notapple.com', 'com'])
    expect([domain, await check('verified')(ours, domain)]).toEqual([domain, false])
})

const demandTls = (organizationId: string, name: string) =>
  database.transaction(tx => setRequireTls(tx, { organizationId, name }, true))
const demandsOf = async (domains: readonly string[], setting: 'verified' | null = null) => {
  const asked = senderCheck({ senderDomains: setting }, database.db, () => 0)
  return Promise.all(domains.map(async domain => (await asked(ours, domain)).requiresTls))
}

test('a domain demands TLS for itself and its subdomains, except a subdomain that is verified without the demand', async () => {
  await verify(ours, 'acme.test')
  await verify(ours, 'news.acme.test')
  await verify(ours, 'other.test')
  await demandTls(ours, 'acme.test')

  const domains = ['acme.test', 'ACME.test', 'shop.acme.test', 'news.acme.test', 'a.news.acme.test', 'other.test']
  for (const setting of [null, 'verified'] as const)
    expect(await demandsOf(domains, setting)).toEqual([true, true, true, false, false, false])
})

test('the demand applies before verification, only to its own organization, and does not allow sending from the domain', async () => {
  const theirs = await newOrganization()
  await add(ours, 'acme.test')
  await demandTls(ours, 'acme.test')
  await add(theirs, 'their.test')
  await demandTls(theirs, 'their.test')

  expect(await demandsOf(['acme.test', 'their.test'])).toEqual([true, false])
  expect(await check(null)(ours, 'acme.test')).toBe(false)
})

test('an email that asks for less than its domain demands is still sent over TLS', async () => {
  await verify(ours, 'acme.test')
  await demandTls(ours, 'acme.test')
  const drafts = [
    { from: 'a@acme.test', require_tls: false },
    { from: 'a@plain.test', require_tls: true },
    { from: 'a@plain.test' },
  ].map(asked => readRequest({ to: 'b@c.test', subject: 'x', text: 'x', ...asked }, new Date()))
  const caller = { ...(await createCallers(database)).live, organizationId: ours }

  const checked = await checkSenders(senderCheck({ senderDomains: 'any' }, database.db), caller, drafts)

  expect(checked.map(({ requireTls }) => requireTls)).toEqual([true, true, false])
})
