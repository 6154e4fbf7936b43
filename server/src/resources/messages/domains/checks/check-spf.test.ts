import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DnsStub, type DnsTable, startDnsStub } from '../../../../../../sinks/dns-stub.ts'
import { dnsLookUp } from '../dns/look-up.ts'
import { checkSpf } from './check-spf.ts'
import { limitedLookUp } from './limited-look-up.ts'

let dns: DnsStub
beforeAll(async () => {
  dns = await startDnsStub()
})
beforeEach(() => {
  for (const name of Object.keys(dns.table)) delete dns.table[name]
  dns.questions.length = 0
})
afterAll(() => dns[Symbol.asyncDispose]())

const hostname = 'mail.posthorn.test'
const domain = 'bounces.example.com'
const both = ['192.0.2.1', '2001:db8::1']

function check(table: DnsTable, options: Partial<Parameters<typeof checkSpf>[1]> = {}) {
  Object.assign(dns.table, { [hostname]: { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] } }, table)
  const lookUp = limitedLookUp(dnsLookUp([dns.server], 200), { questions: 200, timeMs: 20_000 })
  const asked = {
    about: 'spf_return_path',
    domain,
    hostname,
    names: [hostname],
    addresses: both,
    sendsDirectly: true,
  } as const
  return checkSpf(lookUp, { ...asked, ...options })
}

const text = (...TXT: string[]): DnsTable => ({ [domain]: { TXT } })
const names = (count: number) => Array.from({ length: count }, (_, nth) => `n${nth}.example.net`)
const chain = (count: number): DnsTable =>
  Object.fromEntries(names(count).map((name, nth) => [name, { TXT: [`v=spf1 include:n${nth + 1}.example.net ?all`] }]))

const line = (value: string) => `${domain}. IN TXT "${value}"`
const ours = line('v=spf1 a:mail.posthorn.test ~all')

test.each<[string, DnsTable, string, string, string | null]>([
  ['our own record', text('v=spf1 a:mail.posthorn.test ~all'), 'pass', 'good', null],
  ['the addresses by number', text('other', 'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all'), 'pass', 'good', null],
  [
    'an include',
    { ...text('v=spf1 include:i.example -all'), 'i.example': { TXT: ['v=spf1 a:mail.posthorn.test'] } },
    'pass',
    'good',
    null,
  ],
  [
    'an MX',
    { [domain]: { TXT: ['v=spf1 mx -all'], MX: [{ priority: 10, exchange: hostname }] } },
    'pass',
    'good',
    null,
  ],
  ['no name', {}, 'none', 'fault', ours],
  ['another text', text('v=spf10 all'), 'none', 'fault', ours],
  ['nobody', text('v=spf1 -all'), 'fail', 'fault', line('v=spf1 a:mail.posthorn.test -all')],
  [
    'only IPv4',
    text('V=SPF1 ip4:192.0.2.1 ~all'),
    'softfail',
    'fault',
    line('v=spf1 a:mail.posthorn.test ip4:192.0.2.1 ~all'),
  ],
  ['nothing said', text('v=spf1'), 'neutral', 'fault', line('v=spf1 a:mail.posthorn.test')],
  ['two records', text('v=spf1 +all', 'v=spf1 a:mail.posthorn.test ~all'), 'several_records', 'fault', ours],
  ['a broken record', text('v=spf1 a:mail.posthorn.test ip4:300.1.1.1 -all'), 'broken', 'fault', ours],
  [
    'ten look-ups',
    { ...text('v=spf1 include:n0.example.net -all'), ...chain(9), 'n9.example.net': { TXT: ['v=spf1 ?all'] } },
    'fail',
    'fault',
    line('v=spf1 a:mail.posthorn.test include:n0.example.net -all'),
  ],
  [
    'eleven look-ups',
    { ...text('v=spf1 include:n0.example.net -all'), ...chain(11) },
    'too_many_lookups',
    'fault',
    line('v=spf1 a:mail.posthorn.test include:n0.example.net -all'),
  ],
  [
    'one that includes itself',
    text(`v=spf1 include:${domain} -all`),
    'too_many_lookups',
    'fault',
    line(`v=spf1 a:mail.posthorn.test include:${domain} -all`),
  ],
  [
    'three void look-ups',
    text('v=spf1 a:a.gone.example a:b.gone.example a:c.gone.example -all'),
    'too_many_void_lookups',
    'fault',
    line('v=spf1 a:mail.posthorn.test a:a.gone.example a:b.gone.example a:c.gone.example -all'),
  ],
  ['a DNS that fails', { [domain]: 'servfail' }, 'no_answer', 'unknown', null],
  [
    'an include that fails',
    { ...text('v=spf1 include:i.example -all'), 'i.example': 'servfail' },
    'no_answer',
    'unknown',
    null,
  ],
  ['a DNS that is silent', { [domain]: 'silent' }, 'no_answer', 'unknown', null],
])('SPF with %s', async (_what, table, result, level, copied) => {
  expect(await check(table)).toMatchObject({ about: 'spf_return_path', name: domain, result, level, line: copied })
})

