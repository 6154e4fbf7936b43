import { createPrivateKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sign } from '#transports/mime/dkim.ts'
import { type DnsStub, type DnsTable, startDnsStub } from '../../../../../../sinks/dns-stub.ts'
import { dnsLookUp } from '../dns/look-up.ts'
import { newPrivateKeys, publicKeysOf } from '../keys.ts'
import { authenticate } from './authenticate.ts'

const keys = await newPrivateKeys()
const publicKeys = publicKeysOf(keys)
const signers = [
  { domain: 'acme.test', selector: 'r1', privateKey: createPrivateKey(keys.rsaPrivateKey) },
  { domain: 'acme.test', selector: 'e1', privateKey: createPrivateKey(keys.ed25519PrivateKey) },
]
const rsa = { 'r1._domainkey.acme.test': { TXT: [`v=DKIM1; k=rsa; p=${publicKeys.rsa}`] } }
const ed25519 = { 'e1._domainkey.acme.test': { TXT: [`v=DKIM1; k=ed25519; p=${publicKeys.ed25519}`] } }
const spf = { 'bounces.acme.test': { TXT: ['v=spf1 a:mail.posthorn.test ~all'] } }
const dmarc = (text: string) => ({ '_dmarc.acme.test': { TXT: [text] } })
const host = { 'mail.posthorn.test': { A: ['192.0.2.1'] } }
const all = { ...rsa, ...ed25519, ...spf, ...host, ...dmarc('v=DMARC1; p=reject') }

let dns: DnsStub
beforeAll(async () => {
  dns = await startDnsStub()
})
beforeEach(() => {
  for (const name of Object.keys(dns.table)) delete dns.table[name]
  dns.questions.length = 0
})
afterAll(() => dns[Symbol.asyncDispose]())

const plain = (from = 'shop@acme.test') =>
  Buffer.from(
    `From: ${from}\r\nTo: ada@example.com\r\nSubject: Hi\r\nDate: Thu, 01 Jan 2026 00:00:00 +0000\r\n\r\nHi\r\n`,
  )

type Special = { message?: Buffer; returnPath?: string; hostnames?: string[] }
async function seen(table: DnsTable, special: Special = {}) {
  Object.assign(dns.table, table)
  return authenticate(dnsLookUp([dns.server], 300), {
    message: special.message ?? (await sign(plain(), signers)),
    returnPath: special.returnPath ?? 'b-1@bounces.acme.test',
    hostnames: special.hostnames ?? ['mail.posthorn.test'],
  })
}

test('with all records in DNS everything passes, for the domain of From', async () => {
  expect(await seen(all)).toEqual({
    dkim: [
      { domain: 'acme.test', selector: 'r1', algorithm: 'rsa-sha256', result: 'pass', aligned: true },
      { domain: 'acme.test', selector: 'e1', algorithm: 'ed25519-sha256', result: 'pass', aligned: true },
    ],
    spf: { domain: 'bounces.acme.test', address: '192.0.2.1', result: 'pass', aligned: true },
    dmarc: { result: 'pass', policy: 'reject', domain: 'acme.test' },
  })
})

test('a key that is missing in DNS fails only its own signature', async () => {
  const { dkim, dmarc } = await seen({ ...all, 'e1._domainkey.acme.test': {} })

  expect(dkim.map(({ result }) => result)).toEqual(['pass', 'no_key'])
  expect(dmarc.result).toBe('pass')
})

test('a key other than the signing one fails', async () => {
  const other = publicKeysOf(await newPrivateKeys())
  const { dkim } = await seen({
    ...all,
    'e1._domainkey.acme.test': { TXT: [`v=DKIM1; k=ed25519; p=${other.ed25519}`] },
  })

  expect(dkim.map(({ result }) => result)).toEqual(['pass', 'fail'])
})

test('an unsigned message from elsewhere fails DMARC, with the policy of the domain', async () => {
  const table = { ...all, 'bounces.acme.test': { TXT: ['v=spf1 -all'] }, ...dmarc('v=DMARC1; p=quarantine') }

  expect(await seen(table, { message: plain() })).toMatchObject({
    dkim: [],
    spf: { result: 'fail' },
    dmarc: { result: 'fail', policy: 'quarantine', domain: 'acme.test' },
  })
})

test('a signature of the parent domain passes relaxed alignment and fails strict alignment', async () => {
  const message = await sign(plain('shop@news.acme.test'), signers)
  const elsewhere = { message, returnPath: 'shop@other.test' }

  expect(await seen(all, elsewhere)).toMatchObject({ dkim: [{ aligned: true }, {}], dmarc: { result: 'pass' } })
  const strict = { ...all, ...dmarc('v=DMARC1; p=reject; adkim=s') }
  expect(await seen(strict, elsewhere)).toMatchObject({
    dkim: [{ result: 'pass', aligned: false }, {}],
    dmarc: { result: 'fail', policy: 'reject' },
  })
})

test('of several addresses, the one with the worst result is reported', async () => {
  const table = {
    ...all,
    'bounces.acme.test': { TXT: ['v=spf1 ip4:192.0.2.1 ~all'] },
    'two.test': { A: ['192.0.2.2'] },
  }

  expect((await seen(table, { hostnames: ['mail.posthorn.test', 'two.test'] })).spf).toMatchObject({
    address: '192.0.2.2',
    result: 'softfail',
  })
})

test('SPF is not evaluated when a relay sends', async () => {
  expect(await seen(all, { hostnames: [] })).toMatchObject({ spf: null, dmarc: { result: 'pass' } })
})

test('a domain without records gets no policy', async () => {
  expect(await seen({}, { hostnames: [] })).toMatchObject({
    dkim: [{ result: 'no_key' }, { result: 'no_key' }],
    dmarc: { result: 'none', policy: null, domain: null },
  })
})

test('DNS that does not answer is waited for 3 seconds in total', async () => {
  const silent = { ...host, 'r1._domainkey.acme.test': 'silent', '_dmarc.acme.test': 'silent' } as const
  Object.assign(dns.table, silent)
  const arriving = {
    message: await sign(plain(), signers),
    returnPath: 'b@acme.test',
    hostnames: ['mail.posthorn.test'],
  }
  const begun = performance.now()

  const found = await authenticate(dnsLookUp([dns.server], 60_000), arriving)

  expect(found).toMatchObject({ dkim: [{ result: 'no_answer' }, {}], dmarc: { result: 'no_answer' } })
  expect(performance.now() - begun).toBeLessThan(5_000)
})
