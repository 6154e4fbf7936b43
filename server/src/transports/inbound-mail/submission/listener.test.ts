/** The submission port: authentication, accepted messages and attacks. */
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { Submitted } from '#core/submission.ts'
import { conversation, dial, encrypt, type Line } from '../conversation.fixture.ts'
import { selfSigned } from '../self-signed.ts'
import { listenForSubmissions, type SubmissionOptions } from './listener.ts'

const stack: (AsyncDisposable | Socket)[] = []
afterEach(async () => {
  for (const one of stack.splice(0).reverse()) await ('destroy' in one ? one.destroy() : one[Symbol.asyncDispose]())
})

const certificate = selfSigned('mail.acme.test')
const free = { open: () => ({ charge: () => {}, release: () => {} }) }
const plain = (key: string, user = 'anybody') => `AUTH PLAIN ${Buffer.from(`\0${user}\0${key}`).toString('base64')}`

async function open(special: Partial<SubmissionOptions> = {}) {
  const taken: (Submitted & { key: string })[] = []
  const listener = await listenForSubmissions({
    ...{ host: '127.0.0.1', port: 0, hostname: 'mail.acme.test', isTls: false, certificate, memory: free },
    ...{ maxMessageSize: 100_000, maxRecipients: 3, log: pino({ level: 'silent' }) },
    signIn: async key => (key === 'right' ? undefined : { code: 535, text: '5.7.8 No' }),
    refuseRecipient: address => (address.startsWith('bad') ? { code: 553, text: '5.1.3 No address' } : undefined),
    async take(key, submitted) {
      taken.push({ key, ...submitted })
      return { code: 250, text: '2.0.0 Ok: 1' }
    },
    ...special,
  })
  stack.push(listener)
  const call = async (): Promise<Line> => {
    const line = dial(listener.port)
    stack.push(line.socket)
    await line.reply()
    return line
  }
  const signedIn = async (): Promise<Line> => {
    const line = await call()
    await line.sayAll('EHLO app.acme.test', plain('right'))
    return line
  }
  return { ...listener, taken, call, signedIn }
}

const begin = ['MAIL FROM:<a@acme.test>', 'RCPT TO:<ada@example.com>', 'DATA']

/** The reply to a message of these lines. */
async function send(line: Line, message: string): Promise<string> {
  await line.sayAll(...begin)
  return line.say(`${message}\r\n.`)
}

test('an authenticated client submits a message unchanged, and gets its result', async () => {
  const { signedIn, taken } = await open()

  const reply = await send(await signedIn(), 'Subject: Gr\u00fc\u00dfe\r\n\r\n..dot\r\n..')

  expect(reply).toBe('250 2.0.0 Ok: 1')
  expect(taken).toMatchObject([{ key: 'right', recipients: ['ada@example.com'], requiresTls: false }])
  expect(`${taken[0]?.message}`).toBe('Subject: Gr\u00fc\u00dfe\r\n\r\n.dot\r\n.\r\n')
})

test('EHLO lists exactly the supported extensions', async () => {
  const { call } = await open()
  const features = (await (await call()).say('EHLO app.acme.test')).split('\r\n').slice(1)

  expect(features.map(one => one.slice(4)).toSorted()).toEqual(
    ['8BITMIME', 'AUTH PLAIN LOGIN', 'DSN', 'PIPELINING', 'SIZE 100000', 'SMTPUTF8', 'STARTTLS'].toSorted(),
  )
})

test('parameters of DSN, SMTPUTF8, 8BITMIME and SIZE are accepted', async () => {
  const { signedIn, taken } = await open()
  const line = await signedIn()

  const replies = await line.sayAll(
    'MAIL FROM:<a@acme.test> SIZE=100 BODY=8BITMIME SMTPUTF8 RET=HDRS ENVID=1',
    'RCPT TO:<ada@b\u00fccher.example> NOTIFY=SUCCESS,FAILURE ORCPT=rfc822;ada@b',
    'DATA',
    'A: b\r\n\r\nHello\r\n.',
  )

  expect(replies.map(one => one.slice(0, 3))).toEqual(['250', '250', '354', '250'])
  expect(taken[0]?.recipients).toEqual(['ada@b\u00fccher.example'])
})

