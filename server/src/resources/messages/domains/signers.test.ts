import { createPublicKey } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sealer } from '#core/seal.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { isOutage } from '#postgres/outages/outage.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { addDomain } from './add.ts'
import type { Finding } from './dns/findings.ts'
import { dnsRecords } from './dns/records.ts'
import { domainCacheMs } from './domain-cache.ts'
import { keySafe } from './key-safe.ts'
import { newPrivateKeys, type PrivateKeys } from './keys.ts'
import { domainReader } from './signers.ts'
import { noteFindings } from './verify.ts'

let database: Database
let ours: string
let theirs: string
let ms: number
let privateKeys: PrivateKeys
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  privateKeys = await newPrivateKeys()
})
beforeEach(async () => {
  ms = 0
  ours = (await createCallers(database)).organizationId
  theirs = (await createCallers(database)).organizationId
})
afterAll(() => database[Symbol.asyncDispose]())

const safe = keySafe(sealer(Buffer.alloc(32, 1)))
const now = new Date('2026-11-15T12:00:00.000Z')
const add = (name: string, organizationId = ours) =>
  database.transaction(tx => addDomain(tx, safe, now, { organizationId, name }, privateKeys))

/** Verifies the domain as if DNS had shown these records. */
async function verify(domain: Awaited<ReturnType<typeof add>>, shown: { dkim: boolean; returnPath: boolean }) {
  const records = dnsRecords({ ...domain, hostname: 'mail.posthorn.test' })
  const findings = records.map((record): Finding => {
    const right = record.purpose.startsWith('dkim') ? shown.dkim : shown.returnPath
    return { record, state: right ? 'found' : 'missing', seen: [] }
  })
  await database.transaction(tx => noteFindings(tx, now, domain, findings))
}
const addVerified = async (name: string, organizationId = ours) => {
  const domain = await add(name, organizationId)
  await verify(domain, { dkim: true, returnPath: true })
  return domain
}
const reader = (db = database.db) => {
  const { signingFor } = domainReader(db, () => ms, safe)
  const isVerified = async (organizationId: string, domain: string) =>
    (await signingFor(organizationId, domain)).keys.length > 0
  return { signingFor, isVerified }
}
const nobody = { keys: [], returnPathDomain: null, trackingHost: null }

test('a verified domain signs with its RSA key, then its Ed25519 key, and accepts returned mail', async () => {
  const { name, selector, ...domain } = await addVerified('sign.example')

  const { keys, returnPathDomain } = await reader().signingFor(ours, 'Sign.Example')

  expect(returnPathDomain).toBe('bounces.sign.example')
  expect(keys.map(key => [key.domain, key.selector, key.privateKey.asymmetricKeyType])).toEqual([
    [name, `${selector}r`, 'rsa'],
    [name, `${selector}e`, 'ed25519'],
  ])
  const spki = keys.map(key => createPublicKey(key.privateKey).export({ type: 'spki', format: 'der' }))
  expect(spki[0]?.toString('base64')).toBe(domain.publicKeys.rsa)
})

test('a domain that is not verified, not added or of another organization does not sign', async () => {
  await add('new.example')
  await addVerified('foreign.example', theirs)
  const { isVerified, signingFor } = reader()

  for (const domain of ['new.example', 'nowhere.example', 'foreign.example', 'www.foreign.example']) {
    expect(await isVerified(ours, domain)).toBe(false)
    expect(await signingFor(ours, domain)).toEqual(nobody)
  }
  expect(await isVerified(theirs, 'foreign.example')).toBe(true)
})

test('two organizations with one domain sign with their own keys', async () => {
  await addVerified('both.example')
  await addVerified('both.example', theirs)
  const { signingFor } = reader()

  const [one, other] = [await signingFor(ours, 'both.example'), await signingFor(theirs, 'both.example')]

  expect(one.keys[0]?.selector).not.toBe(other.keys[0]?.selector)
})

