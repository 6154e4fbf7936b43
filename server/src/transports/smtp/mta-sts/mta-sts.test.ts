/** MTA-STS policies over real DNS and https, and mail that follows them. */
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { always } from '#setup/reachable.ts'
import { startDnsStub } from '../../../../../sinks/dns-stub.ts'
import { smtpCertificate } from '../../../../../sinks/smtp-certificate.ts'
import { startSmtpSink } from '../../../../../sinks/smtp-sink.ts'
import type { SmtpSinkOptions } from '../../../../../sinks/smtp-sink-connection.ts'
import { longTimeouts, transmissionTo } from '../../../../testing/smtp-transmission.ts'
import { trustTheSink } from '../../../../testing/trust-the-sink.ts'
import type { KnownPolicy } from '../../sts-policy.ts'
import { directTransport } from '../direct.ts'
import { mxResolver } from '../mx.ts'
import { stsPolicies } from './mta-sts.ts'

const enforcing = 'version: STSv1\r\nmode: enforce\r\nmx: mx.example.test\r\nmax_age: 86400\r\n'

type Given = {
  policy?: string
  type?: string
  status?: number
  sink?: SmtpSinkOptions
  host?: string
  trusted?: boolean
}

async function open({ policy = enforcing, host = 'mx.example.test', trusted = true, ...given }: Given = {}) {
  if (trusted) trustTheSink()
  const stack = new AsyncDisposableStack()
  const site = { policy, fetched: 0 }
  const server = createServer(smtpCertificate, (_, answer) => {
    site.fetched++
    const { status = 200, type = 'text/plain' } = given
    answer.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(site.policy)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => void server.close())
  const sink = stack.use(await startSmtpSink({ tls: 'starttls', ...given.sink, host: '127.0.0.1' }))
  const dns = stack.use(
    await startDnsStub({
      'example.test': { MX: [{ priority: 10, exchange: host }] },
      [host]: { A: ['127.0.0.1'] },
      '_mta-sts.example.test': { TXT: ['v=STSv1; id=1;'] },
      'mta-sts.example.test': { A: ['127.0.0.1'] },
    }),
  )
  const clock = { now: 0 }
  const resolver = mxResolver({ servers: [dns.server], timeoutMs: 200, now: () => clock.now })
  // `as`: it listens on a port.
  const { port } = server.address() as AddressInfo
  const kept = new Map<string, KnownPolicy>()
  const shelf = {
    find: async (domain: string) => kept.get(domain),
    keep: async (domain: string, known: KnownPolicy) => void kept.set(domain, known),
  }
  const openPolicies = () => stsPolicies({ dns: resolver, shelf, port, now: () => clock.now })
  const policies = openPolicies()
  const direct = stack.use(
    directTransport({
      ...{ hostname: 'us.example', dns: resolver, port: sink.port, timeouts: longTimeouts, policies },
      mailHosts: always('loopback'),
    }),
  )
  const send = (requiresTls = false) => direct.send({ ...transmissionTo(['ada@example.test']), requiresTls })
  return { send, policies, openPolicies, dns, sink, site, clock, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const everyone = () => true
const notSent = { kind: 'deferred', because: 'message', inDoubt: false }

test('a host that the policy lists, with a valid certificate, gets the mail', async () => {
  await using all = await open()

  expect(await all.send()).toMatchObject([{ kind: 'accepted', attempt: { tls: 'TLSv1.3' } }])
})

test.each([
  [
    'offers no TLS',
    { sink: { tls: 'off' } } as Given,
    /mx\.example\.test does not meet the TLS requirement of the MTA-STS policy of example\.test/,
  ],
  [
    'offers STARTTLS and then refuses it',
    { sink: { script: { starttls: { reply: '454 4.7.0 Not now' } } } } as Given,
    /454 4\.7\.0 Not now/,
  ],
  [
    'the policy does not list',
    { host: 'other.example.test' },
    /None of the mail hosts is listed in the MTA-STS policy of example\.test/,
  ],
  [
    'has a certificate for another name',
    { policy: enforcing.replace('mx.', 'mx2.'), host: 'mx2.example.test' },
    /requirement of the MTA-STS/,
  ],
])('a host that %s gets nothing, and only mail to this domain is deferred', async (_, given, reply) => {
  await using all = await open(given)

  const outcomes = await all.send()

  expect(outcomes).toMatchObject([notSent])
  expect(outcomes[0]?.attempt.reply).toMatch(reply)
  expect(all.sink.messages).toHaveLength(0)
})

test('a policy in testing mode changes nothing', async () => {
  await using all = await open({ policy: enforcing.replace('enforce', 'testing'), sink: { tls: 'off' } })

  expect(await all.send()).toMatchObject([{ kind: 'accepted' }])
})

test.each([
  ['a redirect', { status: 302 }],
  ['an HTML page', { type: 'text/html' }],
  ['more than 64 KB', { policy: enforcing + 'x'.repeat(70_000) }],
  ['an untrusted certificate', { trusted: false }],
])('%s is not accepted as a policy', async (_, given) => {
  await using all = await open(given)

  expect(await all.policies.of('example.test', everyone)).toBeUndefined()
})

test('a policy is not fetched from an address that is not allowed', async () => {
  await using all = await open()

  expect(await all.policies.of('example.test', () => false)).toBeUndefined()
  expect(all.site.fetched).toBe(0)
})

test('a policy is fetched from the addresses that are allowed, if there are others too', async () => {
  await using all = await open()
  all.dns.table['mta-sts.example.test'] = { A: ['10.0.0.1', '127.0.0.1'] }

  expect((await all.policies.of('example.test', address => address === '127.0.0.1'))?.mode).toBe('enforce')
})

test('a policy is fetched once, and again when its id changes', async () => {
  await using all = await open()
  const mode = async () => (await all.policies.of('example.test', everyone))?.mode
  await Promise.all([mode(), mode()])
  all.clock.now += 600_000
  expect(await mode()).toBe('enforce')
  expect(all.site.fetched).toBe(1)

  all.site.policy = enforcing.replace('enforce', 'none')
  all.dns.table['_mta-sts.example.test'] = { TXT: ['v=STSv1; id=2;'] }
  all.clock.now += 600_000

  expect(await mode()).toBe('none')
})

test('blocking DNS has no effect until the policy has expired', async () => {
  await using all = await open()
  const mode = async () => (await all.policies.of('example.test', everyone))?.mode
  await mode()
  all.dns.table['_mta-sts.example.test'] = 'servfail'
  all.clock.now += 3_600_000
  expect(await mode()).toBe('enforce')

  all.clock.now += 86_400_000

  expect(await mode()).toBeUndefined()
})

test('a new worker also knows the policy while DNS is blocked', async () => {
  await using all = await open()
  await all.policies.of('example.test', everyone)
  all.dns.table['_mta-sts.example.test'] = 'servfail'

  expect((await all.openPolicies().of('example.test', everyone))?.mode).toBe('enforce')
  all.clock.now += 90_000_000
  expect(await all.openPolicies().of('example.test', everyone)).toBeUndefined()
})

test('mail that requires TLS goes over TLS, with any certificate, or not at all', async () => {
  await using secure = await open({ policy: '', trusted: false })
  await using clear = await open({ policy: '', sink: { tls: 'off' } })

  expect(await secure.send(true)).toMatchObject([{ kind: 'accepted', attempt: { tls: 'TLSv1.3' } }])
  const [outcome] = await clear.send(true)
  expect(outcome).toMatchObject(notSent)
  expect(outcome?.attempt.reply).toMatch(/requirement of the sender/)
  expect(await clear.send()).toMatchObject([{ kind: 'accepted' }])
})
