/** Connection limits: concurrent and repeated connections from one address, encrypted or not. Excess connections are refused with a reply. */
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { conversation, dial, encrypt, type Line } from './conversation.fixture.ts'
import { defaultLimits, type GateLimits } from './gate.ts'
import { type InboundMail, type InboundMailOptions, listenForMail } from './listener.ts'

const stack: (AsyncDisposable | Socket)[] = []
afterEach(async () => {
  for (const one of stack.splice(0).reverse()) await ('destroy' in one ? one.destroy() : one[Symbol.asyncDispose]())
})

async function open(special: Partial<InboundMailOptions> = {}): Promise<InboundMail> {
  const listener = await listenForMail({
    host: '127.0.0.1',
    port: 0,
    hostname: 'mail.acme.test',
    log: pino({ level: 'silent' }),
    readReport: async () => [],
    subjectOf: () => null,
    take: async () => 'done',
    readerOf: () => null,
    unsubscribe: async () => {},
    roleMailboxOf: async () => null,
    readRoleMail: async () => ({ kind: 'other', from: '', subject: '' }),
    takeRoleMail: async () => 'done',
    ...special,
  })
  stack.push(listener)
  return listener
}

const few: GateLimits = { ...defaultLimits, connectionsPerAddress: 2 }

function call(port: number): Line {
  const line = dial(port)
  stack.push(line.socket)
  return line
}

/** Connects and returns the first reply. */
async function greeting(port: number): Promise<string> {
  const line = call(port)
  const heard = await line.reply()
  if (heard.startsWith('220')) await line.say('QUIT')
  return heard
}

async function encrypted(port: number): Promise<Line> {
  const line = call(port)
  expect(await line.reply()).toMatch(/^220/)
  await line.say('EHLO mx.far.example')
  expect(await line.say('STARTTLS')).toMatch(/^220/)
  const inside = await encrypt(line)
  expect(await inside.say('EHLO mx.far.example')).toMatch(/^250/)
  return inside
}

const many = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make))

test('one address may connect and encrypt any number of times sequentially', async () => {
  const { port } = await open({ limits: few })

  for (let nth = 0; nth < 6; nth++) {
    const inside = await encrypted(port)
    expect(await inside.say('QUIT')).toMatch(/^221/)
    await expect.poll(() => inside.reply()).toBe('closed')
  }
})

test('an address may have 20 concurrent encrypted connections, and new ones after they end', async () => {
  const { port } = await open()

  const lines = await many(20, () => encrypted(port))
  for (const line of lines) expect(await line.say('NOOP')).toMatch(/^250/)
  for (const line of lines) line.socket.destroy()

  await expect.poll(() => greeting(port)).toMatch(/^220/)
  await expect
    .poll(async () => (await many(20, () => greeting(port))).filter(one => !one.startsWith('220')))
    .toEqual([])
})

test.each([
  ['disconnects in the middle of the handshake', (socket: Socket) => socket.destroy()],
  ['sends nonsense instead of a handshake', (socket: Socket) => socket.write('EHLO mx.far.example\r\n'.repeat(50))],
])('a client that %s does not stay counted', async (_what, misbehave) => {
  const { port } = await open({ limits: few })

  for (let nth = 0; nth < 3; nth++) {
    await expect.poll(() => greeting(port)).toMatch(/^220/)
    const line = call(port)
    await line.reply()
    await line.sayAll('EHLO mx.far.example', 'STARTTLS')
    misbehave(line.socket)
    await expect.poll(() => line.reply()).toBe('closed')
  }

  await expect.poll(() => greeting(port)).toMatch(/^220/)
})

test('a client that disconnects before the greeting does not stay counted', async () => {
  const { port } = await open({ limits: few })

  for (let nth = 0; nth < 6; nth++) {
    const socket = connect(port, '127.0.0.1')
    await new Promise(resolve => socket.once('connect', resolve))
    socket.destroy()
  }

  await expect.poll(() => greeting(port)).toMatch(/^220/)
})

test('excess connections from one address get 421 and are closed', async () => {
  const { port } = await open({ limits: few })
  await many(2, () => encrypted(port))

  const refused = call(port)

  expect(await refused.reply()).toMatch(/^421 .*later/)
  expect(await refused.reply()).toBe('closed')
})

test('all connections above the total limit get 421', async () => {
  const { port } = await open({ limits: { ...defaultLimits, connectionsPerAddress: 1_000 }, maxConnections: 5 })
  const lines = await many(5, () => encrypted(port))

  expect((await many(100, () => greeting(port))).filter(one => !one.startsWith('421'))).toEqual([])

  for (const line of lines) line.socket.destroy()
  await expect.poll(() => greeting(port)).toMatch(/^220/)
})

test('an encrypted connection is closed at its time limit too', async () => {
  const { port } = await open({ maxConnectionMs: 600 })
  const inside = await encrypted(port)
  const talking = setInterval(() => inside.socket.write('NOOP\r\n'), 20)

  let last = ''
  for (let heard = await inside.reply(); heard !== 'closed'; heard = await inside.reply()) last = heard
  clearInterval(talking)

  expect(last).toMatch(/^421/)
})

test('a refused connection that stays open is closed', async () => {
  const { port } = await open({ limits: { ...few, connectionsPerAddress: 0 }, idleMs: 300 })
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  stack.push(socket)
  const refused = conversation(socket)

  expect(await refused.reply()).toMatch(/^421/)
  const talking = setInterval(() => socket.write('x\r\n'), 20)
  expect(await refused.reply()).toBe('closed')
  clearInterval(talking)
})
