import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { addressPolicy } from '#core/public-address.ts'
import { askHttps } from '#setup/probes/ask-https.ts'
import { type DnsTable, startDnsStub } from '../../../../../../sinks/dns-stub.ts'
import { smtpCertificate } from '../../../../../../sinks/smtp-certificate.ts'
import { trustTheSink } from '../../../../../testing/trust-the-sink.ts'
import { dnsLookUp } from '../dns/look-up.ts'
import { checkTrackingHost } from './check-tracking-host.ts'

/** A name in the certificate of the sinks. */
const host = 'mx.example.test'

type Given = { host?: string; policy?: 'public' | 'loopback'; port?: number; timeoutMs?: number }

async function check(table: DnsTable, { policy = 'loopback', port = 1, ...given }: Given = {}) {
  await using dns = await startDnsStub(table)
  const asked: string[] = []
  const result = await checkTrackingHost(dnsLookUp([dns.server]), {
    host: given.host ?? host,
    publicHost: 'posthorn.example',
    allow: addressPolicy(policy),
    ask: (name, address) => {
      asked.push(address)
      if (address !== '127.0.0.1') throw new Error('a test stays on this machine')
      return askHttps(name, address, { port, timeoutMs: given.timeoutMs ?? 5_000 })
    },
  })
  return { ...result, asked }
}

async function openSite(answers = true) {
  const server = createServer(smtpCertificate, (_, answer) => {
    if (answers) answer.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // `as`: it listens on a port.
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const here = { A: ['127.0.0.1'] }

test('a host that answers over https with a good certificate is good, whatever its status', async () => {
  trustTheSink()
  await using site = await openSite()

  expect(await check({ [host]: here }, site)).toMatchObject({
    ...{ about: 'tracking_host', name: host, level: 'good', result: 'answers', seen: ['127.0.0.1: status 404'] },
  })
})

test('an untrusted certificate, or one for another name, is a fault', async () => {
  await using site = await openSite()
  expect(await check({ [host]: here }, site)).toMatchObject({ level: 'fault', result: 'bad_certificate' })

  trustTheSink()
  expect(await check({ 'links.example.test': here }, { ...site, host: 'links.example.test' })).toMatchObject({
    level: 'fault',
    result: 'bad_certificate',
    seen: [expect.stringContaining('links.example.test')],
  })
})

test('a host without an address gets a line to copy', async () => {
  expect(await check({})).toMatchObject({
    result: 'no_address',
    line: `${host}. IN CNAME posthorn.example.`,
    asked: [],
  })
  expect(await check({ [host]: 'servfail' })).toMatchObject({ level: 'unknown', result: 'no_answer', line: null })
})

test('no connection is made to an address on a private network', async () => {
  await using site = await openSite()

  for (const A of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['169.254.169.254']])
    expect(await check({ [host]: { A } }, { ...site, policy: 'public' })).toMatchObject({
      level: 'fault',
      result: 'inner_address',
      seen: A,
      asked: [],
    })
})

test('a host that is unreachable or never answers is reported within a limited time', async () => {
  expect(await check({ [host]: here })).toMatchObject({
    result: 'no_connection',
    seen: [expect.stringMatching(/REFUSED/)],
  })

  trustTheSink()
  await using site = await openSite(false)
  expect(await check({ [host]: here }, { ...site, timeoutMs: 300 })).toMatchObject({
    result: 'no_connection',
    seen: ['127.0.0.1: no answer within 0.3 seconds'],
  })
})
