/** The SMTP conversation, on a socket. */
import type { Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { Report } from '#core/returned-mail.ts'
import { dial as dialTo, dotted, encrypt, type Line } from './conversation.fixture.ts'
import { defaultLimits } from './gate.ts'
import { maxMessageBytes } from './limits.ts'
import { type InboundMail, type InboundMailOptions, listenForMail } from './listener.ts'
import { readReport } from './read.ts'
import { readRoleMail } from './read-role-mail.ts'
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
    subjectOf: address => (/^b-.*@bounces\.acme\.test$/i.test(address) ? subject : null),
    take: async report => {
      reports.push(report)
      return 'done'
    },
    readerOf: () => null,
    unsubscribe: async () => {},
    roleMailboxOf: async () => null,
    readRoleMail,
    takeRoleMail: async () => 'done',
    ...special,
  })
  opened.push(listener)
  return Object.assign(listener, { reports })
}

function dial(port: number): Line {
  const line = dialTo(port)
  opened.push(line.socket)
  return line
}

async function greeted(port: number): Promise<Line> {
  const line = dial(port)
  expect(await line.reply()).toMatch(/^220 mail\.acme\.test/)
  expect(await line.say('EHLO mx.far.example')).toMatch(/^250/)
  return line
}

async function deliver(line: Line, message = postfix): Promise<string> {
  await line.sayAll('MAIL FROM:<>', `RCPT TO:<${ours}>`, 'DATA')
  return line.say(dotted(message))
}

test('a report to one of our addresses is accepted', async () => {
  const { port, reports } = await open()

  const line = await greeted(port)

  expect(await deliver(line)).toMatch(/^250/)
  expect(reports).toMatchObject([{ subject, notices: [{ news: { kind: 'bounced' } }] }])
  expect(await line.say('QUIT')).toMatch(/^221/)
})

test('mail to other addresses is refused, and nothing is relayed', async () => {
  const { port, reports } = await open()
  const line = await greeted(port)
  await line.say('MAIL FROM:<mallory@evil.example>')

  const others = ['postmaster', 'ada@far.example', 'b-1@other.example', '<b-1@bounces.acme.test>@far.example', '@a:b@c']

  for (const other of others) expect(await line.say(`RCPT TO:<${other}>`)).toMatch(/^5/)
  expect(await line.say('DATA')).toMatch(/^503/)
  expect(reports).toEqual([])
})

test('AUTH, VRFY and EXPN are not available', async () => {
  const { port } = await open()
  const line = dial(port)
  await line.reply()

  expect(await line.say('EHLO mx.far.example')).not.toContain('AUTH')
  expect(await line.say('AUTH PLAIN AGEAYg==')).toMatch(/^5/)
  expect(await line.say(`VRFY ${ours}`)).toMatch(/^252|^5/)
  expect(await line.say('EXPN everybody')).toMatch(/^5/)
})

test('mail without a report is accepted and dropped', async () => {
  const { port, reports } = await open()

  expect(await deliver(await greeted(port), outOfOffice)).toMatch(/^250/)
  expect(reports).toEqual([])
})

test('an oversized message is refused, by its declared size and by its real size', async () => {
  const { port, reports } = await open()
  const line = await greeted(port)

  expect(await line.say(`MAIL FROM:<> SIZE=${maxMessageBytes + 1}`)).toMatch(/^552/)
  expect(await deliver(line, Buffer.concat([postfix, Buffer.from('aa\r\n'.repeat(maxMessageBytes / 4))]))).toMatch(
    /^552/,
  )
  expect(await deliver(line)).toMatch(/^250/)
  expect(reports).toHaveLength(1)
})

