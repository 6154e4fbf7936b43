import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { addressPolicy } from '#core/public-address.ts'
import { stsPolicies } from '#transports/smtp/mta-sts/mta-sts.ts'
import { mxResolver } from '#transports/smtp/mx.ts'
import { type DnsTable, startDnsStub } from '../../../../../../sinks/dns-stub.ts'
import { smtpCertificate } from '../../../../../../sinks/smtp-certificate.ts'
import { trustTheSink } from '../../../../../testing/trust-the-sink.ts'
import { dnsLookUp } from '../dns/look-up.ts'
import { checkMtaSts } from './check-mta-sts.ts'

const takesMail: DnsTable = {
  'example.test': { MX: [{ priority: 10, exchange: 'mx.example.test' }] },
  'mta-sts.example.test': { A: ['127.0.0.1'] },
}
const record = (...TXT: string[]): DnsTable => ({ ...takesMail, '_mta-sts.example.test': { TXT } })

async function check(table: DnsTable, policy = '') {
  trustTheSink()
  const site = createServer(smtpCertificate, (_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/plain' }).end(policy)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  await using dns = await startDnsStub(table)
  // `as`: it listens on a port.
  const { port } = site.address() as AddressInfo
  const policies = stsPolicies({ dns: mxResolver({ servers: [dns.server] }), port })
  const checks = await checkMtaSts(
    dnsLookUp([dns.server]),
    'example.test',
    async domain => (await policies.of(domain, addressPolicy('loopback')))?.mode,
  )
  site.close()
  return checks
}

const policyOf = (mode: string) => `version: STSv1\r\nmode: ${mode}\r\nmx: mx.example.test\r\nmax_age: 86400\r\n`

test.each([
  ['enforce', 'enforced', 'good'],
  ['testing', 'testing', 'advice'],
  ['none', 'switched_off', 'advice'],
  ['nonsense', 'no_policy', 'advice'],
])('a policy with mode %s is %s', async (mode, result, level) => {
  expect(await check(record('v=STSv1; id=1;'), policyOf(mode))).toMatchObject([{ about: 'mta_sts', result, level }])
})

test('without a policy, the record can be copied and the policy is shown', async () => {
  expect(await check(takesMail)).toMatchObject([
    {
      result: 'missing',
      level: 'advice',
      wanted: expect.stringContaining('version: STSv1 / mode: testing / mx: mx.example.test / max_age: 604800'),
      line: '_mta-sts.example.test. IN TXT "v=STSv1; id=1"',
    },
  ])
})

test('several records count as none, and silence as nothing', async () => {
  expect(await check(record('v=STSv1; id=1', 'v=STSv1; id=2'))).toMatchObject([{ result: 'several_records' }])
  expect(await check({ ...takesMail, '_mta-sts.example.test': 'servfail' })).toMatchObject([{ level: 'unknown' }])
})

test('a domain that takes no mail has nothing to encrypt', async () => {
  expect(await check({})).toEqual([])
})
