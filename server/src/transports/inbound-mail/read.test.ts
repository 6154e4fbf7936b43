import { expect, test } from 'vitest'
import type { News } from '#core/returned-mail.ts'
import { readReport } from './read.ts'
import * as reports from './reports.fixture.ts'

const read = (message: Buffer, from = '') => readReport(message, from)
const newsOf = async (message: Buffer): Promise<News[]> => (await read(message)).map(({ news }) => news)

const bounced = (bounce: string, suppress: boolean) => expect.objectContaining({ kind: 'bounced', bounce, suppress })

test.each([
  ['Postfix', reports.postfix, 'unknown_mailbox', true],
  ['Exim', reports.exim, 'unknown_mailbox', true],
  ['Sendmail', reports.sendmail, 'mailbox_full', false],
  ['Gmail', reports.gmail, 'unknown_mailbox', true],
  ['Exchange', reports.exchange, 'unknown_mailbox', true],
  ['a server that speaks Unicode', reports.international, 'unknown_mailbox', true],
  ['qmail, in plain text', reports.qmail, 'unknown_mailbox', true],
  ['an old Exim, in plain text', reports.eximPlain, 'unknown_mailbox', true],
  ['an old Exim, without enhanced codes', reports.eximWithoutCodes, 'unknown_mailbox', true],
  ['hMailServer, in plain text', reports.hMailServer, 'unknown_mailbox', true],
  ['an old Exchange, in plain HTML', reports.exchangePlain, 'unknown_mailbox', true],
])('a bounce of %s is read', async (_system, message, bounce, suppress) => {
  expect(await newsOf(message)).toEqual([bounced(bounce, suppress)])
})

const inExim = (...said: readonly string[]) =>
  edited(reports.eximWithoutCodes, [
    [/ {4}host mx[\s\S]*?550 No such user here/, said.map(line => `    ${line}`).join('\r\n')],
  ])

test.each([
  [['Unrouteable address'], 'unknown_mailbox', 'Unrouteable address'],
  [['No Such User Here"'], 'unknown_mailbox', 'No Such User Here"'],
  [['mailbox is full:', 'retry timeout exceeded'], 'mailbox_full', 'mailbox is full: retry timeout exceeded'],
  [['retry timeout exceeded'], 'other', 'retry timeout exceeded'],
  [
    ['host mx.far.example [192.0.2.10]: 451 Try later:', 'retry timeout exceeded'],
    'other',
    'host mx.far.example [192.0.2.10]: 451 Try later: retry timeout exceeded',
  ],
])('a failure that Exim reports as %j, without a final code, suppresses nobody', async (said, bounce, reply) => {
  expect(await newsOf(inExim(...said))).toEqual([{ kind: 'bounced', bounce, suppress: false, reply }])
})

test('a plain bounce names the address that stands alone on a line, if there is one', async () => {
  const forwarded = edited(reports.hMailServer, [['\r\nada@far.example', '\r\nformer@elsewhere.example']])
  const withContact = edited(forwarded, [['\r\nhMailServer', '\r\nhelp@hmail.example']])

  expect(await read(reports.hMailServer)).toMatchObject([{ about: ['ada@far.example'] }])
  expect(await read(forwarded)).toMatchObject([{ about: ['former@elsewhere.example'] }])
  expect(await read(withContact)).toMatchObject([{ about: [] }])
})

test('the reply that a plain bounce quotes is kept', async () => {
  expect(await newsOf(reports.eximWithoutCodes)).toMatchObject([{ reply: '550 No such user here' }])
  expect(await newsOf(reports.hMailServer)).toMatchObject([{ reply: 'Remote server replied: 550 No such user here' }])
})

test('the reply of the remote server is kept, on one line', async () => {
  const [news] = await newsOf(reports.postfix)

  expect(news).toMatchObject({
    reply: '550 5.1.1 <ada@far.example>: Recipient address rejected: User unknown in virtual mailbox table',
  })
})

test('each recipient of a report has its own result; a refusal by policy does not suppress', async () => {
  expect(await read(reports.powerMta)).toEqual([
    { about: ['ada@far.example', 'ada@far.example'], news: bounced('policy', false) },
    { about: ['eve@far.example', 'eve@elsewhere.example'], news: bounced('other', false) },
  ])
})

test('delays and deliveries are distinguished from failures', async () => {
  expect(await newsOf(reports.postfixDelay)).toEqual([
    { kind: 'delayed', reply: 'connect to mx.far.example: Connection timed out' },
  ])
  expect(await newsOf(reports.postfixSuccess)).toEqual([{ kind: 'delivered', reply: '250 2.0.0 Ok: queued as 9ABC' }])
})

const inPostfix = (...changes: readonly [string | RegExp, string][]) => edited(reports.postfix, changes)
const inAbuse = (...changes: readonly [string | RegExp, string][]) => edited(reports.abuse, changes)
const edited = (message: Buffer, changes: readonly [string | RegExp, string][]) =>
  Buffer.from(changes.reduce((text, [from, to]) => text.replace(from, to), message.toString()))

