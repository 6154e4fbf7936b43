/** The conversation, on a socket. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { Report } from '#core/returned-mail.ts'
import { largestMessage } from './limits.ts'
import { type InboundMail, type InboundMailOptions, listenForMail } from './listener.ts'
import { readReport } from './read.ts'
import { outOfOffice, postfix } from './reports.fixture.ts'

const opened: (AsyncDisposable | Socket)[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await ('destroy' in one ? one.destroy() : one[Symbol.asyncDispose]())
})

const ours = 'b-1@bounces.acme.test'
const subject = { emailId: '01900000-0000-7000-8000-000000000001', nth: 0 }

async function open(special: Partial<InboundMailOptions> = {}): Promise<InboundMail & { reports: Report[] }> {
  const reports: Report[] = []
  const listener = await listenForMail({
    host: '127.0.0.1',
    port: 0,
    hostname: 'mail.acme.test',
    log: pino({ level: 'silent' }),
    readReport,
    subjectOf: address => (address.toLowerCase().endsWith('@bounces.acme.test') ? subject : null),
    take: async report => {
      reports.push(report)
      return 'done'
    },
    readerOf: () => null,
    unsubscribe: async () => {},
    ...special,
  })
  opened.push(listener)
  return Object.assign(listener, { reports })
}

/** Says a line and returns the reply to it, all lines of it. */
async function dial(port: number) {
  const socket = connect(port, '127.0.0.1')
  opened.push(socket)
  return conversation(socket)
}

