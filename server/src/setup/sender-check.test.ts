import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { sealer } from '#core/seal.ts'
import type { Database } from '#postgres/database.ts'
import { addDomain } from '#resources/messages/domains/add.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { newPrivateKeys } from '#resources/messages/domains/keys.ts'
import { createCallers } from '../../testing/callers.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import { senderCheck } from './sender-check.ts'

let database: Database
let ours: string
beforeEach(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  ours = (await createCallers(database)).organizationId
})
afterEach(() => database[Symbol.asyncDispose]())

const newOrganization = async () => (await createCallers(database)).organizationId
const check = (senderDomains: 'any' | 'verified' | null) => senderCheck({ senderDomains }, database.db, () => 0)
const keys = newPrivateKeys()
const safe = keySafe(sealer(Buffer.alloc(32, 1)))
async function verify(organizationId: string, name: string) {
  const made = await keys
  const domain = await database.transaction(tx => addDomain(tx, safe, new Date(), { organizationId, name }, made))
  await database.db.updateTable('domains').set({ verified_at: new Date() }).where('id', '=', domain.id).execute()
}

test('the only organization sends from any domain unless told otherwise; the second one ends that', async () => {
  const alone = check(null)
  expect(await alone(ours, 'acme.test')).toBe(true)
  const theirs = await newOrganization()

  expect(await alone(theirs, 'acme.test')).toBe(false)
  expect(await alone(ours, 'acme.test')).toBe(false)
  expect(await check('any')(theirs, 'acme.test')).toBe(true)
  expect(await check('verified')(ours, 'acme.test')).toBe(false)
})

test('what is set counts for the only organization, too', async () => {
  await verify(ours, 'acme.test')

  expect(await check('verified')(ours, 'other.test')).toBe(false)
  expect(await check('verified')(ours, 'News.ACME.test')).toBe(true)
})

test.each(['any', 'verified', null] as const)('nobody sends as a domain of others, with %s', async setting => {
  const theirs = await newOrganization()
  await verify(theirs, 'acme.test')
  await verify(theirs, 'shared.test')
  await verify(ours, 'shared.test')
  await verify(ours, 'ours.acme.test')
  const may = check(setting)

  for (const domain of ['acme.test', 'ACME.test', 'news.acme.test', 'a.b.acme.test'])
    expect([domain, await may(ours, domain), await may(theirs, domain)]).toEqual([domain, false, true])
  // Who has proved a name to be theirs may use it, and what is under it.
  expect(await may(ours, 'ours.acme.test')).toBe(true)
  expect([await may(ours, 'shared.test'), await may(theirs, 'shared.test')]).toEqual([true, true])
})

test('a look-alike is a domain of its own', async () => {
  await newOrganization()
  await verify(ours, 'apple.com')

  for (const domain of ['xn--80ak6aa92e.com', 'apple.com.evil.test', 'notapple.com', 'com'])
    expect([domain, await check('verified')(ours, domain)]).toEqual([domain, false])
})
