import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { RelayWay } from '#resources/account/sending-plan/way.ts'
import { startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import { trustTheSink } from '../../../testing/trust-the-sink.ts'
import { checkRelay } from './check-relay.ts'

const auth = { user: 'ada', pass: 'right-secret' }

const check = (port: number, special: Partial<RelayWay> = {}, timeoutMs = 10_000) =>
  checkRelay(
    {
      ...{ type: 'relay', preset: null, host: '127.0.0.1', port, security: 'starttls' },
      ...{ username: auth.user, password: auth.pass, ...special },
    },
    { hostname: 'mail.acme.test', now: new Date(), timeoutMs },
  )

test('a relay that accepts the login is good, and no message is sent', async () => {
  trustTheSink()
  await using sink = await startSmtpSink({ auth })

  const found = await check(sink.port)

  expect(found).toEqual({
    result: 'good',
    message: '127.0.0.1 answers, encrypted (TLSv1.3). It accepts the login.',
    detail: null,
    advice: null,
  })
  await expect.poll(() => sink.commands.at(-1)?.line, { timeout: 10_000 }).toBe('QUIT')
  expect(sink.received).toBe(0)
})

test('a wrong password is reported with the reply of the relay, and with advice for its provider', async () => {
  trustTheSink()
  await using sink = await startSmtpSink({ auth })

  const found = await check(sink.port, { password: 'wrong-secret', preset: 'gmail' })

  expect(found).toMatchObject({ result: 'failed', message: '127.0.0.1 refuses the user name or the password.' })
  expect(found.detail).toMatch(/^535 /)
  expect(found.advice).toContain('app password')
  expect(JSON.stringify(found)).not.toContain('wrong-secret')
})

test('a relay that repeats the password does not show it to us', async () => {
  const words = `535 no: ${Buffer.from('\0ada\0wrong-secret').toString('base64')} wrong-secret`
  await using sink = await startSmtpSink({ auth, tls: 'off', script: { auth: { reply: words } } })

  const found = await check(sink.port, { password: 'wrong-secret', security: 'none' })

  expect(found.detail).toBe('535 no: … …')
})

test('an untrusted certificate is described', async () => {
  await using sink = await startSmtpSink({ auth })

  const [later, atOnce] = [await check(sink.port), await checkImplicit()]

  for (const found of [later, atOnce]) {
    expect(found.result).toBe('failed')
    expect(found.message).toMatch(/does not trust the certificate of .*: it is self-signed/)
  }
  expect(sink.commands.some(({ line }) => line.startsWith('AUTH'))).toBe(false)

  async function checkImplicit() {
    await using implicit = await startSmtpSink({ auth, tls: 'implicit' })
    return await check(implicit.port, { security: 'tls' })
  }
})

test('without TLS no password is sent, and the message says why', async () => {
  await using sink = await startSmtpSink({ auth, tls: 'off' })

  const found = await check(sink.port)

  expect(found.message).toMatch(/does not offer TLS/)
  expect(sink.commands.some(({ line }) => line.startsWith('AUTH'))).toBe(false)
})

test('an unencrypted password is doubtful, even when it is accepted', async () => {
  await using sink = await startSmtpSink({ auth, tls: 'off' })

  expect(await check(sink.port, { security: 'none' })).toMatchObject({
    result: 'doubtful',
    advice: expect.stringContaining('unencrypted'),
  })
})

test('TLS from the start on a port without it is told apart from a closed port', async () => {
  await using sink = await startSmtpSink({ auth })
  const { port } = await closedPort()

  expect((await check(sink.port, { security: 'tls' })).message).toContain('does not use TLS from the start')
  expect((await check(port)).message).toBe(`127.0.0.1 refuses connections on port ${port}.`)
  expect((await check(port, { host: 'no-such-host.invalid' })).message).toBe(
    'There is no host called no-such-host.invalid.',
  )
})

test('a silent peer fails at the timeout', async () => {
  await using sink = await startSmtpSink({ tls: 'off', script: { banner: { after: 'stall' } } })

  const found = await check(sink.port, {}, 200)

  expect(found).toMatchObject({ result: 'failed', message: expect.stringContaining('sent nothing within 0.2 seconds') })
})

async function closedPort(): Promise<AddressInfo> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `as`: it listens on a port.
  const address = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return address
}
