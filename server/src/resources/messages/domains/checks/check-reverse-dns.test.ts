import { expect, test } from 'vitest'
import { type DnsTable, startDnsStub } from '../../../../../../sinks/dns-stub.ts'
import { dnsLookUp } from '../dns/look-up.ts'
import { checkHostname } from './check-hostname.ts'
import { checkReverseDns, reverseName } from './check-reverse-dns.ts'
import { startPtrStub } from './ptr-stub.fixture.ts'

const hostname = 'mail.posthorn.test'
const four = '192.0.2.1'
const six = '2001:db8::1'
const sixName = `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`
const table: DnsTable = {
  [hostname]: { A: [four], AAAA: [six] },
  'cloud.example': { A: [four] },
  'elsewhere.example': { A: ['192.0.2.9'] },
  'failing.example': 'servfail',
}

async function check(address: string, names: string[] | null) {
  await using dns = await startDnsStub(table)
  await using front = await startPtrStub(names ? { [reverseName(address)]: names } : {}, dns.server)
  return await checkReverseDns(dnsLookUp([front.server]), address, hostname)
}

test.each([
  [four, [hostname], 'confirmed', 'good'],
  [four, ['Mail.Posthorn.Test'], 'confirmed', 'good'],
  [four, ['elsewhere.example', hostname], 'confirmed', 'good'],
  [six, [hostname], 'confirmed', 'good'],
  [four, ['cloud.example'], 'other_name', 'advice'],
  [four, ['elsewhere.example'], 'not_confirmed', 'advice'],
  [six, ['cloud.example'], 'not_confirmed', 'advice'],
  [four, ['gone.example'], 'not_confirmed', 'advice'],
  [four, null, 'no_ptr', 'advice'],
  [four, ['failing.example'], 'no_answer', 'unknown'],
] as const)('%s that leads to %j is %s', async (address, names, result, level) => {
  const line = level === 'advice' ? `${reverseName(address)}. IN PTR ${hostname}.` : null

  expect(await check(address, names && [...names])).toMatchObject({
    result,
    level,
    line,
    seen: [address, ...(names ?? [])],
  })
})

test('DNS that does not answer about an address leaves it unknown', async () => {
  await using dns = await startDnsStub({ '1.2.0.192.in-addr.arpa': 'servfail' })

  expect(await checkReverseDns(dnsLookUp([dns.server]), four, hostname)).toMatchObject({
    result: 'no_answer',
    line: null,
  })
})

test.each([
  [four, '1.2.0.192.in-addr.arpa'],
  [six, sixName],
  ['2001:0DB8:0:0:0:0:0:1', sixName],
  ['::', `${'0.'.repeat(32)}ip6.arpa`],
  ['::ffff:192.0.2.1', `1.0.2.0.0.0.0.c.f.f.f.f.${'0.'.repeat(20)}ip6.arpa`],
])('%s is looked up as %s', (address, name) => {
  expect(reverseName(address)).toBe(name)
})

test.each<[string, string, string, string[]]>([
  [hostname, 'resolves', 'good', [four, six]],
  ['nowhere.example', 'no_address', 'advice', []],
  ['failing.example', 'no_answer', 'unknown', []],
])('the host name %s: %s', async (name, result, level, addresses) => {
  await using dns = await startDnsStub(table)

  expect(await checkHostname(dnsLookUp([dns.server]), name)).toMatchObject({ addresses, check: { result, level } })
})