async function conversation(socket: Socket) {
  let heard = ''
  let isClosed = false
  let wake = () => {}
  socket.on('data', chunk => {
    heard += chunk
    wake()
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    isClosed = true
    wake()
  })
  async function reply(): Promise<string> {
    for (;;) {
      const match = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(heard)
      if (match) {
        heard = heard.slice(match[0].length)
        return match[0].trim()
      }
      if (isClosed) return 'closed'
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }
  const say = (line: string): Promise<string> => {
    socket.write(`${line}\r\n`)
    return reply()
  }
  const sayAll = async (...lines: readonly string[]): Promise<string[]> => {
    const replies: string[] = []
    for (const line of lines) replies.push(await say(line))
    return replies
  }
  return { socket, reply, say, sayAll }
}

type Line = Awaited<ReturnType<typeof dial>>

async function greeted(port: number): Promise<Line> {
  const line = await dial(port)
  expect(await line.reply()).toMatch(/^220 mail\.acme\.test/)
  expect(await line.say('EHLO mx.far.example')).toMatch(/^250/)
  return line
}

const dotted = (message: Buffer) => `${message.toString('latin1').replace(/^\./gm, '..')}.`

async function deliver(line: Line, message = postfix): Promise<string> {
  await line.sayAll('MAIL FROM:<>', `RCPT TO:<${ours}>`, 'DATA')
  return line.say(dotted(message))
}

test('a report to an address of ours is taken', async () => {
  const { port, reports } = await open()

  const line = await greeted(port)

  expect(await deliver(line)).toMatch(/^250/)
  expect(reports).toMatchObject([{ subject, notices: [{ news: { kind: 'bounced' } }] }])
  expect(await line.say('QUIT')).toMatch(/^221/)
})

test('nothing is taken for any other address, and nobody is relayed for', async () => {
  const { port, reports } = await open()
  const line = await greeted(port)
  await line.say('MAIL FROM:<mallory@evil.example>')

  const others = ['postmaster', 'ada@far.example', 'b-1@other.example', '<b-1@bounces.acme.test>@far.example', '@a:b@c']

  for (const other of others) expect(await line.say(`RCPT TO:<${other}>`)).toMatch(/^5/)
  expect(await line.say('DATA')).toMatch(/^503/)
  expect(reports).toEqual([])
})

test('there is nothing to log in to, and no list of addresses', async () => {
  const { port } = await open()
  const line = await dial(port)
  await line.reply()

  expect(await line.say('EHLO mx.far.example')).not.toContain('AUTH')
  expect(await line.say('AUTH PLAIN AGEAYg==')).toMatch(/^5/)
  expect(await line.say(`VRFY ${ours}`)).toMatch(/^252|^5/)
  expect(await line.say('EXPN everybody')).toMatch(/^5/)
})

test('what says nothing is taken and forgotten', async () => {
  const { port, reports } = await open()

  expect(await deliver(await greeted(port), outOfOffice)).toMatch(/^250/)
  expect(reports).toEqual([])
})

test('a message that is too large is refused, before it comes and after', async () => {
  const { port, reports } = await open()
  const line = await greeted(port)

  expect(await line.say(`MAIL FROM:<> SIZE=${largestMessage + 1}`)).toMatch(/^552/)
  expect(await deliver(line, Buffer.concat([postfix, Buffer.from('aa\r\n'.repeat(largestMessage / 4))]))).toMatch(
    /^552/,
  )
  expect(await deliver(line)).toMatch(/^250/)
  expect(reports).toHaveLength(1)
})

test('the answer is 250 only after the report was taken', async () => {
  let finish = () => {}
  const taken = new Promise<void>(resolve => {
    finish = resolve
  })
  const { port } = await open({ take: () => taken.then(() => 'done') })
  const line = await greeted(port)
  await line.sayAll('MAIL FROM:<>', `RCPT TO:<${ours}>`, 'DATA')

  let answer = 'none yet'
  const answered = line.say(dotted(postfix)).then(text => {
    answer = text
  })
  await new Promise(resolve => setImmediate(resolve))
  expect(answer).toBe('none yet')
  finish()
  await answered

  expect(answer).toMatch(/^250/)
})

test('a report that cannot be taken now has to come again', async () => {
  const answers = [() => Promise.reject(new Error('the database is away')), async () => 'again' as const]
  const { port } = await open({ take: () => answers.shift()?.() ?? Promise.resolve('done') })
  const line = await greeted(port)

  expect(await deliver(line)).toMatch(/^451/)
  expect(await deliver(line)).toMatch(/^451/)
  expect(await deliver(line)).toMatch(/^250/)
})

test('what was said before RSET does not count', async () => {
  const { port, reports } = await open({
    subjectOf: address => ({ emailId: address.slice(0, address.indexOf('@')), nth: 0 }),
  })
  const line = await greeted(port)
  await line.sayAll('MAIL FROM:<>', 'RCPT TO:<one@acme.test>', 'RSET')

  await line.sayAll('MAIL FROM:<>', 'RCPT TO:<two@acme.test>', 'DATA')
  await line.say(dotted(postfix))

  expect(reports.map(one => one.subject.emailId)).toEqual(['two'])
})

test('one address of ours given twice is one report', async () => {
  const { port, reports } = await open()
  const line = await greeted(port)

  await line.sayAll('MAIL FROM:<>', `RCPT TO:<${ours}>`, `RCPT TO:<${ours.toUpperCase()}>`, 'DATA')
  expect(await line.say(dotted(postfix))).toMatch(/^250/)

  expect(reports).toHaveLength(1)
})

test('no more recipients are taken than an email can have', async () => {
  const { port } = await open()
  const line = await greeted(port)
  await line.say('MAIL FROM:<>')

  const replies = await line.sayAll(...Array.from({ length: 101 }, (_, nth) => `RCPT TO:<b-${nth}@bounces.acme.test>`))

  expect(replies.slice(0, 100).every(reply => reply.startsWith('250'))).toBe(true)
  expect(replies[100]).toMatch(/^452/)
})

test('the connection can be encrypted', async () => {
  const { port, reports } = await open()
  const line = await greeted(port)
  expect(await line.say('STARTTLS')).toMatch(/^220/)
  line.socket.removeAllListeners('data')

  const secure = connectTls({ socket: line.socket, rejectUnauthorized: false })
  await once(secure, 'secureConnect')
  const inside = await conversation(secure)

  expect(secure.getPeerX509Certificate()?.subject).toBe('CN=mail.acme.test')
  expect(await inside.say('EHLO mx.far.example')).toMatch(/^250/)
  expect(await deliver(inside)).toMatch(/^250/)
  expect(reports).toHaveLength(1)
})

test('one address has so many connections and no more, and they are free again afterwards', async () => {
  const { port } = await open({ limits: { connectionsPerAddress: 2, messagesPerMinute: 100 } })
  const [first] = [await greeted(port), await greeted(port)]

  expect(await (await dial(port)).reply()).toBe('closed')
  first.socket.destroy()
  await expect.poll(async () => (await dial(port)).reply()).toMatch(/^220/)
})

test('one address sends so many messages a minute and no more', async () => {
  let now = 0
  const limits = { connectionsPerAddress: 10, messagesPerMinute: 2 }
  const { port, reports } = await open({ limits, nowMs: () => now })
  const line = await greeted(port)
  await deliver(line)
  await deliver(line)

  expect(await line.say('MAIL FROM:<>')).toMatch(/^421/)
  now += 60_000

  expect(await deliver(await greeted(port))).toMatch(/^250/)
  expect(reports).toHaveLength(3)
})

test('whoever says nothing is shown the door', async () => {
  const { port } = await open({ idleMs: 400 })

  expect(await (await greeted(port)).reply()).toMatch(/^421|closed/)
})

test('whoever speaks without end is cut off', async () => {
  const { port, reports } = await open({ longestMs: 300 })
  const line = await greeted(port)
  await line.sayAll('MAIL FROM:<>', `RCPT TO:<${ours}>`, 'DATA')
  const talking = setInterval(() => line.socket.write('and so on\r\n'), 10)

  expect(await line.reply()).toBe('closed')

  clearInterval(talking)
  expect(reports).toEqual([])
})

test('a line break that is none does not end the message', async () => {
  const { port, reports } = await open()
  const line = await greeted(port)
  await line.sayAll('MAIL FROM:<>', `RCPT TO:<${ours}>`, 'DATA')
  const inside = `\n.\nMAIL FROM:<>\r\nRCPT TO:<${ours}>\r\nDATA\r\n`

  expect(await line.say(dotted(Buffer.concat([postfix, Buffer.from(inside)])))).toMatch(/^250/)

  expect(reports).toHaveLength(1)
  expect(await line.say('NOOP')).toMatch(/^250/)
})