test('a verified domain without its own return path signs, and accepts no returned mail', async () => {
  await verify(await add('plain.example'), { dkim: true, returnPath: false })
  await verify(await add('half.example'), { dkim: false, returnPath: true })
  const { signingFor } = reader()

  expect(await signingFor(ours, 'plain.example')).toMatchObject({ keys: [{}, {}], returnPathDomain: null })
  expect(await signingFor(ours, 'half.example')).toEqual(nobody)
})

test('the nearest verified domain above signs for a subdomain, and a domain with the same ending does not', async () => {
  await addVerified('top.example')
  await addVerified('news.top.example')
  await add('shop.top.example')
  const { signingFor } = reader()
  const signer = async (domain: string) => (await signingFor(ours, domain)).keys[0]?.domain

  expect(await signer('a.b.news.top.example')).toBe('news.top.example')
  expect(await signer('news.top.example')).toBe('news.top.example')
  expect(await signer('blog.top.example')).toBe('top.example')
  expect(await signer('shop.top.example')).toBe('top.example')
  expect(await signer('desktop.example')).toBeUndefined()
  expect(await signer('example')).toBeUndefined()
})

test('a look-up of a domain is cached for 5 seconds and no longer, also when there is no such domain', async () => {
  const { isVerified, signingFor } = reader()
  expect(await isVerified(ours, 'late.example')).toBe(false)
  const domain = await addVerified('late.example')

  ms = domainCacheMs - 1
  expect(await isVerified(ours, 'late.example')).toBe(false)
  ms = domainCacheMs
  const before = await signingFor(ours, 'late.example')
  expect(before.keys).toHaveLength(2)
  await verify(domain, { dkim: false, returnPath: true })
  expect(await isVerified(ours, 'late.example')).toBe(true)
  ms = 2 * domainCacheMs
  expect(await isVerified(ours, 'late.example')).toBe(false)
})

test('keys are parsed once, however often the domain is looked up', async () => {
  await addVerified('again.example')
  const { signingFor } = reader()

  const before = await signingFor(ours, 'again.example')
  ms = domainCacheMs
  const after = await signingFor(ours, 'again.example')

  expect(after).not.toBe(before)
  expect(after.keys).toBe(before.keys)
})

test('a hundred senders at once are looked up together, each once, and get their own answers', async () => {
  const names = Array.from({ length: 5 }, (_, nth) => `many${nth}.example`)
  for (const name of names) await addVerified(name)
  const asked = Array.from({ length: 100 }, (_, nth) => `many${nth % 10}.example`)
  let queries = 0
  const counting = database.db.withPlugin({
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const { signingFor } = reader(counting)

  const answers = await Promise.all(asked.map(domain => signingFor(ours, domain)))

  expect(answers.map(({ keys }) => keys[0]?.domain)).toEqual(
    asked.map(domain => (names.includes(domain) ? domain : undefined)),
  )
  // The first goes alone; those that arrive meanwhile share the second query.
  expect(queries).toBeLessThanOrEqual(2)
})

test('a failed look-up is not cached', async () => {
  await addVerified('back.example')
  const away = openDatabase({ url: database.pool.options.connectionString ?? '', connections: 1 })
  await away.db.executeQuery(CompiledQuery.raw('set search_path to nowhere'))
  const { isVerified } = reader(away.db)
  await expect(isVerified(ours, 'back.example')).rejects.toThrow(/does not exist/)

  await away.db.executeQuery(CompiledQuery.raw('set search_path to default'))

  expect(await isVerified(ours, 'back.example')).toBe(true)
  await away[Symbol.asyncDispose]()
})

test('keys sealed with another encryption key are an outage: nothing is wrong with the email, and it waits', async () => {
  await addVerified('locked.example')
  const { signingFor } = domainReader(database.db, () => ms, keySafe(sealer(Buffer.alloc(32, 2))))

  const failure: unknown = await signingFor(ours, 'locked.example').catch((cause: unknown) => cause)

  expect(isOutage(failure)).toBe(true)
})
