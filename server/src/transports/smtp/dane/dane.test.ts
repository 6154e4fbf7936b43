/** Mail to hosts with TLSA records, over real DNS and real TLS. */
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { AUTHENTIC_DATA, type Packet, streamDecode, streamEncode } from 'dns-packet'
import { expect, test } from 'vitest'
import { always } from '#setup/reachable.ts'
import { startDnsStub } from '../../../../../sinks/dns-stub.ts'
import { smtpCertificate } from '../../../../../sinks/smtp-certificate.ts'
import { startSmtpSink } from '../../../../../sinks/smtp-sink.ts'
import type { SmtpSinkOptions } from '../../../../../sinks/smtp-sink-connection.ts'
import { longTimeouts, transmissionTo } from '../../../../testing/smtp-transmission.ts'
import type { StsPolicy } from '../../sts-policy.ts'
import { directTransport } from '../direct.ts'
import { mxResolver } from '../mx.ts'
import { dane } from './dane.ts'
import type { Tlsa } from './tlsa.ts'
import { validatedDns } from './vouched-dns.ts'

const own = new X509Certificate(smtpCertificate.cert)
const hash = createHash('sha256')
  .update(own.publicKey.export({ type: 'spki', format: 'der' }))
  .digest()
const right: Tlsa = { usage: 3, selector: 1, matchingType: 1, certificate: hash }
const wrong: Tlsa = { ...right, certificate: Buffer.alloc(32) }

type Zone = { proved?: boolean; isHostProved?: boolean; tlsa?: readonly Tlsa[] | 'servfail' | 'not proved' }

/** Looks to us like a resolver that validates DNSSEC: TCP, and the AD bit. */
async function startResolver({ proved = true, isHostProved = true, tlsa = [] }: Zone) {
  const server = createServer(socket =>
    socket.on('data', data => {
      const query = streamDecode(data)
      const [question] = query.questions ?? []
      const isTlsa = question?.type === 'TLSA'
      const isProved = proved && !(isTlsa && tlsa === 'not proved') && (question?.type === 'MX' || isHostProved)
      const records = isTlsa && tlsa === 'not proved' ? [wrong] : isTlsa && Array.isArray(tlsa) ? tlsa : []
      const answer: Packet = {
        ...{ type: 'response', id: query.id ?? 0, questions: query.questions ?? [] },
        flags: (isProved ? AUTHENTIC_DATA : 0) | (isTlsa && tlsa === 'servfail' ? 2 : 0),
        answers: records.map(data => ({ type: 'TLSA', name: question?.name ?? '', ttl: 60, data })),
      }
      socket.end(streamEncode(answer))
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `as`: it listens on a port.
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.dispose]: () => void server.close() }
}

async function send(zone: Zone, sinkOptions: SmtpSinkOptions = {}, sts?: StsPolicy) {
  await using sink = await startSmtpSink(sinkOptions)
  const host = { MX: [{ priority: 10, exchange: 'mx.example.test' }] }
  await using dns = await startDnsStub({ 'example.test': host, 'mx.example.test': { A: ['127.0.0.1'] } })
  using resolver = await startResolver(zone)
  const vouched = validatedDns({ servers: [resolver.address], timeoutMs: 2_000 })
  await using direct = directTransport({
    ...{ hostname: 'us.example', port: sink.port, timeouts: longTimeouts, mailHosts: always('loopback') },
    dns: mxResolver({ servers: [dns.server], timeoutMs: 200 }),
    dane: vouched && dane(vouched),
    ...(sts && { policies: { of: async () => sts } }),
  })
  const [outcome] = await direct.send(transmissionTo(['ada@example.test']))
  return { outcome, messages: sink.messages.length }
}

const delivered = { kind: 'accepted', attempt: { tls: 'TLSv1.3' } }

test.each([
  ['its certificate matches a TLSA record', { tlsa: [right] }],
  ['its certificate matches one of several records', { tlsa: [wrong, right] }],
  ['there are no records', {}],
  ['the records are not proved', { tlsa: 'not proved' as const }],
  ['the MX record is not proved', { proved: false, tlsa: [wrong] }],
  ['its zone has no DNSSEC and fails at TLSA queries', { isHostProved: false, tlsa: 'servfail' as const }],
  ['the records cannot be checked', { tlsa: [{ ...wrong, usage: 1 }] }],
])('a host gets the mail if %s', async (_, zone) => {
  expect((await send(zone)).outcome).toMatchObject(delivered)
})

test.each([
  [
    'has another certificate',
    { tlsa: [wrong] },
    {},
    /mx\.example\.test does not meet the TLS requirement of the TLSA records/,
  ],
  [
    'offers no TLS',
    { tlsa: [right] },
    { tls: 'off' as const },
    /requirement of the TLSA records of mx\.example\.test \(DANE\)/,
  ],
  [
    'offers no TLS and has records that cannot be checked',
    { tlsa: [{ ...wrong, usage: 0 }] },
    { tls: 'off' as const },
    /DANE/,
  ],
  ['has records that cannot be looked up', { tlsa: 'servfail' as const }, {}, /no answer proved by DNSSEC .*SERVFAIL/],
])('a host that %s gets nothing, and only mail to this domain is deferred', async (_, zone, sink, reply) => {
  const { outcome, messages } = await send(zone, sink)

  expect(outcome).toMatchObject({ kind: 'deferred', because: 'message', inDoubt: false })
  expect(outcome?.attempt.reply).toMatch(reply)
  expect(messages).toBe(0)
})

test('records that cannot be checked do not weaken an MTA-STS policy: the certificate must still be valid', async () => {
  const sts = { mode: 'enforce', hosts: ['mx.example.test'], maxAgeMs: 86_400_000 } as const
  const { outcome, messages } = await send({ tlsa: [{ ...wrong, usage: 1 }] }, {}, sts)

  expect(outcome).toMatchObject({ kind: 'deferred', because: 'message' })
  expect(outcome?.attempt.reply).toMatch(/requirement of the MTA-STS policy of example\.test/)
  expect(messages).toBe(0)
})

test.each([
  [['9.9.9.9', '[2620:fe::fe]:53'], false],
  [['9.9.9.9', '127.0.0.53'], true],
  [['::1'], true],
  [['[::1]:5353'], true],
])('one of the resolvers %j can be trusted: %s', (servers, isTrusted) => {
  expect(validatedDns({ servers }) !== undefined).toBe(isTrusted)
})

test('a resolver that does not answer proves nothing, and mail is still sent', async () => {
  const { isProved } = dane(validatedDns({ servers: ['127.0.0.1:1'], timeoutMs: 500 }) ?? expect.unreachable())

  expect(await isProved('example.test')).toBe(false)
})
