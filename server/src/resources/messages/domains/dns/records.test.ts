import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newPrivateKeys, newSelector, type PrivateKeys, publicKeysOf } from '../keys.ts'
import { type DnsRecord, dnsRecords, zoneLine } from './records.ts'

let keys: PrivateKeys
let records: DnsRecord[]
let nameless: DnsRecord[]
beforeAll(async () => {
  keys = await newPrivateKeys()
  const publicKeys = publicKeysOf(keys)
  const domain = { name: 'example.com', selector: 'phabcd2345', publicKeys, next: null }
  records = dnsRecords({ ...domain, hostname: 'mail.posthorn.test' })
  nameless = dnsRecords({ ...domain, hostname: 'a1b2c3d4e5f6' })
})

const find = (purpose: DnsRecord['purpose']) => {
  const record = records.find(one => one.purpose === purpose)
  if (!record) throw new Error(`no record for ${purpose}`)
  return record
}
const published = (purpose: DnsRecord['purpose']) =>
  Buffer.from(/; p=(\S+)$/.exec(find(purpose).value)?.[1] ?? '', 'base64')

/** The envelope around the bare 32 octets (RFC 8410, 4). */
const ed25519Envelope = Buffer.from('302a300506032b6570032100', 'hex')

test.each([
  ['dkim_rsa', 'sha256', () => published('dkim_rsa'), () => keys.rsaPrivateKey],
  [
    'dkim_ed25519',
    null,
    () => Buffer.concat([ed25519Envelope, published('dkim_ed25519')]),
    () => keys.ed25519PrivateKey,
  ],
] as const)('the public key in %s verifies what the private key has signed', (_purpose, hash, spki, privateKey) => {
  const key: KeyObject = createPublicKey({ key: spki(), format: 'der', type: 'spki' })
  const message = Buffer.from('a message')

  const signature = sign(hash, message, privateKey())

  expect(verify(hash, message, key, signature)).toBe(true)
  expect(verify(hash, Buffer.from('another'), key, signature)).toBe(false)
})

test('no record in DNS names a server by a bare name, or sends mail to it', () => {
  expect(nameless.map(({ purpose }) => purpose)).toEqual(['dkim_rsa', 'dkim_ed25519', 'dmarc'])
  expect(nameless.at(-1)?.value).toBe('v=DMARC1; p=none')
})

test('each record has its name, its type and its value', () => {
  const base64 = '[A-Za-z0-9+/]+=*'
  expect(records).toEqual([
    {
      purpose: 'dkim_rsa',
      name: 'phabcd2345r._domainkey.example.com',
      type: 'TXT',
      value: expect.stringMatching(new RegExp(`^v=DKIM1; k=rsa; p=${base64}$`)),
    },
    {
      purpose: 'dkim_ed25519',
      name: 'phabcd2345e._domainkey.example.com',
      type: 'TXT',
      value: expect.stringMatching(new RegExp(`^v=DKIM1; k=ed25519; p=${base64}$`)),
    },
    { purpose: 'return_path', name: 'bounces.example.com', type: 'MX', value: '10 mail.posthorn.test' },
    { purpose: 'spf', name: 'bounces.example.com', type: 'TXT', value: 'v=spf1 a:mail.posthorn.test ~all' },
    {
      purpose: 'dmarc',
      name: '_dmarc.example.com',
      type: 'TXT',
      value: 'v=DMARC1; p=none; rua=mailto:dmarc@bounces.example.com',
    },
    {
      purpose: 'tls_rpt',
      name: '_smtp._tls.example.com',
      type: 'TXT',
      value: 'v=TLSRPTv1; rua=mailto:tls-reports@bounces.example.com',
    },
  ])
})

test('a line of a zone file holds the whole value in strings of at most 255 octets', () => {
  const line = zoneLine(find('dkim_rsa'))

  const [, name, data = ''] = /^(\S+) IN TXT (.*)$/.exec(line) ?? []
  const strings = [...data.matchAll(/"([^"]*)"/g)].map(match => match[1] ?? '')
  expect(name).toBe('phabcd2345r._domainkey.example.com.')
  expect(strings.length).toBeGreaterThan(1)
  expect(Math.max(...strings.map(text => text.length))).toBeLessThanOrEqual(255)
  expect(strings.join('')).toBe(find('dkim_rsa').value)
  expect(zoneLine(find('return_path'))).toBe('bounces.example.com. IN MX 10 mail.posthorn.test.')
})

test('selectors are valid DNS labels, and no two are alike', () => {
  const selectors = Array.from({ length: 1_000 }, newSelector)

  for (const selector of selectors) expect(selector).toMatch(/^ph[a-z0-9]{8}$/)
  expect(new Set(selectors).size).toBe(selectors.length)
})