test.each<[string, string[], string | null]>([
  ['none', [], 'v=spf1 a:mail.posthorn.test ~all'],
  [
    'several',
    ['v=spf1 include:a.example -all', 'v=spf1 mx include:a.example ~all'],
    'v=spf1 a:mail.posthorn.test include:a.example mx ~all',
  ],
  ['several redirects', ['v=spf1 redirect=a.example', 'v=spf1 redirect=b.example'], null],
  ['a broken one', ['v=spf1 ip4:300.1.1.1 include:a.example -all'], null],
])('the suggested line for a domain with %s still allows every current sender', async (_what, records, value) => {
  const { line: copied } = await check(text(...records), { about: 'spf_domain' })

  expect(copied).toBe(value && line(value))
})

test('the check shows the record, and the result of each address', async () => {
  const { seen, wanted } = await check(text('unrelated', 'v=spf1 ip4:192.0.2.1 -all'))

  expect(seen).toEqual(['v=spf1 ip4:192.0.2.1 -all', '192.0.2.1: pass', '2001:db8::1: fail'])
  expect(wanted).toContain('lets every address of mail.posthorn.test send')
})

test('a record that refuses our address is only advice when a relay sends, and for the domain itself', async () => {
  const refusing = text('v=spf1 -all')

  expect(await check(refusing, { sendsDirectly: false })).toMatchObject({ result: 'fail', level: 'advice' })
  expect(await check(refusing, { about: 'spf_domain' })).toMatchObject({ result: 'fail', level: 'advice' })
})

test('without an address to send from, there is nothing to evaluate', async () => {
  expect(await check(text('v=spf1 -all'), { addresses: [] })).toMatchObject({ result: 'no_address', level: 'unknown' })
})

test('a record of somebody else costs a limited number of questions', async () => {
  const exchanges = names(40).map(exchange => ({ priority: 1, exchange }))
  const wide =
    'v=spf1 mx:n1.example.net mx:n2.example.net mx:n3.example.net ptr mx:n4.example.net exists:%{i}.example -all'
  const table: DnsTable = { ...text(wide), ...Object.fromEntries(names(40).map(name => [name, { MX: exchanges }])) }

  await check(table)

  expect(dns.questions.length).toBeLessThanOrEqual(200)
})

test('a record that no honest owner would write is not evaluated and never copied', async () => {
  const long = await check(text(`v=spf1 ${'ip4:192.0.2.9 '.repeat(1_000)}-all`))
  const sly = await check(text('v=spf1 exp=\u001b[2J" -all'))

  expect(long).toMatchObject({ result: 'broken', level: 'fault', line: ours })
  expect(long.seen.every(one => one.length <= 500)).toBe(true)
  expect(JSON.stringify(sly)).not.toContain('\\u001b')
})

test('after the limit of questions or time there are no more answers', async () => {
  dns.table['silent.example'] = 'silent'
  const few = limitedLookUp(dnsLookUp([dns.server]), { questions: 1, timeMs: 50 })

  expect(await few({ name: 'silent.example', type: 'TXT' })).toEqual({ kind: 'no_answer', code: 'ETIMEOUT' })
  expect(await few({ name: 'other.example', type: 'TXT' })).toEqual({ kind: 'no_answer', code: 'ETOOMANY' })
})