test.each([
  ['a wrong key', plain('wrong'), '535 5.7.8 No'],
  ['no key', 'MAIL FROM:<a@acme.test>', '530 5.7.0 Sign in with an API key as the password'],
  ['another way to sign in', 'AUTH CRAM-MD5', '504 Error: Unrecognized authentication type'],
])('%s is refused', async (_, command, reply) => {
  const { call } = await open()
  const line = await call()
  await line.say('EHLO app.acme.test')

  expect(await line.say(command)).toBe(reply)
})

test('a client is disconnected after three failed sign-ins', async () => {
  const { call } = await open()
  const line = await call()
  await line.say('EHLO app.acme.test')

  const replies = await line.sayAll(plain('a'), plain('b'), plain('c'))

  expect(replies).toEqual(['535 5.7.8 No', '535 5.7.8 No', '421 5.7.8 No'])
  await expect.poll(() => line.reply()).toBe('closed')
})

/** A non-loopback address of this machine, if it has a network. */
const { networkInterfaces } = await import('node:os')
const outer = Object.values(networkInterfaces())
  .flat()
  .find(one => one && one.family === 'IPv4' && !one.internal)?.address

test.skipIf(!outer)('from another machine AUTH is offered only over TLS', async () => {
  const { connect } = await import('node:net')
  const { port, taken } = await open({ host: '0.0.0.0' })
  const line = conversation(connect(port, outer))
  stack.push(line.socket)
  await line.reply()

  expect(await line.say('EHLO app.acme.test')).not.toContain('AUTH')
  expect(await line.say(plain('right'))).toMatch(/^500/)
  expect(await line.say('MAIL FROM:<a@acme.test>')).toMatch(/^530 5\.7\.0 Start TLS/)
  await line.say('STARTTLS')
  const inside = await encrypt(line)
  expect(await inside.say('EHLO app.acme.test')).toContain('AUTH PLAIN LOGIN')
  expect(await inside.say(plain('right'))).toMatch(/^235/)
  expect(await send(inside, 'A: b\r\n\r\nHello')).toMatch(/^250/)
  expect(taken).toHaveLength(1)
})

test('implicit TLS, and a message with REQUIRETLS', async () => {
  const { port, taken } = await open({ isTls: true })
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
  stack.push(socket)
  const line = conversation(socket)

  expect(await line.reply()).toMatch(/^220/)
  await line.sayAll('EHLO app.acme.test', plain('right'), 'MAIL FROM:<a@acme.test> REQUIRETLS')
  await line.sayAll('RCPT TO:<ada@example.com>', 'DATA', 'A: b\r\n\r\nHello\r\n.')

  expect(taken).toMatchObject([{ requiresTls: true }])
})

test('plain-text commands after STARTTLS are discarded', async () => {
  const { call, taken } = await open()
  const line = await call()
  await line.say('EHLO app.acme.test')

  await line.say(`STARTTLS\r\nEHLO x\r\n${plain('right')}\r\nMAIL FROM:<evil@acme.test>`)
  const inside = await encrypt(line)
  await inside.say('EHLO app.acme.test')

  expect(await inside.say('RCPT TO:<ada@example.com>')).toMatch(/^5(03|30)/)
  expect(taken).toEqual([])
})

test('STARTTLS discards an earlier sign-in', async () => {
  const { signedIn } = await open()
  const line = await signedIn()
  await line.say('STARTTLS')
  const inside = await encrypt(line)
  await inside.say('EHLO app.acme.test')

  expect(await inside.say('MAIL FROM:<a@acme.test>')).toMatch(/^530/)
})

test.each([
  ['LF . CRLF', 'A: b\r\n\r\nHello\n.\r\nMAIL FROM:<evil@acme.test>'],
  ['CRLF . LF', 'A: b\r\n\r\nHello\r\n.\nMAIL FROM:<evil@acme.test>'],
  ['CR . CR', 'A: b\r\n\r\nHello\r.\rMAIL FROM:<evil@acme.test>'],
])('%s does not end a message, and such a message is refused', async (_, message) => {
  const { signedIn, taken } = await open()

  expect(await send(await signedIn(), message)).toMatch(/^550 5\.5\.2 /)
  expect(taken).toEqual([])
})

