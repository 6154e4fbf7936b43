/** Preflight for a sender with a verified domain, depending on DNS. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmailPreflight } from '@posthorn/contract/messages/preflight'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DnsStub, publish, startDnsStub } from '../../sinks/dns-stub.ts'
import { client } from '../http-client/client.ts'
import type { DataFolder } from '../service/data-folder.ts'
import { createOrganization, type Organization, posthorn } from '../service/operator.ts'
import { type Service, startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

let dns: DnsStub
let folder: DataFolder
let service: Service
let organization: Organization

beforeAll(async () => {
  dns = await startDnsStub({ 'mail.posthorn.test': { A: ['192.0.2.1'] } })
  folder = usedDataFolder()
  const env = {
    POSTHORN_DNS_SERVERS: dns.server,
    POSTHORN_HOSTNAME: 'mail.posthorn.test',
    // Nothing listens there.
    POSTHORN_SPAMD: '127.0.0.1:1',
  }
  // The command reads the same settings there.
  writeFileSync(
    join(folder.path, '.env'),
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  service = await startService({ dataDir: folder.path, env })
  organization = await createOrganization(folder.path)
  const about = ['--organization', organization.id, '--name', 'acme.test']
  const { records } = await posthorn<{ records: DnsRecord[] }>(folder.path, 'domain', 'add', ...about)
  publish(dns.table, records)
  await posthorn(folder.path, 'domain', 'verify', ...about)
})
afterAll(async () => {
  await service?.stop()
  folder?.[Symbol.dispose]()
  await dns?.[Symbol.asyncDispose]()
})

type DnsRecord = { name: string; type: 'MX' | 'TXT'; value: string }

const preflight = async (key: string, special: object = {}) => {
  const email = { from: 'hello@acme.test', to: 'ada@example.com', subject: 'News', html: '<p>Hi Ada</p>' }
  return (await client(service.url, key).post<EmailPreflight>('/v1/emails/preflight', { ...email, ...special })).body
}

test.each(['live_key', 'test_key'] as const)('a sender with all its records passes, asked with its %s', async key => {
  const { authentication, message, size } = await preflight(organization[key], { message_stream: 'broadcast' })

  expect(authentication).toMatchObject({
    dkim: [
      { domain: 'acme.test', algorithm: 'rsa-sha256', result: 'pass', aligned: true },
      { domain: 'acme.test', algorithm: 'ed25519-sha256', result: 'pass', aligned: true },
    ],
    spf: { domain: 'bounces.acme.test', address: '192.0.2.1', result: 'pass', aligned: true },
    dmarc: { result: 'pass', policy: 'none', domain: 'acme.test' },
  })
  expect(message?.replaceAll('\r\n ', ' ')).toContain(`List-Unsubscribe: <${service.url}/u/`)
  expect(message).toMatch(/^DKIM-Signature: /)
  expect(Buffer.byteLength(message ?? '')).toBe(size)
})

test('the answer contains no signature that others would trust', async () => {
  const { message } = await preflight(organization.test_key)

  expect(message?.match(/;\r\n b=[*\r\n ]+\r\n(?! )/g)).toHaveLength(2)
})

test('a spam filter that is away is reported, and refuses nothing', async () => {
  const { accepted, checks } = await preflight(organization.live_key)

  expect(accepted).toBe(true)
  expect(checks.find(({ about }) => about === 'spam_filter')).toMatchObject({
    verdict: 'advice',
    what: expect.stringContaining('did not answer'),
  })
})

test('the rules for bulk senders and the support in mail programs are reported one by one', async () => {
  const { checks } = await preflight(organization.live_key, { html: '<div style="display:flex">Hi Ada</div>' })

  expect(checks.find(({ about }) => about === 'bulk_rules')?.details).toContain(
    'Met: DKIM passes and is aligned with the domain of From.',
  )
  expect(checks.find(({ about }) => about === 'html_support')?.details).toContain(
    'display:flex: not in Outlook for Windows; only in part in Gmail.',
  )
})

test('a large message is authenticated, too', async () => {
  const { authentication, message, size } = await preflight(organization.live_key, { html: 'x'.repeat(3_000_000) })

  expect(authentication?.dkim.map(({ result }) => result)).toEqual(['pass', 'pass'])
  expect(message).toBeNull()
  expect(size).toBeGreaterThan(3_000_000)
})

test('keys that are missing in DNS are a problem, with what to do', async () => {
  for (const name of Object.keys(dns.table).filter(name => name.includes('_domainkey'))) delete dns.table[name]

  const { authentication, checks } = await preflight(organization.live_key)

  expect(authentication?.dkim.map(({ result }) => result)).toEqual(['no_key', 'no_key'])
  expect(checks.find(({ about }) => about === 'dkim')).toMatchObject({
    verdict: 'problem',
    what: expect.stringContaining('Set the DKIM records of the domain again.'),
  })
})
