import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { type DnsStub, startDnsStub } from '../../../../../sinks/dns-stub.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { addDomain } from './add.ts'
import { findRecords } from './dns/findings.ts'
import { dnsLookUp } from './dns/look-up.ts'
import { type DnsRecord, dnsRecords } from './dns/records.ts'
import { newPrivateKeys, type PrivateKeys } from './keys.ts'
import { readDomain } from './read.ts'
import { domainCacheMs } from './remembered.ts'
import { oldKeysOf, rotateKeys } from './rotate.ts'
import { domainReader } from './signers.ts'
import { addVerified, safe } from './verified.fixture.ts'
import { noteFindings } from './verify.ts'
import { watchDomains } from './watch.ts'

const hostname = 'mail.acme.test'
const name = 'acme.example'
const dayMs = 86_400_000

let database: Database
let dns: DnsStub
let organizationId: string
let now: Date
let newKeys: PrivateKeys
beforeAll(async () => {
  dns = await startDnsStub()
  newKeys = await newPrivateKeys()
})
beforeEach(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  organizationId = (await createCallers(database)).organizationId
  now = new Date('2026-11-16T12:00:00.000Z')
  for (const name of Object.keys(dns.table)) delete dns.table[name]
  return () => database[Symbol.asyncDispose]()
})
afterAll(() => dns[Symbol.asyncDispose]())

const lookUp = () => dnsLookUp([dns.server])
const current = () => readDomain(database.db, { organizationId, name })
const recordsNow = async () => dnsRecords({ ...(await current()), hostname })
const rotate = () => database.transaction(tx => rotateKeys(tx, safe, { organizationId, name }, newKeys))

function publish(records: readonly DnsRecord[], ...purposes: DnsRecord['purpose'][]): void {
  for (const { purpose, name, value } of records) if (purposes.includes(purpose)) dns.table[name] = { TXT: [value] }
}

async function verify() {
  const domain = await current()
  const findings = await findRecords(lookUp(), dnsRecords({ ...domain, hostname }))
  return database.transaction(tx => noteFindings(tx, now, domain, findings))
}

/** One worker that goes on signing: asked after its memory has run out. */
function signer() {
  let ms = 0
  const { signingFor } = domainReader(database.db, () => ms, safe)
  return async () => {
    ms += domainCacheMs
    const { keys } = await signingFor(organizationId, name)
    return keys.map(({ selector, privateKey }) => ({
      selector,
      isInDns: JSON.stringify(dns.table[`${selector}._domainkey.${name}`] ?? '').includes(publicText(privateKey)),
    }))
  }
}

const publicText = (key: Parameters<typeof createPublicKey>[0]): string => {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return (spki.length < 100 ? spki.subarray(-32) : spki).toString('base64')
}

const signedBy = (selector: string) => [
  { selector: `${selector}r`, isInDns: true },
  { selector: `${selector}e`, isInDns: true },
]

test('new keys sign once DNS shows them, and every key that signs is in DNS at that time', async () => {
  const { selector } = await addVerified(database, organizationId, name, now)
  publish(await recordsNow(), 'dkim_rsa', 'dkim_ed25519')
  const signing = signer()
  expect(await signing()).toEqual(signedBy(selector))

  const { next } = await rotate()
  const records = await recordsNow()
  await verify()
  expect(await signing()).toEqual(signedBy(selector))

  publish(records, 'next_dkim_rsa')
  await verify()
  expect(await signing()).toEqual(signedBy(selector))

  publish(records, 'next_dkim_ed25519')
  await verify()
  expect(next?.selector).not.toBe(selector)
  expect(await signing()).toEqual(signedBy(next?.selector ?? ''))
})

test('the daily check lets them sign, too, and says for how long the old records must stay', async () => {
  const { selector } = await addVerified(database, organizationId, name, now)
  publish(await recordsNow(), 'dkim_rsa', 'dkim_ed25519')
  const { next } = await rotate()
  publish(await recordsNow(), 'next_dkim_rsa', 'next_dkim_ed25519')
  now = new Date(now.getTime() + dayMs)

  await watchDomains({ database, clock: () => now, lookUp: lookUp(), hostname: null }, new AbortController().signal)

  const rotated = await current()
  expect(rotated).toMatchObject({ selector: next?.selector, next: null, failedAt: null, verifiedAt: now })
  expect(oldKeysOf(rotated)).toEqual({
    names: [`${selector}r._domainkey.${name}`, `${selector}e._domainkey.${name}`],
    replacedAt: now,
    removableAt: new Date(now.getTime() + 7 * dayMs),
  })
})

test('what was found counts once, also when two have looked', async () => {
  const { selector } = await addVerified(database, organizationId, name, now)
  const domain = await rotate()
  const findings = dnsRecords({ ...domain, hostname }).map(record => ({ record, state: 'found' as const, seen: [] }))

  for (let times = 0; times < 2; times++) await database.transaction(tx => noteFindings(tx, now, domain, findings))

  expect(await current()).toMatchObject({ selector: domain.next?.selector, oldSelector: selector })
})

test('asked again it shows the keys that wait', async () => {
  await addVerified(database, organizationId, name, now)

  const [one, other] = await Promise.all([rotate(), rotate()])

  expect(one.next).not.toBeNull()
  expect((await rotate()).next).toEqual(one.next)
  expect(other.next).toEqual(one.next)
})

test('a domain that never had the Ed25519 key in DNS needs only the RSA key for the change', async () => {
  await addVerified(database, organizationId, name, now)
  publish(await recordsNow(), 'dkim_rsa')
  const { next } = await rotate()
  publish(await recordsNow(), 'next_dkim_rsa')

  expect(await verify()).toMatchObject({ selector: next?.selector, next: null })
})

test('a domain that was never verified has no keys to change', async () => {
  await database.transaction(tx => addDomain(tx, safe, now, { organizationId, name }, newKeys))

  await expect(rotate()).rejects.toThrow('has never been verified')
})
