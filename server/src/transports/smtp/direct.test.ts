import { describe, expect, test } from 'vitest'
import { always } from '#setup/reachable.ts'
import { type DnsTable, startDnsStub } from '../../../../sinks/dns-stub.ts'
import type { Script } from '../../../../sinks/smtp-script.ts'
import { type SmtpSink, startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import type { SmtpSinkOptions } from '../../../../sinks/smtp-sink-connection.ts'
import { longTimeouts, transmissionTo } from '../../../testing/smtp-transmission.ts'
import { type DirectOptions, directTransport } from './direct.ts'
import { mxResolver } from './mx.ts'

type Given = { table: DnsTable; sinks?: SmtpSinkOptions[]; changes?: Partial<DirectOptions> }

/** Sinks on 127.0.0.1, 127.0.0.2 and so on, all on the same port, as real mail hosts are. */
async function startAll({ table, sinks: wanted = [{}], changes = {} }: Given) {
  const stack = new AsyncDisposableStack()
  const sinks: SmtpSink[] = []
  for (const [index, options] of wanted.entries()) {
    const port = sinks[0]?.port ?? 0
    sinks.push(stack.use(await startSmtpSink({ ...options, host: `127.0.0.${index + 1}`, port })))
  }
  const dns = stack.use(await startDnsStub(table))
  const port = sinks[0]?.port ?? 1
  const resolver = mxResolver({ servers: [dns.server], timeoutMs: 200 })
  const direct = stack.use(
    directTransport({
      ...{ hostname: 'us.example', dns: resolver, port, timeouts: longTimeouts },
      mailHosts: always('loopback'),
      ...changes,
    }),
  )
  return { direct, dns, sinks, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const mx = (...hosts: [number, string][]) => ({ MX: hosts.map(([priority, exchange]) => ({ priority, exchange })) })
const host = (last: number) => ({ A: [`127.0.0.${last}`] })
const twoHosts: DnsTable = {
  'example.com': mx([20, 'second.example.com'], [10, 'first.example.com']),
  'first.example.com': host(1),
  'second.example.com': host(2),
}

describe('a message', () => {
  test('goes to the mail host of the domain, over TLS if possible', async () => {
    await using all = await startAll({
      table: { 'example.com': mx([10, 'mx.example.com']), 'mx.example.com': host(1) },
    })

    const outcomes = await all.direct.send(transmissionTo(['Grace@Example.COM']))

    expect(outcomes).toMatchObject([
      {
        kind: 'accepted',
        attempt: { transport: 'direct', host: `mx.example.com:${all.sinks[0]?.port}`, tls: 'TLSv1.3' },
      },
    ])
    expect(all.sinks[0]?.messages).toMatchObject([{ mailFrom: 'bounces@us.example', rcptTo: ['Grace@Example.COM'] }])
  })

  test('counts as delivered when accepted, and is grouped with others to its domain', async () => {
    await using all = await startAll({ table: {} })

    expect(all.direct.accepted).toBe('delivered')
    expect(all.direct.groupOf('Grace@Example.COM')).toBe('example.com')
  })

  test('goes to the domain itself if it has no MX record', async () => {
    await using all = await startAll({ table: { 'example.com': host(1) } })

    expect(await all.direct.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])
  })

  test('goes to a host behind a CNAME', async () => {
    const table = {
      'example.com': mx([10, 'alias.example.com']),
      'alias.example.com': { CNAME: 'mx.example.org' },
      'mx.example.org': host(1),
    }
    await using all = await startAll({ table })

    expect(await all.direct.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])
  })

  test('goes to the preferred host', async () => {
    await using all = await startAll({ table: twoHosts, sinks: [{}, {}] })

    await all.direct.send(transmissionTo())

    expect(all.sinks.map(sink => sink.received)).toEqual([1, 0])
  })
})

describe('the next host is tried', () => {
  const toSecond = async (first: SmtpSinkOptions) => {
    await using all = await startAll({ table: twoHosts, sinks: [first, {}] })
    const outcomes = await all.direct.send(transmissionTo())
    return { outcomes, received: all.sinks.map(sink => sink.received) }
  }

  test.each<[string, SmtpSinkOptions]>([
    ['greets with 421', { script: { banner: { reply: '421 4.3.2 Busy', after: 'close' } } }],
    ['greets with 450', { script: { banner: { reply: '450 4.3.2 Busy' } } }],
    ['greets with 554', { script: { banner: { reply: '554 5.7.1 Go away' } } }],
    ['hangs up', { script: { banner: { after: 'close' } } }],
    ['resets', { script: { banner: { after: 'reset' } } }],
    ['says 421 to EHLO', { script: { ehlo: { reply: '421 4.3.2 Busy', after: 'close' } } }],
  ])('when one %s', async (_, first) => {
    expect(await toSecond(first)).toMatchObject({ outcomes: [{ kind: 'accepted' }], received: [0, 1] })
  })

  test('when one is unreachable', async () => {
    const table = { ...twoHosts, 'first.example.com': host(9) }
    await using all = await startAll({ table, sinks: [{}, {}] })

    expect(await all.direct.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])
    expect(all.sinks.map(sink => sink.received)).toEqual([0, 1])
  })

  test('when one has no address', async () => {
    const { 'first.example.com': _, ...table } = twoHosts
    await using all = await startAll({ table, sinks: [{}, {}] })

    expect(await all.direct.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])
  })

  test.each([
    ['MAIL', { mail: { reply: '451 4.3.0 Not now' } }],
    ['RCPT', { rcpt: { reply: '450 4.2.0 Not now' } }],
    ['RCPT, and hangs up', { rcpt: { reply: '421 4.3.2 Closing', after: 'close' } }],
  ] as const)('when one defers at %s', async (_, script) => {
    await using all = await startAll({ table: twoHosts, sinks: [{ script }, {}] })

    expect(await all.direct.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])
    expect(all.sinks.map(sink => sink.received)).toEqual([0, 1])
  })

  test('only for the recipients that the first one deferred', async () => {
    const script: Script = ({ stage, rcptTo }) =>
      stage === 'rcpt' && rcptTo.at(-1)?.startsWith('late') ? { reply: '450 4.2.0 Not now' } : undefined
    await using all = await startAll({ table: twoHosts, sinks: [{ script }, {}] })

    const outcomes = await all.direct.send(transmissionTo(['ada@example.com', 'late@example.com']))

    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted'])
    expect(all.sinks.map(sink => sink.messages.map(({ rcptTo }) => rcptTo))).toEqual([
      [['ada@example.com']],
      [['late@example.com']],
    ])
  })

  test('and its answer counts only if it accepts the message', async () => {
    const sinks = [
      { script: { rcpt: { reply: '450 4.2.0 Not now' } } },
      { script: { rcpt: { reply: '550 5.1.1 No such user here' } } },
    ]
    await using all = await startAll({ table: twoHosts, sinks })

    expect(await all.direct.send(transmissionTo())).toMatchObject([
      { kind: 'deferred', because: 'message', attempt: { reply: '450 4.2.0 Not now' } },
    ])
  })

  test('but not after the message was sent, so that nobody gets it twice', async () => {
    const sinks = [{ script: { dot: { reply: '451 4.3.0 Not now' } } }, {}]
    await using all = await startAll({ table: twoHosts, sinks })

    expect(await all.direct.send(transmissionTo())).toMatchObject([{ kind: 'deferred' }])
    expect(all.sinks[1]?.connections.total).toBe(0)
  })

  test('but not if the first one has rejected the recipient', async () => {
    await using all = await startAll({ table: twoHosts, sinks: [{}, {}] })

    const outcomes = await all.direct.send(transmissionTo(['550-rcpt@example.com']))

    expect(outcomes).toMatchObject([{ kind: 'rejected', bounce: 'unknown_mailbox', suppress: true }])
    expect(all.sinks[1]?.connections.total).toBe(0)
  })

  test('and so is the second address of a host', async () => {
    const table = { 'example.com': mx([10, 'mx.example.com']), 'mx.example.com': { A: ['127.0.0.9', '127.0.0.1'] } }
    await using all = await startAll({ table })

    expect(await all.direct.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])
  })
})