test.each([
  ['a comment in the action', inPostfix(['Action: failed', 'Action: (as (it) seems) Failed']), true],
  ['a comment before the status', inPostfix(['Status: 5.1.1', 'Status: (after 2.0.0) 5.1.1']), true],
  ['a temporary status after a comment', inPostfix(['Status: 5.1.1', 'Status: (expired) 4.4.7']), false],
  [
    'a folded type and address',
    inPostfix([/Final-Recipient: .*/, 'FINAL-RECIPIENT :\r\n RFC822 ;\r\n\tada@far.example']),
    true,
  ],
  ['a name and brackets', inPostfix([/Final-Recipient: .*/, 'Final-Recipient: rfc822; Ada <ada@far.example>']), true],
  [
    'a comment after the address',
    inPostfix([/Final-Recipient: .*/, 'Final-Recipient: rfc822 (x); ada@far.example (Ada)']),
    true,
  ],
])('a report with %s is read', async (_what, message, suppress) => {
  expect(await read(message)).toEqual([
    { about: ['ada@far.example', 'ada@far.example'], news: bounced('unknown_mailbox', suppress) },
  ])
})

test.each([
  ['has no type', '550 5.1.1 User unknown; ask (or do not)'],
  ['has a type with a comment', 'smtp (in 2 s); 550 5.1.1 User unknown; ask (or do not)'],
  ['is folded after its type', 'smtp;\r\n\t550 5.1.1 User unknown;\r\n   ask (or do not)'],
])('a diagnosis that %s is kept whole', async (_what, diagnosis) => {
  const [news] = await newsOf(inPostfix([/Diagnostic-Code: .*\r\n .*/, `Diagnostic-Code: ${diagnosis}`]))

  expect(news).toMatchObject({ reply: '550 5.1.1 User unknown; ask (or do not)' })
})

/** As gateways wrap a report for a warning, and mailing lists for their footer. */
const wrapped = (message: Buffer): Buffer => {
  const [head = '', ...parts] = message.toString().split('\r\n\r\n')
  const type = /^Content-Type:.*(?:\r\n\t.*)*\r\n/im.exec(`${head}\r\n`)?.[0] ?? ''
  const outer = `${head}\r\n`.replace(type, 'Content-Type: multipart/mixed; boundary=outer\r\n')
  const inner = `--outer\r\n${type}\r\n${parts.join('\r\n\r\n')}`
  return Buffer.from(
    `${outer}\r\n${inner}\r\n--outer\r\nContent-Type: text/plain\r\n\r\nFrom outside.\r\n--outer--\r\n`,
  )
}

test('a report inside of another multipart is read', async () => {
  expect(await newsOf(wrapped(reports.postfix))).toEqual([bounced('unknown_mailbox', true)])
  expect(await newsOf(wrapped(reports.exchange))).toEqual([bounced('unknown_mailbox', true)])
  expect(await newsOf(wrapped(reports.abuse))).toEqual([{ kind: 'complained', feedback: 'abuse' }])
})

test.each(['abuse (as reported)', '(a) Abuse', 'abuse\r\n (by a member)'])(
  'a complaint of type %j is read',
  async type => {
    expect(await newsOf(inAbuse(['Feedback-Type: abuse', `Feedback-Type: ${type}`]))).toEqual([
      { kind: 'complained', feedback: 'abuse' },
    ])
  },
)

test('a complaint is read', async () => {
  expect(await read(reports.abuse)).toEqual([
    { about: ['ada@far.example'], news: { kind: 'complained', feedback: 'abuse' } },
  ])
})

test('a complaint about a message to several recipients names all of them', async () => {
  const [notice] = await read(inAbuse(['Source-IP:', 'Original-Rcpt-To: <bob@far.example>\r\nSource-IP:']))

  expect(notice?.about).toEqual(['ada@far.example', 'bob@far.example'])
})

test('the addresses read from a complaint are limited', async () => {
  const many = Array.from({ length: 500 }, (_, nth) => `Original-Rcpt-To: <${nth}@far.example>\r\n`).join('')
  const [notice] = await read(inAbuse(['Source-IP:', `${many}Source-IP:`]))

  expect(notice?.about).toHaveLength(100)
})

test.each([
  ['not-spam feedback', reports.notSpam],
  ['a delay warning', reports.eximWarning],
  ['an out-of-office reply', reports.outOfOffice],
  ['a read receipt', reports.readReceipt],
  ['an empty message', Buffer.alloc(0)],
])('%s is not a report', async (_what, message) => {
  expect(await read(message)).toEqual([])
})

test('mail from a person is not a bounce, whatever it quotes', async () => {
  expect(await read(reports.answerOfAPerson, 'ada@far.example')).toEqual([])
})

test('a bounce forwarded as an attachment is not a bounce', async () => {
  const forwarded = inPostfix(
    ['multipart/report; report-type=delivery-status;', 'multipart/mixed;'],
    [/From: MAILER.*/, 'From: Ada <ada@far.example>'],
  )

  expect(await read(forwarded, 'ada@far.example')).toEqual([])
})

test('a plain-text report about several recipients is ignored', async () => {
  const several = Buffer.from(
    reports.qmail
      .toString()
      .replace('--- Below', '<bob@far.example>:\r\nUser is over quota. (#5.2.2)\r\n\r\n--- Below'),
  )

  expect(await read(several)).toEqual([])
})

test('the same report without a status is ignored', async () => {
  expect(await read(Buffer.from(reports.qmail.toString().replace('(#5.1.1)', '')))).toEqual([])
})

test('the number of recipients read is limited', async () => {
  const block = (nth: number) =>
    `Final-Recipient: rfc822; ${nth}@far.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n`
  const many = reports.postfix
    .toString()
    .replace('Final-Recipient: rfc822; ada@far.example', Array.from({ length: 2_000 }, (_, nth) => block(nth)).join(''))

  expect(await read(Buffer.from(many))).toHaveLength(100)
})
