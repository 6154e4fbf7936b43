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
  ['qmail, which writes for people only', reports.qmail, 'unknown_mailbox', true],
  ['an old Exim, which writes for people only', reports.eximPlain, 'unknown_mailbox', true],
  ['an old Exchange, which writes HTML for people only', reports.exchangePlain, 'unknown_mailbox', true],
])('a bounce of %s is read', async (_system, message, bounce, suppress) => {
  expect(await newsOf(message)).toEqual([bounced(bounce, suppress)])
})

test('the words of the far server are kept, on one line', async () => {
  const [news] = await newsOf(reports.postfix)

  expect(news).toMatchObject({
    reply: '550 5.1.1 <ada@far.example>: Recipient address rejected: User unknown in virtual mailbox table',
  })
})

test('each recipient of a report has news of its own; a refusal by policy suppresses nobody', async () => {
  expect(await read(reports.powerMta)).toEqual([
    { about: ['ada@far.example', 'ada@far.example'], news: bounced('policy', false) },
    { about: ['eve@far.example', 'eve@elsewhere.example'], news: bounced('other', false) },
  ])
})

test('a delay and a delivery are told from a failure', async () => {
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
  ['feedback that it was no spam', reports.notSpam],
  ['a warning that it takes longer', reports.eximWarning],
  ['an out-of-office reply', reports.outOfOffice],
  ['a read receipt', reports.readReceipt],
  ['nothing at all', Buffer.alloc(0)],
])('%s says nothing', async (_what, message) => {
  expect(await read(message)).toEqual([])
})

test('what a person writes is no bounce, whatever it quotes', async () => {
  expect(await read(reports.answerOfAPerson, 'ada@far.example')).toEqual([])
})

test('a bounce that was forwarded as an attachment is no bounce', async () => {
  const forwarded = Buffer.from(
    reports.postfix.toString().replace('multipart/report; report-type=delivery-status;', 'multipart/mixed;'),
  )

  expect(await read(forwarded, 'ada@far.example')).toEqual([])
})

test('a report about several, written for people only, is about nobody', async () => {
  const several = Buffer.from(
    reports.qmail
      .toString()
      .replace('--- Below', '<bob@far.example>:\r\nUser is over quota. (#5.2.2)\r\n\r\n--- Below'),
  )

  expect(await read(several)).toEqual([])
})

test('the same report without a status is in doubt', async () => {
  expect(await read(Buffer.from(reports.qmail.toString().replace('(#5.1.1)', '')))).toEqual([])
})

test('only as many recipients are read as one email can have, and more', async () => {
  const block = (nth: number) =>
    `Final-Recipient: rfc822; ${nth}@far.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n`
  const many = reports.postfix
    .toString()
    .replace('Final-Recipient: rfc822; ada@far.example', Array.from({ length: 2_000 }, (_, nth) => block(nth)).join(''))

  expect(await read(Buffer.from(many))).toHaveLength(100)
})