test('a message with NUL is refused, since CRLF NUL . CRLF ends it on servers that drop NUL', async () => {
  const { signedIn, taken } = await open()

  const reply = await send(await signedIn(), 'A: b\r\n\r\nHello\r\n\0.\r\nMAIL FROM:<evil@acme.test>')

  expect(reply).toMatch(/^550 5\.6\.0 .*NUL/)
  expect(taken).toEqual([])
})

test('pipelined commands are processed in order, also after the message', async () => {
  const { signedIn, taken } = await open()
  const line = await signedIn()
  const message = [...begin, 'A: b', '', 'Hello', '.'].join('\r\n')

  await line.say(`${message}\r\n${message}\r\nQUIT`)
  await expect.poll(() => line.reply()).toBe('closed')

  expect(taken).toHaveLength(2)
})

test('limits of size, line length and recipients, and invalid addresses', async () => {
  const { signedIn, taken } = await open()
  const line = await signedIn()
  const rcpt = (name: string) => `RCPT TO:<${name}@example.com>`

  expect(await line.say('MAIL FROM:<a@acme.test> SIZE=200000')).toMatch(/^552/)
  expect(await send(line, `A: b\r\n\r\n${'x'.repeat(99)}\r\n`.repeat(2_000))).toMatch(/^552/)
  expect(await send(line, `A: b\r\n\r\n${'x'.repeat(999)}`)).toMatch(/^550 5\.6\.0 A line/)
  expect(await line.sayAll('MAIL FROM:<a@acme.test>', rcpt('bad'), rcpt('a'), rcpt('b'), rcpt('c'), rcpt('d'))).toEqual(
    [
      '250 Accepted',
      '553 5.1.3 No address',
      ...Array.from({ length: 3 }, () => '250 Accepted'),
      '452 Error: too many recipients',
    ],
  )
  expect(taken).toEqual([])
})

test('without memory the message is deferred, and the connection stays open', async () => {
  let isFull = true
  const charge = () => {
    if (isFull) throw new Error('no room')
  }
  const { signedIn } = await open({ memory: { open: () => ({ charge, release: () => {} }) } })
  const line = await signedIn()

  expect(await send(line, 'A: b\r\n\r\nHello')).toMatch(/^451 4\.3\.0/)
  isFull = false
  expect(await send(line, 'A: b\r\n\r\nHello')).toMatch(/^250/)
})

test('an internal error defers the message without revealing the reason', async () => {
  const { signedIn } = await open({ take: () => Promise.reject(new Error('secret')) })

  expect(await send(await signedIn(), 'A: b\r\n\r\nHello')).toBe('451 4.3.0 Not now, please try again later')
})

test('clients that do not sign in, or send too slowly, are disconnected', async () => {
  const { call, signedIn } = await open({ timing: { idleMs: 60_000, signInMs: 50, messageMs: 300 } })
  const silent = await call()
  const slow = await signedIn()
  await slow.sayAll(...begin)
  const dripping = setInterval(() => slow.socket.write('x'), 20)

  expect(await silent.reply()).toMatch(/^421/)
  expect(await slow.reply()).toMatch(/^421/)
  clearInterval(dripping)
})

test('connections per address are limited', async () => {
  const { call, port } = await open({ connectionsPerAddress: 2 })
  await call()
  await call()
  const third = dial(port)
  stack.push(third.socket)

  expect(await third.reply()).toMatch(/^421 4\.7\.0/)
})

test('a client that sends endless lines of dots is disconnected', async () => {
  const { signedIn, taken } = await open({ maxMessageSize: 15 * 1024 * 1024 })
  const line = await signedIn()
  await line.sayAll(...begin)

  line.socket.write('..\r\n'.repeat(3_000_000))
  expect(await line.reply()).toMatch(/^421/)
  expect(taken).toEqual([])
})

test('a message of lines that begin with a dot is accepted unchanged', async () => {
  const { signedIn, taken } = await open({ maxMessageSize: 1_048_576 })
  const line = await signedIn()

  expect(await send(line, `A: b\r\n\r\n${'..\r\n'.repeat(100_000)}`)).toMatch(/^250/)
  expect(taken[0]?.message.length).toBe(10 + 3 * 100_000)
})
