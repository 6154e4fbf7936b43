import { expect, test } from 'vitest'
import { readRoleMail } from './read-role-mail.ts'
import { abuse, answerOfAPerson, forwardedComplaint, notSpam, postfix } from './reports.fixture.ts'

const sealed = (letter: 'b' | 'u') =>
  `${letter}-${'0123456789abcdefghijklmnopqrstuv'.repeat(2).slice(0, 48)}@bounces.acme.test`
const edited = (...changes: readonly [string, string][]) =>
  Buffer.from(changes.reduce((text, [from, to]) => text.replaceAll(from, to), abuse.toString()))

const withoutMark = Buffer.from(forwardedComplaint.toString().replace(/X-HmXmr.*\r\n/, ''))

async function quotedBy(message: Buffer) {
  const mail = await readRoleMail(message, '')
  if (mail.kind !== 'complaint') throw new Error('no complaint')
  return mail.quoted
}

test.each([
  ['a report', abuse, ['b-0@bounces.acme.test']],
  ['the message itself, forwarded by Microsoft', forwardedComplaint, []],
])('a complaint as %s has the complainant, and quotes addresses and Message-ID', async (_form, message, addresses) => {
  expect(await readRoleMail(message, '')).toEqual({
    kind: 'complaint',
    notices: [{ about: ['ada@far.example'], news: { kind: 'complained', feedback: 'abuse' } }],
    quoted: {
      addresses,
      messageIds: ['<01900000-0000-7000-8000-000000000001@acme.test>'],
      feedbackIds: [],
    },
  })
})

test.each([
  ['its return path', edited(['Return-Path: <b-0@bounces.acme.test>', `Return-Path: <${sealed('b')}>`]), 'b'],
  [
    'its unsubscribe address',
    edited([
      'Subject: 550',
      `List-Unsubscribe: <https://a.test/u/x>,\r\n <mailto:${sealed('u')}?subject=x>\r\nSubject: 550`,
    ]),
    'u',
  ],
  [
    'only its headers',
    edited(
      [`Content-Type: message/rfc822`, 'Content-Type: text/rfc822-headers'],
      ['Return-Path: <b-0@bounces.acme.test>', `Return-Path: <${sealed('b')}>`],
    ),
    'b',
  ],
] as const)('a complaint that quotes %s has one of our addresses', async (_what, message, letter) => {
  expect((await quotedBy(message)).addresses).toContain(sealed(letter))
})

test('the body of the quoted message is ignored', async () => {
  const { addresses, messageIds } = await quotedBy(edited(['Hello.', `${sealed('b')}\r\n\r\nMessage-ID: <x@y>`]))

  expect(addresses).not.toContain(sealed('b'))
  expect(messageIds).toHaveLength(1)
})

test('quoted addresses are limited', async () => {
  const many = Array.from({ length: 500 }, (_, nth) => `X-A: b-${String(nth).padStart(48, '0')}@a.test`).join('\r\n')

  expect((await quotedBy(edited(['Subject: 550', `${many}\r\nSubject: 550`]))).addresses).toHaveLength(20)
})

test.each([
  ['a letter', answerOfAPerson],
  ['a message that a person forwards', withoutMark],
  ['not-spam feedback', notSpam],
  ['a bounce', postfix],
])('%s is ordinary mail with a sender and a subject', async (_what, message) => {
  expect(await readRoleMail(message, 'ada@far.example')).toEqual({
    kind: 'other',
    from: expect.stringMatching(/^[^@]+@[^@]+$/),
    subject: expect.stringMatching(/./),
  })
})

test('sender and subject are cut and on one line', async () => {
  const message = Buffer.from(`Subject: =?utf-8?q?a=0d=0aforged=1b[31m?= ${'x'.repeat(5_000)}\r\n\r\n`)

  const mail = await readRoleMail(message, `${'y'.repeat(240)}@far.example`)

  expect(mail).toEqual({ kind: 'other', from: 'y'.repeat(200), subject: expect.stringMatching(/^[\x20-\x7e]{1,200}$/) })
})
