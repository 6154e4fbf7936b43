/** Which checks run for which domain; the findings of each check are tested in its own file. */
import { expect, test } from 'vitest'
import { type DnsTable, startDnsStub } from '../../../../../../sinks/dns-stub.ts'
import { findRecords } from '../dns/findings.ts'
import { dnsLookUp } from '../dns/look-up.ts'
import type { DnsRecord } from '../dns/records.ts'
import type { Check } from './check.ts'
import { checkDomain } from './check-domain.ts'

const tlsReports: DnsRecord = {
  ...{ purpose: 'tls_rpt', name: '_smtp._tls.example.test', type: 'TXT' },
  value: 'v=TLSRPTv1; rua=mailto:tls-reports@bounces.example.test',
}

async function checkAll(table: DnsTable, given: Partial<Parameters<typeof checkDomain>[1]> = {}) {
  await using dns = await startDnsStub(table)
  const lookUp = dnsLookUp([dns.server])
  const sender = {
    ...{ name: 'example.test', hostname: 'mail.example.test', publicHost: null, trackingHost: null, sources: [] },
    ...{ sendsDirectly: false, ...given, findings: await findRecords(lookUp, [tlsReports]) },
  }
  return await checkDomain(lookUp, sender, {
    askHttps: async () => ({ kind: 'answers', status: 200 }),
    readStsMode: async () => undefined,
    greetMailServer: async () => ({ kind: 'greeted', words: '220 here' }),
    knownMailServer: 'mx.known.test',
    allowsWeb: () => true,
    allowsMail: () => true,
  })
}
const check = async (...asked: Parameters<typeof checkAll>) =>
  new Map((await checkAll(...asked)).map(one => [one.about, one]))

const enforced = { '_dmarc.example.test': { TXT: ['v=DMARC1; p=reject; rua=mailto:a@example.test'] } }

test('a server with a bare name is told to set a full one, and no record with the bare name is suggested', async () => {
  const all = await checkAll({}, { hostname: 'a1b2c3d4e5f6' })

  expect(all.find(({ about }) => about === 'hostname')).toMatchObject({ level: 'fault', result: 'incomplete_name' })
  expect(all.flatMap(({ line }) => line ?? []).filter(line => line.includes('a1b2c3d4e5f6'))).toEqual([])
})

test('a tracking host is checked when there is one, and port 25 when mail is sent directly', async () => {
  const table = { 'links.example.test': { A: ['192.0.2.1'] }, 'mx.known.test': { A: ['192.0.2.2'] } }

  const [plain, all] = [
    await check(table),
    await check(table, { trackingHost: 'links.example.test', sendsDirectly: true }),
  ]

  expect([plain.has('tracking_host'), plain.has('port_25')]).toEqual([false, false])
  expect(all.get('tracking_host')).toMatchObject({ level: 'good' })
  expect(all.get('port_25')).toMatchObject({ level: 'good', result: 'open' })
})

test('a logo is mentioned only where DMARC is enforced', async () => {
  const logo = { 'default._bimi.example.test': { TXT: ['v=BIMI1; l=https://example.test/a.svg'] } }

  expect((await check(logo)).has('bimi')).toBe(false)
  expect((await check({ ...enforced, ...logo })).get('bimi')).toMatchObject({ level: 'good', result: 'there' })
  expect((await check(enforced)).get('bimi')).toMatchObject({
    level: 'advice',
    line: 'default._bimi.example.test. IN TXT "v=BIMI1; l=https://example.test/logo.svg"',
  })
  const silent = { ...enforced, 'default._bimi.example.test': 'servfail' as const }
  expect((await check(silent)).get('bimi')).toMatchObject({ level: 'unknown' })
})

test('TLS reports are suggested with a line to copy', async () => {
  const [none, one, two] = await Promise.all(
    [
      [],
      ['v=TLSRPTv1; rua=mailto:a@b.test'],
      ['v=TLSRPTv1; rua=mailto:a@b.test', 'v=TLSRPTv1; rua=mailto:c@d.test'],
    ].map(TXT => check({ '_smtp._tls.example.test': { TXT } })),
  )

  expect(none?.get('tls_rpt')).toMatchObject({
    ...{ level: 'advice', result: 'missing' },
    line: '_smtp._tls.example.test. IN TXT "v=TLSRPTv1; rua=mailto:tls-reports@bounces.example.test"',
  })
  expect(one?.get('tls_rpt')).toMatchObject({ level: 'good' })
  expect(two?.get('tls_rpt')).toMatchObject({ level: 'advice', result: 'several_records' })
})

test('sources are checked in place of the host name: each by its own name, and SPF for names that ours does not resolve to', async () => {
  const table: DnsTable = {
    'mail.example.test': { A: ['192.0.2.10'] },
    'bounces.example.test': { TXT: ['v=spf1 a:mail.example.test ~all'] },
  }
  const sources = [
    { name: 'mail1.example.test', addresses: ['192.0.2.10'] },
    { name: 'mail2.example.test', addresses: ['192.0.2.11'] },
  ]

  const [alone, both] = [await checkAll(table, {}), await checkAll(table, { sources, sendsDirectly: true })]

  const spfOf = (checks: readonly Check[]) => checks.find(({ about }) => about === 'spf_return_path')
  expect(spfOf(alone)).toMatchObject({ result: 'pass' })
  expect(spfOf(both)).toMatchObject({
    ...{ level: 'fault', result: 'softfail' },
    seen: ['v=spf1 a:mail.example.test ~all', '192.0.2.10: pass', '192.0.2.11: softfail'],
    line: 'bounces.example.test. IN TXT "v=spf1 a:mail.example.test a:mail2.example.test ~all"',
  })
  expect(both.filter(({ about }) => about === 'reverse_dns').map(({ line }) => line)).toEqual([
    '10.2.0.192.in-addr.arpa. IN PTR mail1.example.test.',
    '11.2.0.192.in-addr.arpa. IN PTR mail2.example.test.',
  ])
})