describe('a domain', () => {
  test.each<[string, DnsTable, string]>([
    ['that does not exist', {}, '550 5.1.2'],
    ['with a null MX', { 'example.com': mx([0, '.']) }, '556 5.1.10'],
    ['with neither MX nor address', { 'example.com': { TXT: ['v=spf1 -all'] } }, '550 5.1.2'],
    ['whose host has no address', { 'example.com': mx([10, 'mx.example.com']) }, '550 5.4.4'],
  ])('%s is rejected for good', async (_, table, words) => {
    await using all = await startAll({ table })

    const outcomes = await all.direct.send(transmissionTo(['a@example.com', 'b@example.com']))

    const expected = {
      kind: 'rejected',
      bounce: 'bad_domain',
      suppress: false,
      attempt: { reply: expect.stringContaining(words) },
    }
    expect(outcomes).toMatchObject([expected, expected])
  })

  test.each<[string, DnsTable]>([
    ['whose name servers fail', { 'example.com': 'servfail' }],
    ['whose name servers refuse', { 'example.com': 'refused' }],
    ['whose name servers do not answer', { 'example.com': 'silent' }],
    [
      'whose name servers fail for its mail host',
      { 'example.com': mx([10, 'mx.example.com']), 'mx.example.com': 'servfail' },
    ],
  ])('%s is deferred', async (_, table) => {
    await using all = await startAll({ table })

    const outcomes = await all.direct.send(transmissionTo())

    expect(outcomes).toMatchObject([{ kind: 'deferred', because: 'destination', inDoubt: false }])
  })

  test('whose hosts all refuse us rejects the message, but not the address', async () => {
    const refusing = { script: { banner: { reply: '554 5.7.1 Go away' } } }
    await using all = await startAll({ table: twoHosts, sinks: [refusing, refusing] })

    expect(await all.direct.send(transmissionTo())).toMatchObject([
      { kind: 'rejected', bounce: 'policy', suppress: false, attempt: { reply: '554 5.7.1 Go away' } },
    ])
  })

  test('with one host that refuses us and another that is down is deferred', async () => {
    const refusing = { script: { banner: { reply: '554 5.7.1 Go away' } } }
    await using all = await startAll({ table: { ...twoHosts, 'first.example.com': host(9) }, sinks: [{}, refusing] })

    expect(await all.direct.send(transmissionTo())).toMatchObject([{ kind: 'deferred', because: 'destination' }])
  })

  test('has its own connections, and not more than the receiver allows', async () => {
    const table = { 'example.com': host(1), 'example.org': host(2) }
    const slow: SmtpSinkOptions = { script: { dot: { delayMs: 5 } } }
    const receivers = [{ name: 'few', mx: ['example.com', 'example.org'], connections: 2 }]
    await using all = await startAll({ table, sinks: [slow, slow], changes: { receivers } })
    const domains = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'example.com' : 'example.org'))

    await Promise.all(domains.map(domain => all.direct.send(transmissionTo([`grace@${domain}`]))))

    expect(all.sinks.map(sink => [sink.received, sink.connections.peak])).toEqual([
      [10, 2],
      [10, 2],
    ])
  })

  test('is looked up once for many messages', async () => {
    await using all = await startAll({
      table: { 'example.com': mx([10, 'mx.example.com']), 'mx.example.com': host(1) },
    })

    await Promise.all(Array.from({ length: 10 }, () => all.direct.send(transmissionTo())))

    expect(all.dns.questions.filter(question => question === 'MX example.com')).toHaveLength(1)
  })
})

