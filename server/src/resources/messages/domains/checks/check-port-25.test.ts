import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { addressPolicy } from '#core/public-address.ts'
import { greetMailServer } from '#setup/probes/greet-mail-server.ts'
import { startDnsStub } from '../../../../../../sinks/dns-stub.ts'
import { startSmtpSink } from '../../../../../../sinks/smtp-sink.ts'
import { dnsLookUp } from '../dns/look-up.ts'
import { checkPort25 } from './check-port-25.ts'

const peer = 'mx.known.test'

type Given = { policy?: 'public' | 'loopback'; timeoutMs?: number }

async function check(port: number, { policy = 'loopback', timeoutMs = 5_000 }: Given = {}) {
  await using dns = await startDnsStub({ [peer]: { A: ['127.0.0.1'] } })
  return await checkPort25(dnsLookUp([dns.server]), {
    ...{ peer, allow: addressPolicy(policy) },
    greet: address => greetMailServer(address, { port, timeoutMs }),
  })
}

test('a mail server that greets proves that port 25 is open, and gets no more than a goodbye', async () => {
  await using sink = await startSmtpSink()

  expect(await check(sink.port)).toMatchObject({
    ...{
      about: 'port_25',
      name: peer,
      level: 'good',
      result: 'open',
      seen: [expect.stringMatching(/^127\.0\.0\.1: 220 /)],
    },
  })
  await expect.poll(() => sink.commands.map(({ line }) => line), { timeout: 10_000 }).toEqual(['QUIT'])
})

test('a mail server that is unreachable or silent means a closed port', async () => {
  expect(await check(1)).toMatchObject({ level: 'fault', result: 'closed', seen: ['127.0.0.1: ECONNREFUSED'] })

  const mute = createServer().listen(0, '127.0.0.1')
  await once(mute, 'listening')
  // `as`: it listens on a port.
  const { port } = mute.address() as AddressInfo
  expect(await check(port, { timeoutMs: 200 })).toMatchObject({
    result: 'closed',
    seen: ['127.0.0.1: no answer within 0.2 seconds'],
  })
  mute.close()
})

test('without an address that may be connected to, the result is unknown', async () => {
  await using sink = await startSmtpSink()

  expect(await check(sink.port, { policy: 'public' })).toMatchObject({ level: 'unknown', result: 'no_address' })
  expect(sink.connections.total).toBe(0)
})
