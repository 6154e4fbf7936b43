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
  ['an old Exchange, in plain HTML', reports.exchangePlain, 'unknown_mailbox', true],
])('a bounce of %s is read', async (_system, message, bounce, suppress) => {
  expect(await newsOf(message)).toEqual([bounced(bounce, suppress)])
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

test('a complaint is read', async () => {
  expect(await read(reports.abuse)).toEqual([
    { about: ['ada@far.example'], news: { kind: 'complained', feedback: 'abuse' } },
  ])
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
  const forwarded = Buffer.from(
    reports.postfix.toString().replace('multipart/report; report-type=delivery-status;', 'multipart/mixed;'),
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
