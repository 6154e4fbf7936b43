import { createPublicKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { publish } from '../../../../../sinks/dns-stub.ts'
import { dayMs, hostname, sceneWithDns } from '../../../../testing/scene-with-dns.ts'
import { addDomain } from './add.ts'
import { findRecords } from './dns/findings.ts'
import { dnsLookUp } from './dns/look-up.ts'
import { type DnsRecord, dnsRecords } from './dns/records.ts'
import { domainCacheMs } from './domain-cache.ts'
import { newPrivateKeys } from './keys.ts'
import { readDomain } from './read.ts'
import { oldKeysOf, rotateKeys } from './rotate.ts'
import { domainReader } from './signers.ts'
import { addVerified, safe } from './verified.fixture.ts'
import { noteFindings } from './verify.ts'
import { watchDomains } from './watch.ts'

const name = 'acme.example'
const scene = sceneWithDns()
const newKeys = await newPrivateKeys()

const lookUp = () => dnsLookUp([scene.dns.server])
const current = () => readDomain(scene.database.db, { organizationId: scene.organizationId, name })
const recordsNow = async () => dnsRecords({ ...(await current()), hostname })
const rotate = () =>
  scene.database.transaction(tx => rotateKeys(tx, safe, { organizationId: scene.organizationId, name }, newKeys))

const publishOf = (records: readonly DnsRecord[], ...purposes: DnsRecord['purpose'][]): void =>
  publish(
    scene.dns.table,
    records.filter(({ purpose }) => purposes.includes(purpose)),
  )

async function verify() {
  const domain = await current()
  const findings = await findRecords(lookUp(), dnsRecords({ ...domain, hostname }))
  return scene.database.transaction(tx => noteFindings(tx, scene.now, domain, findings))
}

/** One worker that keeps signing, asked after its cache has expired. */
function signer() {
  let ms = 0
  const { signingFor } = domainReader(scene.database.db, () => ms, safe)
  return async () => {
    ms += domainCacheMs
    const { keys } = await signingFor(scene.organizationId, name)
    return keys.map(({ selector, privateKey }) => ({
      selector,
      isInDns: JSON.stringify(scene.dns.table[`${selector}._domainkey.${name}`] ?? '').includes(publicText(privateKey)),
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
  const { selector } = await addVerified(scene.database, scene.organizationId, name, scene.now)
  publishOf(await recordsNow(), 'dkim_rsa', 'dkim_ed25519')
  const signing = signer()
  expect(await signing()).toEqual(signedBy(selector))

  const { next } = await rotate()
  const records = await recordsNow()
  await verify()
  expect(await signing()).toEqual(signedBy(selector))

  publishOf(records, 'next_dkim_rsa')
  await verify()
  expect(await signing()).toEqual(signedBy(selector))

  publishOf(records, 'next_dkim_ed25519')
  await verify()
  expect(next?.selector).not.toBe(selector)
  expect(await signing()).toEqual(signedBy(next?.selector ?? ''))
})

test('the daily check activates new keys, too, and reports how long the old records must stay', async () => {
  const { selector } = await addVerified(scene.database, scene.organizationId, name, scene.now)
  publishOf(await recordsNow(), 'dkim_rsa', 'dkim_ed25519')
  const { next } = await rotate()
  publishOf(await recordsNow(), 'next_dkim_rsa', 'next_dkim_ed25519')
  scene.now = new Date(scene.now.getTime() + dayMs)

  await watchDomains(
    { database: scene.database, clock: () => scene.now, lookUp: lookUp(), hostname: null },
    new AbortController().signal,
  )

  const rotated = await current()
  expect(rotated).toMatchObject({ selector: next?.selector, next: null, failedAt: null, verifiedAt: scene.now })
  expect(oldKeysOf(rotated)).toEqual({
    names: [`${selector}r._domainkey.${name}`, `${selector}e._domainkey.${name}`],
    replacedAt: scene.now,
    removableAt: new Date(scene.now.getTime() + 7 * dayMs),
  })
})

test('a finding counts once, also when two checks report it', async () => {
  const { selector } = await addVerified(scene.database, scene.organizationId, name, scene.now)
  const domain = await rotate()
  const findings = dnsRecords({ ...domain, hostname }).map(record => ({ record, state: 'found' as const, seen: [] }))

  for (let times = 0; times < 2; times++)
    await scene.database.transaction(tx => noteFindings(tx, scene.now, domain, findings))

  expect(await current()).toMatchObject({ selector: domain.next?.selector, oldSelector: selector })
})

test('asking again returns the keys that are waiting', async () => {
  await addVerified(scene.database, scene.organizationId, name, scene.now)

  const [one, other] = await Promise.all([rotate(), rotate()])

  expect(one.next).not.toBeNull()
  expect((await rotate()).next).toEqual(one.next)
  expect(other.next).toEqual(one.next)
})

test('a domain that never had the Ed25519 key in DNS needs only the RSA key for a rotation', async () => {
  await addVerified(scene.database, scene.organizationId, name, scene.now)
  publishOf(await recordsNow(), 'dkim_rsa')
  const { next } = await rotate()
  publishOf(await recordsNow(), 'next_dkim_rsa')

  expect(await verify()).toMatchObject({ selector: next?.selector, next: null })
})

test('a domain that was never verified has no keys to rotate', async () => {
  await scene.database.transaction(tx =>
    addDomain(tx, safe, scene.now, { organizationId: scene.organizationId, name }, newKeys),
  )

  await expect(rotate()).rejects.toThrow('has never been verified')
})