test('the answer is 250 only after the report is stored', async () => {
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

test('a report that cannot be stored now is deferred', async () => {
  const answers = [() => Promise.reject(new Error('the database is away')), async () => 'again' as const]
  const { port } = await open({ take: () => answers.shift()?.() ?? Promise.resolve('done') })
  const line = await greeted(port)

  expect(await deliver(line)).toMatch(/^451/)
  expect(await deliver(line)).toMatch(/^451/)
  expect(await deliver(line)).toMatch(/^250/)
})

test('RSET discards earlier commands', async () => {
  const { port, reports } = await open({
    subjectOf: address => ({ emailId: address.slice(0, address.indexOf('@')), nth: 0 }),
  })
  const line = await greeted(port)
  await line.sayAll('MAIL FROM:<>', 'RCPT TO:<one@acme.test>', 'RSET')

  await line.sayAll('MAIL FROM:<>', 'RCPT TO:<two@acme.test>', 'DATA')
  await line.say(dotted(postfix))

  expect(reports.map(one => one.subject.emailId)).toEqual(['two'])
})

test('a repeated recipient is one report', async () => {
  const { port, reports } = await open()
  const line = await greeted(port)

  await line.sayAll('MAIL FROM:<>', `RCPT TO:<${ours}>`, `RCPT TO:<${ours.toUpperCase()}>`, 'DATA')
  expect(await line.say(dotted(postfix))).toMatch(/^250/)

  expect(reports).toHaveLength(1)
})

test.each([
  ['all at once', ''],
  ['after a first command', 'MAIL FROM:<>\r\n'],
])('pipelined messages are all accepted, %s', async (_, first) => {
  const { port, reports } = await open()
  const line = await greeted(port)
  const message = `MAIL FROM:<>\r\nRCPT TO:<${ours}>\r\nDATA\r\n${dotted(postfix)}\r\n`
  if (first) await line.say(first.trim())

  line.socket.write(`${message.repeat(3).slice(first.length)}QUIT\r\n`)
  await expect.poll(() => line.reply()).toBe('closed')

  expect(reports).toHaveLength(3)
})

test('a client that sends endless lines of dots is disconnected', async () => {
  const { port, reports } = await open()
  const line = await greeted(port)
  await line.sayAll('MAIL FROM:<>', `RCPT TO:<${ours}>`, 'DATA')

  line.socket.write('..\r\n'.repeat(250_000))

  expect(await line.reply()).toMatch(/^421/)
  expect(reports).toEqual([])
})

test('recipients above the limit are refused', async () => {
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

  const inside = await encrypt(line)

  expect(inside.socket.getPeerX509Certificate()?.subject).toBe('CN=mail.acme.test')
  expect(await inside.say('EHLO mx.far.example')).toMatch(/^250/)
  expect(await deliver(inside)).toMatch(/^250/)
  expect(reports).toHaveLength(1)
})

test('connections per address are limited, and freed when they end', async () => {
  const { port } = await open({ limits: { ...defaultLimits, connectionsPerAddress: 2 } })
  const [first] = [await greeted(port), await greeted(port)]

  expect(await dial(port).reply()).toMatch(/^421/)
  first.socket.destroy()
  await expect.poll(async () => dial(port).reply()).toMatch(/^220/)
})

test('messages per minute and address are limited', async () => {
  let now = 0
  const limits = { ...defaultLimits, messagesPerMinute: 2 }
  const { port, reports } = await open({ limits, nowMs: () => now })
  const line = await greeted(port)
  await deliver(line)
  await deliver(line)

  expect(await line.say('MAIL FROM:<>')).toMatch(/^421/)
  now += 60_000

  expect(await deliver(await greeted(port))).toMatch(/^250/)
  expect(reports).toHaveLength(3)
})

test('an idle connection is closed', async () => {
  const { port } = await open({ idleMs: 400 })

  expect(await (await greeted(port)).reply()).toMatch(/^421|closed/)
})

test('a connection is closed at its time limit', async () => {
  const { port, reports } = await open({ maxConnectionMs: 300 })
  const line = await greeted(port)
  await line.sayAll('MAIL FROM:<>', `RCPT TO:<${ours}>`, 'DATA')
  const talking = setInterval(() => line.socket.write('and so on\r\n'), 10)

  expect(await line.reply()).toMatch(/^421/)
  expect(await line.reply()).toBe('closed')

  clearInterval(talking)
  expect(reports).toEqual([])
})

test('a bare line feed does not end the message', async () => {
  const { port, reports } = await open()
  const line = await greeted(port)
  await line.sayAll('MAIL FROM:<>', `RCPT TO:<${ours}>`, 'DATA')
  const inside = `\n.\nMAIL FROM:<>\r\nRCPT TO:<${ours}>\r\nDATA\r\n`

  expect(await line.say(dotted(Buffer.concat([postfix, Buffer.from(inside)])))).toMatch(/^250/)

  expect(reports).toHaveLength(1)
  expect(await line.say('NOOP')).toMatch(/^250/)
})

test('a role mailbox accepts mail, in any letter case, and once per message', async () => {
  const taken: unknown[] = []
  const { port, reports } = await open({
    roleMailboxOf: async address =>
      address.toLowerCase().startsWith('abuse@') ? { role: 'abuse', domain: 'acme.test' } : null,
    takeRoleMail: async (...both) => {
      taken.push(both)
      return 'done'
    },
  })
  const line = await greeted(port)

  await line.say('MAIL FROM:<eve@far.example>')
  expect(await line.say('RCPT TO:<Abuse@bounces.acme.test>')).toMatch(/^250/)
  expect(await line.say('RCPT TO:<ABUSE@bounces.acme.test>')).toMatch(/^250/)
  expect(await line.say('RCPT TO:<sales@bounces.acme.example>')).toMatch(/^550/)
  await line.say('DATA')
  expect(await line.say(dotted(outOfOffice))).toMatch(/^250/)

  expect(taken).toEqual([[{ role: 'abuse', domain: 'acme.test' }, expect.objectContaining({ kind: 'other' })]])
  expect(reports).toEqual([])
})

test('mail to a role mailbox is deferred while it cannot be stored', async () => {
  const failing = () => Promise.reject(new Error('the database is away'))
  const { port: unknown } = await open({ roleMailboxOf: failing })
  const { port: untaken } = await open({
    roleMailboxOf: async () => ({ role: 'fbl', domain: null }),
    takeRoleMail: failing,
  })
  const [asking, sending] = [await greeted(unknown), await greeted(untaken)]
  await Promise.all([asking, sending].map(line => line.say('MAIL FROM:<eve@far.example>')))

  expect(await asking.say('RCPT TO:<postmaster>')).toMatch(/^451/)
  await sending.sayAll('RCPT TO:<postmaster>', 'DATA')
  expect(await sending.say(dotted(outOfOffice))).toMatch(/^451/)
})

test('mailbox lookups per minute and address are limited', async () => {
  const asked: string[] = []
  const { port } = await open({
    limits: { ...defaultLimits, mailboxesPerMinute: 5 },
    nowMs: () => 0,
    async roleMailboxOf(address) {
      asked.push(address)
      return null
    },
  })
  const line = await greeted(port)
  await line.say('MAIL FROM:<>')

  const replies = await line.sayAll(...Array.from({ length: 6 }, (_, nth) => `RCPT TO:<postmaster@${nth}.example>`))

  expect(replies.map(reply => reply.slice(0, 3))).toEqual(['550', '550', '550', '550', '550', '421'])
  expect(asked).toHaveLength(5)
})
