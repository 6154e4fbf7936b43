import { expect, test } from 'vitest'
import { type DnsTable, startDnsStub } from '../../../../../../sinks/dns-stub.ts'
import { dnsLookUp } from '../dns/look-up.ts'
import { checkDmarc } from './check-dmarc.ts'

async function check(name: string, table: DnsTable) {
  await using dns = await startDnsStub(table)
  return await checkDmarc(dnsLookUp([dns.server]), name)
}

const at = (name: string, ...TXT: string[]): DnsTable => ({ [`_dmarc.${name}`]: { TXT } })
const line = (name: string, value: string) => `_dmarc.${name}. IN TXT "${value}"`
const ours = line('example.com', 'v=DMARC1; p=none; rua=mailto:dmarc@bounces.example.com')
const rua = 'rua=mailto:dmarc@bounces.example.com'

test.each<[string, string, string, string | null]>([
  [`v=DMARC1; p=reject; ${rua}`, 'enforced', 'good', null],
  [
    `v = DMARC1 ;p=Quarantine; rua=mailto:a@b.test!10m , https://b.test/x; pct=50; fo=1:d; x=y;`,
    'enforced',
    'good',
    null,
  ],
  [`v=DMARC1; p=none; ${rua}`, 'only_watched', 'advice', line('example.com', `v=DMARC1; p=quarantine; ${rua}`)],
  ['v=DMARC1; p=reject; adkim=s', 'no_reports', 'advice', line('example.com', `v=DMARC1; p=reject; adkim=s; ${rua}`)],
  ['v=DMARC1; p=none', 'no_reports', 'advice', line('example.com', `v=DMARC1; p=none; ${rua}`)],
  [`v=DMARC1; ${rua}; pct=50`, 'only_watched', 'advice', line('example.com', `v=DMARC1; p=quarantine; ${rua}; pct=50`)],
  [`V=DMARC1; P=Reject; RUA=mailto:a@b.test`, 'enforced', 'good', null],
  [`v=DMARC1; p=reject; t=y; ${rua}`, 'enforced', 'good', null],
  [
    `v=DMARC1; p=quarantine; t=y; ${rua}`,
    'only_watched',
    'advice',
    line('example.com', `v=DMARC1; p=quarantine; ${rua}`),
  ],
  ['v=DMARC1', 'broken', 'fault', ours],
  [`v=DMARC1; p=; ${rua}`, 'broken', 'fault', ours],
  ['v=DMARC1; rua=dmarc@example.com', 'broken', 'fault', ours],
  ['v=DMARC1; p=rejct', 'broken', 'fault', ours],
  ['v=DMARC1; p=none; p=reject', 'broken', 'fault', ours],
  ['v=DMARC1; p=none; pct=101', 'broken', 'fault', ours],
  ['v=DMARC1; p=none; rua=dmarc@example.com', 'broken', 'fault', ours],
  ['v=DMARC1 p=none', 'broken', 'fault', ours],
  ['v=dmarc1; p=none', 'broken', 'fault', ours],
  ['v=spf1 -all', 'missing', 'fault', ours],
])('%s: %s', async (text, result, level, copied) => {
  expect(await check('example.com', at('example.com', text))).toMatchObject({
    name: '_dmarc.example.com',
    result,
    level,
    line: copied,
  })
})

test('two records count as none', async () => {
  const both = at('example.com', 'v=DMARC1; p=none', 'v=DMARC1; p=reject')

  expect(await check('example.com', both)).toMatchObject({ result: 'several_records', level: 'fault', line: ours })
})

const subdomain = 'a.news.example.com'
test.each<[string, DnsTable, string, string]>([
  [
    'its own record',
    { ...at(subdomain, `v=DMARC1; p=none; ${rua}`), ...at('example.com', `v=DMARC1; p=reject; ${rua}`) },
    'only_watched',
    subdomain,
  ],
  ['the policy of the organization', at('example.com', `v=DMARC1; p=reject; ${rua}`), 'enforced', 'example.com'],
  [
    'its policy for subdomains',
    at('example.com', `v=DMARC1; p=reject; sp=none; ${rua}`),
    'only_watched',
    'example.com',
  ],
  ['its policy for subdomains', at('example.com', `v=DMARC1; p=none; sp=reject; ${rua}`), 'enforced', 'example.com'],
  [
    'the organization, not a name in between',
    { ...at('news.example.com', `v=DMARC1; p=none; ${rua}`), ...at('example.com', `v=DMARC1; p=reject; ${rua}`) },
    'enforced',
    'example.com',
  ],
  [
    'the name where an organization ends',
    {
      ...at('news.example.com', `v=DMARC1; p=none; psd=n; ${rua}`),
      ...at('example.com', `v=DMARC1; p=reject; ${rua}`),
    },
    'only_watched',
    'news.example.com',
  ],
  [
    'the name below a registry',
    {
      ...at('news.example.com', `v=DMARC1; p=none; ${rua}`),
      ...at('example.com', `v=DMARC1; p=reject; psd=y; ${rua}`),
    },
    'only_watched',
    'news.example.com',
  ],
  ['a broken one above', at('example.com', 'v=DMARC1; p=rejct'), 'broken', 'example.com'],
  ['nothing', {}, 'missing', subdomain],
])('a subdomain follows %s', async (_what, table, result, where) => {
  expect(await check(subdomain, table)).toMatchObject({ result, name: `_dmarc.${where}` })
})

test('a policy of the organization is changed only for its subdomains', async () => {
  const plain = await check(subdomain, at('example.com', `v=DMARC1; p=none; ${rua}`))
  const { line: copied } = await check(subdomain, at('example.com', `v=DMARC1; p=reject; sp=none; ${rua}`))

  expect(plain.line).toBe(line('example.com', `v=DMARC1; p=none; ${rua}; sp=quarantine`))
  expect(copied).toBe(line('example.com', `v=DMARC1; p=reject; sp=quarantine; ${rua}`))
})

test('DNS that does not answer leaves the policy unknown', async () => {
  expect(await check('example.com', { '_dmarc.example.com': 'servfail' })).toMatchObject({
    level: 'unknown',
    line: null,
  })
  expect(await check(subdomain, { '_dmarc.example.com': 'refused' })).toMatchObject({ level: 'unknown', line: null })
})

test('a long name and a long record cost little', async () => {
  const started = performance.now()
  await using dns = await startDnsStub(
    at('x.y', `v=DMARC1; p=none; fo=${'1:'.repeat(20_000)}; rua=${'a:b,'.repeat(5_000)}`),
  )

  expect(await checkDmarc(dnsLookUp([dns.server]), `${'a.'.repeat(60)}x.y`)).toBeDefined()
  expect(dns.questions.length).toBeLessThanOrEqual(16)
  expect(performance.now() - started).toBeLessThan(5_000)
})
