/** TLS as requested, and credentials never in clear unless the URL says so. */
import { describe, expect, test } from 'vitest'
import { startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import type { SmtpSinkOptions } from '../../../../sinks/smtp-sink-connection.ts'
import { longTimeouts, shortTimeouts, transmissionTo } from '../../../testing/smtp-transmission.ts'
import { trustTheSink } from '../../../testing/trust-the-sink.ts'
import { relayTransport } from './relay.ts'
import type { Timeouts } from './timeouts.ts'

const auth = { user: 'ada@us.example', pass: 'p:s/w%' }

type Asked = { tls?: string; withCredentials?: boolean; pass?: string; timeouts?: Timeouts; requiresTls?: boolean }

async function sendTo(options: SmtpSinkOptions, asked: Asked = {}) {
  const { tls, withCredentials = false, pass = auth.pass, timeouts = longTimeouts, requiresTls = false } = asked
  await using sink = await startSmtpSink(options)
  const url = new URL(sink.url)
  if (withCredentials)
    Object.assign(url, { username: encodeURIComponent(auth.user), password: encodeURIComponent(pass) })
  if (tls) url.searchParams.set('tls', tls)
  await using relay = relayTransport({ url: url.href, hostname: 'us.example', final: true, timeouts })
  const [outcome] = await relay.send({ ...transmissionTo(), requiresTls })
  const inClear = sink.commands.filter(command => !command.tls).map(command => command.line)
  return { outcome, inClear, message: sink.messages[0], connections: sink.connections.total }
}

const deferred = { kind: 'deferred', because: 'destination', inDoubt: false }
const accepted = { kind: 'accepted' }

describe('without credentials', () => {
  test('TLS is used if offered, with any certificate', async () => {
    const { outcome, message } = await sendTo({ tls: 'starttls' })

    expect(outcome).toMatchObject({ kind: 'accepted', attempt: { tls: 'TLSv1.3' } })
    expect(message?.tls).toBe(true)
  })

  test('the message is sent in clear if TLS is not offered', async () => {
    const { outcome } = await sendTo({ tls: 'off' })

    expect(outcome).toMatchObject(accepted)
    expect(outcome?.attempt).not.toHaveProperty('tls')
  })

  test('the message is sent in clear if TLS is offered and then refused', async () => {
    const { outcome, message } = await sendTo({ script: { starttls: { reply: '454 4.7.0 Not now' } } })

    expect(outcome).toMatchObject(accepted)
    expect(message?.tls).toBe(false)
  })

  test.each([
    ['garbage', { raw: '220 Go on\r\n' }],
    ['garbage at once', { raw: '220 Go on\r\nThis is no handshake\r\n' }],
    ['a disconnect', { reply: '220 Go on', after: 'close' as const }],
    ['a reset', { reply: '220 Go on', after: 'reset' as const }],
    ['silence', { reply: '220 Go on', after: 'stall' as const }],
  ])('a handshake that ends in %s is followed by a connection in clear', async (_, starttls) => {
    const { outcome, message, connections } = await sendTo({ script: { starttls } }, { timeouts: shortTimeouts })

    expect(outcome).toMatchObject(accepted)
    expect(message?.tls).toBe(false)
    expect(connections).toBe(2)
  })

  test('TLS can be required', async () => {
    const { outcome, inClear } = await sendTo({ tls: 'off' }, { tls: 'required' })

    expect(outcome).toMatchObject(deferred)
    expect(inClear.some(line => line.startsWith('MAIL'))).toBe(false)
  })

  test('TLS can be switched off', async () => {
    const { outcome, message } = await sendTo({ tls: 'starttls' }, { tls: 'off' })

    expect(outcome).toMatchObject(accepted)
    expect(message?.tls).toBe(false)
  })
})

describe('with credentials', () => {
  const withCredentials = true
  const isSecret = (line: string) => line.startsWith('AUTH') || Buffer.from(line, 'base64').includes(auth.pass)

  test.each(['PLAIN', 'LOGIN'])('AUTH %s is used over TLS', async mechanisms => {
    trustTheSink()
    const { outcome, message, inClear } = await sendTo({ auth: { ...auth, mechanisms } }, { withCredentials })

    expect(outcome).toMatchObject({ kind: 'accepted', attempt: { tls: 'TLSv1.3' } })
    expect(message).toMatchObject({ user: auth.user, tls: true })
    expect(inClear).toEqual(['EHLO us.example', 'STARTTLS'])
  })

  test.each<[string, SmtpSinkOptions, Asked]>([
    ['the certificate is not trusted', { auth }, {}],
    ['TLS is not offered', { auth, tls: 'off' }, {}],
    ['TLS is refused', { auth, script: { starttls: { reply: '454 4.7.0 Not now' } } }, {}],
    ['the handshake fails', { auth, script: { starttls: { raw: '220 Go on\r\n' } } }, {}],
    ['EHLO is refused', { auth, script: at => (at.stage === 'ehlo' ? { reply: '502 What?' } : undefined) }, {}],
    ['TLS is opportunistic and not offered', { auth, tls: 'off' }, { tls: 'opportunistic' }],
    [
      'TLS is opportunistic and fails',
      { auth, script: { starttls: { raw: '220 Go on\r\n' } } },
      { tls: 'opportunistic' },
    ],
    ['TLS is opportunistic and refused', { auth, script: { starttls: { reply: '454 No' } } }, { tls: 'opportunistic' }],
  ])('they are not sent when %s', async (_, options, asked) => {
    const { outcome, inClear } = await sendTo(options, { withCredentials, ...asked })

    expect(outcome).toMatchObject(deferred)
    expect(inClear.filter(isSecret)).toEqual([])
  })

  test('they are sent in clear only with tls=off', async () => {
    const { outcome, inClear, message } = await sendTo({ auth, tls: 'off' }, { withCredentials, tls: 'off' })

    expect(outcome).toMatchObject(accepted)
    expect(message).toMatchObject({ user: auth.user, tls: false })
    expect(inClear.filter(isSecret)).toHaveLength(1)
  })

  test('a wrong password defers: it is about us, not about the recipient', async () => {
    trustTheSink()
    const { outcome } = await sendTo({ auth }, { withCredentials, pass: 'wrong' })

    expect(outcome).toMatchObject({ ...deferred, attempt: { reply: '535 5.7.8 Wrong' } })
  })

  test.each([
    ['451', { reply: '454 4.7.0 Later' }],
    ['reset', { after: 'reset' as const }],
    ['silence', { after: 'stall' as const }],
  ])('a %s at AUTH defers', async (_, act) => {
    const options: SmtpSinkOptions = { auth, tls: 'off', script: { auth: act } }
    const { outcome } = await sendTo(options, { withCredentials, tls: 'off', timeouts: shortTimeouts })

    expect(outcome).toMatchObject(deferred)
  })
})

describe('smtps', () => {
  test('uses TLS from the start and checks the certificate', async () => {
    trustTheSink()
    const { outcome, message } = await sendTo({ tls: 'implicit' })

    expect(outcome).toMatchObject({ kind: 'accepted', attempt: { tls: 'TLSv1.3' } })
    expect(message?.tls).toBe(true)
  })

  test('does not send with an untrusted certificate', async () => {
    const { outcome, message } = await sendTo({ tls: 'implicit' })

    expect(outcome).toMatchObject(deferred)
    expect(message).toBeUndefined()
  })
})

describe('a TLS failure is explained in plain words', () => {
  const starttls: Asked = { tls: 'required', withCredentials: true }
  const untrusted =
    / (localhost|127\.0\.0\.1):\d+ has a certificate that this machine does not trust \(self-signed certificate\)$/
  const handshake = / TLS with (localhost|127\.0\.0\.1):\d+ failed \([a-z ]+\)$/

  test.each<[string, SmtpSinkOptions, Asked, RegExp]>([
    ['an untrusted certificate', { auth }, starttls, untrusted],
    ['garbage', { auth, script: { starttls: { raw: '220 Go on\r\nThis is no handshake\r\n' } } }, starttls, handshake],
  ])('%s', async (_, options, asked, words) => {
    const { outcome } = await sendTo(options, asked)

    expect(outcome).toMatchObject({ ...deferred, attempt: { reply: expect.stringMatching(words) } })
  })
})

describe('plaintext after the reply to STARTTLS', () => {
  const behind = ['250-INJECTED\r\n250 AUTH PLAIN', '250 INJECTED', '250-INJECTED', 'INJECTED']

  test.each(behind)('are discarded: %j', async injected => {
    trustTheSink()
    const script = { starttls: { reply: `220 Go on\r\n${injected}` } }
    const { outcome, message, inClear } = await sendTo({ auth, script }, { withCredentials: true })

    expect(outcome).toMatchObject({ kind: 'accepted', attempt: { tls: 'TLSv1.3', reply: '250 2.0.0 Kept' } })
    expect(message?.user).toBe(auth.user)
    expect(inClear).toEqual(['EHLO us.example', 'STARTTLS'])
  })
})

describe('a message that requires TLS', () => {
  test.each([undefined, 'off'])('goes over TLS to a relay whose URL does not require it (tls=%s)', async tls => {
    const { outcome } = await sendTo({ tls: 'starttls' }, { requiresTls: true, ...(tls && { tls }) })

    expect(outcome).toMatchObject({ kind: 'accepted', attempt: { tls: 'TLSv1.3' } })
  })

  test('is the only one deferred at a relay without TLS, with the reason', async () => {
    const { outcome, inClear } = await sendTo({ tls: 'off' }, { requiresTls: true })

    expect(outcome).toMatchObject({ kind: 'deferred', because: 'message' })
    expect(outcome?.attempt.reply).toMatch(/does not meet the TLS requirement of the sender/)
    expect(inClear.some(line => line.startsWith('MAIL'))).toBe(false)
  })
})
