/** DANE with zones that are really signed, and a resolver that really validates them. */
import { createHash, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { always } from '#setup/reachable.ts'
import { canSignDns, startSignedDns, type Zone } from '../../../../../sinks/signed-dns.ts'
import { smtpCertificate } from '../../../../../sinks/smtp-certificate.ts'
import { startSmtpSink } from '../../../../../sinks/smtp-sink.ts'
import { longTimeouts, transmissionTo } from '../../../../testing/smtp-transmission.ts'
import { directTransport } from '../direct.ts'
import { mxResolver } from '../mx.ts'
import { dane } from './dane.ts'
import { validatedDns } from './vouched-dns.ts'

const right = createHash('sha256')
  .update(new X509Certificate(smtpCertificate.cert).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('hex')
const wrong = '0'.repeat(64)

const domains = {
  'right.test': { signed: 'yes', hash: right },
  'wrong.test': { signed: 'yes', hash: wrong },
  'unsigned.test': { signed: 'no', hash: wrong },
  'none.test': { signed: 'yes', hash: undefined },
  'broken.test': { signed: 'broken', hash: right },
} as const

const zoneOf = (name: keyof typeof domains, port: number): Zone => {
  const { signed, hash } = domains[name]
  const tlsa = hash === undefined ? [] : [`_${port}._tcp.mx TLSA 3 1 1 ${hash}`]
  return { name, signed, records: [`@ MX 10 mx.${name}.`, 'mx A 127.0.0.1', ...tlsa] }
}

test.skipIf(!canSignDns())(
  canSignDns() ? 'the validation by unbound decides' : 'skipped: nsd, unbound and ldnsutils are not installed',
  { timeout: 60_000 },
  async () => {
    await using sink = await startSmtpSink({ tls: 'starttls' })
    // `as`: the keys of an object literal.
    const names = Object.keys(domains) as (keyof typeof domains)[]
    await using dns = await startSignedDns(names.map(name => zoneOf(name, sink.port)))
    const servers = [dns.resolver]
    const vouched = validatedDns({ servers }) ?? expect.unreachable()
    await using direct = directTransport({
      ...{ hostname: 'us.example', port: sink.port, timeouts: longTimeouts, mailHosts: always('loopback') },
      dns: mxResolver({ servers, timeoutMs: 2_000 }),
      dane: dane(vouched),
    })
    const send = async (name: string) => (await direct.send(transmissionTo([`ada@${name}`])))[0]

    expect(await Promise.all(names.map(send))).toMatchObject([
      { kind: 'accepted', attempt: { tls: 'TLSv1.3' } },
      {
        kind: 'deferred',
        because: 'message',
        attempt: { reply: expect.stringMatching(/TLSA records of mx\.wrong\.test/) },
      },
      { kind: 'accepted' },
      { kind: 'accepted' },
      // The answer of this zone was changed, so no mail is sent.
      { kind: 'deferred', attempt: { reply: expect.stringMatching(/SERVFAIL|name servers/) } },
    ])
    expect(sink.messages).toHaveLength(3)
  },
)
