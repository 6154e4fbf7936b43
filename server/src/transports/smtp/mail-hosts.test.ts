/** The owner of the recipient's domain chooses the mail host, so we never connect to addresses that are not allowed. */
import { expect, test } from 'vitest'
import type { AddressPolicy } from '#core/public-address.ts'
import { always } from '#setup/reachable.ts'
import { startDnsStub } from '../../../../sinks/dns-stub.ts'
import { startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import { longTimeouts, transmissionTo } from '../../../testing/smtp-transmission.ts'
import { directTransport } from './direct.ts'
import { type MxResolver, mxResolver } from './mx.ts'

const options = { hostname: 'us.example', timeouts: longTimeouts }
const hostWith = (addressesOf: () => readonly string[]): MxResolver => ({
  hostsOf: async () => ['mx.example.com'],
  addressesOf: async () => addressesOf(),
  textsOf: async () => [],
})
const refused = {
  kind: 'rejected',
  bounce: 'bad_domain',
  suppress: false,
  attempt: { reply: '550 5.4.4 The mail host mx.example.com has no public address' },
}

test.each([
  ['of this machine', ['127.0.0.1']],
  ['of this machine after one of a private network', ['10.0.0.1', '127.0.0.1']],
  ['mapped to IPv6', ['::ffff:127.0.0.1']],
  ['of this machine in IPv6', ['::1']],
  ['of a private network', ['10.0.0.1']],
  ['of the metadata service of a cloud', ['169.254.169.254']],
])('we do not connect to an address %s', async (_, addresses) => {
  await using canary = await startSmtpSink()
  await using direct = directTransport({
    ...{ ...options, port: canary.port, dns: hostWith(() => addresses) },
    mailHosts: always('public'),
  })

  expect(await direct.send(transmissionTo())).toMatchObject([refused])
  expect(canary.connections.total).toBe(0)
})

test.each([
  ['of a private network', '10.0.0.1'],
  ['that translates to IPv4, as resolvers of networks with NAT64 add it', '64:ff9b::c000:201'],
])('a host that also has an address %s gets the mail at the others', async (_, other) => {
  await using sink = await startSmtpSink()
  await using direct = directTransport({
    ...{ ...options, port: sink.port, dns: hostWith(() => [other, '127.0.0.1']) },
    mailHosts: always('loopback'),
  })

  expect(await direct.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])
  expect(sink.connections.total).toBe(1)
})

test('over DNS: neither an MX record nor the domain itself leads to this machine', async () => {
  await using canary = await startSmtpSink()
  await using dns = await startDnsStub({
    'example.com': { MX: [{ priority: 10, exchange: 'mx.example.com' }] },
    'mx.example.com': { A: ['127.0.0.1'] },
    'example.org': { A: ['127.0.0.1'] },
  })
  const resolver = mxResolver({ servers: [dns.server], timeoutMs: 200 })
  await using direct = directTransport({
    ...{ ...options, port: canary.port, dns: resolver },
    mailHosts: always('public'),
  })

  expect(await direct.send(transmissionTo(['a@example.com']))).toMatchObject([refused])
  expect(await direct.send(transmissionTo(['a@example.org']))).toMatchObject([{ kind: 'rejected' }])
  expect(canary.connections.total).toBe(0)
})

test('a host that changes its address between lookups is never connected to, in a thousand tries', async () => {
  await using canary = await startSmtpSink()
  let asked = 0
  const dns = hostWith(() => (asked++ % 2 === 0 ? ['127.0.0.1'] : ['10.0.0.1', '127.0.0.1']))
  await using direct = directTransport({
    ...{ ...options, port: canary.port, dns },
    mailHosts: always('public'),
  })

  for (let nth = 0; nth < 1_000; nth++) expect((await direct.send(transmissionTo()))[0]?.kind).toBe('rejected')

  expect(asked).toBe(1_000)
  expect(canary.connections.total).toBe(0)
})

test('a session opened before the rule became stricter is not used any more', async () => {
  let policy: AddressPolicy = 'loopback'
  await using sink = await startSmtpSink()
  await using direct = directTransport({
    ...{ ...options, port: sink.port, dns: hostWith(() => ['127.0.0.1']) },
    mailHosts: async () => policy,
  })
  expect(await direct.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])

  policy = 'public'

  expect(await direct.send(transmissionTo())).toMatchObject([refused])
  expect(sink.received).toBe(1)
})