describe('a source', () => {
  const table = { 'example.com': mx([10, 'mx.example.com']), 'mx.example.com': host(1) }
  const source = { name: 'mail2.us.example', addresses: ['127.0.0.9'], serves: [] }

  test('sets the local address and the EHLO name', async () => {
    await using all = await startAll({ table, changes: { source } })

    const [outcome] = await all.direct.send(transmissionTo())

    expect(outcome).toMatchObject({ kind: 'accepted', attempt: { transport: 'direct from mail2.us.example' } })
    expect(all.sinks[0]?.connections.from).toEqual(['127.0.0.9'])
    expect(all.sinks[0]?.commands[0]?.line).toBe('EHLO mail2.us.example')
  })

  test('without an address of the IP version of the host says so, and defers', async () => {
    await using all = await startAll({ table, changes: { source: { ...source, addresses: ['::1'] } } })

    const [outcome] = await all.direct.send(transmissionTo())

    expect(outcome).toMatchObject({ kind: 'deferred', because: 'destination' })
    expect(outcome?.attempt.reply).toMatch(/no address of an IP version that we send from/)
  })

  const warming = { ...source, warmingSince: new Date('2026-11-01') }
  const small = [{ name: 'small', mx: ['mx.example.com'], perMinute: 600, perDay: 5_000 }]
  const clock = () => new Date('2026-11-02T12:00:00Z')
  const ofWarmUp = 'a day from mail2.us.example, which is on day 2 of its warm-up'
  test.each([
    ['a warm source has none', { source }, undefined],
    [
      'a new source has the cap of its day',
      { source: warming, clock },
      { perDay: 100, words: `at most 100 ${ofWarmUp}` },
    ],
    [
      'the caps of the receiver apply',
      { receivers: small },
      { perMinute: 600, perDay: 5_000, words: 'at most 600 a minute and 5,000 a day' },
    ],
    [
      'the stricter caps apply',
      { source: warming, clock, receivers: small },
      { perMinute: 600, perDay: 100, words: `at most 600 a minute and 100 ${ofWarmUp}` },
    ],
  ])('caps: %s', async (_, changes, caps) => {
    await using all = await startAll({ table, changes })

    expect((await all.direct.destinationOf('ada@example.com')).caps).toEqual(caps)
  })
})
