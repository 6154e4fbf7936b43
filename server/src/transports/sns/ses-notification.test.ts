import { expect, test } from 'vitest'
import type { Subject } from '#core/returned-mail.ts'
import { readSesNotification } from './ses-notification.ts'

const emailId = '01900000-0000-7000-8000-000000000001'
const sealed: Subject = { emailId, nth: 2 }
const read = (event: unknown) =>
  readSesNotification(JSON.stringify(event), address => (address === 'b-1@bounces.acme.test' ? sealed : null))

const mail = { source: 'b-1@bounces.acme.test', messageId: '0100018d-ses', destination: ['ada@far.example'] }
const bounce = (special: object, recipient: object = {}) => ({
  notificationType: 'Bounce',
  mail,
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: 'Ada <ada@far.example>', action: 'failed', ...recipient }],
    ...special,
  },
})
const newsOf = (event: unknown) => read(event)?.notices.map(({ news }) => news)

test('a permanent bounce has the reply of the remote server', () => {
  const recipient = { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }

  expect(read(bounce({}, recipient))).toEqual({
    subject: sealed,
    notices: [
      {
        about: ['ada@far.example'],
        news: { kind: 'bounced', bounce: 'unknown_mailbox', suppress: true, reply: '550 5.1.1 user unknown' },
      },
    ],
  })
})

test('a transient bounce does not suppress, and an out-of-office reply is not a bounce', () => {
  const transient = { bounceType: 'Transient' }

  expect(newsOf(bounce(transient, { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }))).toMatchObject([
    { kind: 'bounced', suppress: false },
  ])
  expect(newsOf(bounce(transient, { action: undefined }))).toBeUndefined()
})

test('a bounce because of the list of the account says nothing about the mailbox or the receiver', () => {
  const diagnosticCode = 'Amazon SES did not send the message to this address because it is on the suppression list.'
  const event = bounce({ bounceSubType: 'OnAccountSuppressionList' }, { status: '5.1.1', diagnosticCode })

  expect(newsOf(event)).toEqual([{ kind: 'bounced', bounce: 'other', suppress: false, reply: diagnosticCode }])
})

test('complaints, deliveries and delays are read in both formats', () => {
  const complaint = { complainedRecipients: [{ emailAddress: 'ada@far.example' }], complaintFeedbackType: 'abuse' }
  const delivery = { recipients: ['ada@far.example'], smtpResponse: '250 2.6.0 Accepted' }
  const delayedRecipients = [{ emailAddress: 'ada@far.example', status: '4.4.1', diagnosticCode: 'smtp; 421 later' }]

  expect(newsOf({ notificationType: 'Complaint', mail, complaint })).toEqual([
    { kind: 'complained', feedback: 'abuse' },
  ])
  expect(newsOf({ eventType: 'Delivery', mail, delivery })).toEqual([
    { kind: 'delivered', reply: '250 2.6.0 Accepted' },
  ])
  expect(newsOf({ eventType: 'DeliveryDelay', mail, deliveryDelay: { delayedRecipients } })).toEqual([
    { kind: 'delayed', reply: '421 later', byProvider: true },
  ])
})

test('not-spam feedback is not a complaint', () => {
  const complaint = { complainedRecipients: [{ emailAddress: 'a@b.example' }], complaintFeedbackType: 'not-spam' }

  expect(read({ notificationType: 'Complaint', mail, complaint })).toBeNull()
})

test.each([
  ['headers', { headers: [{ name: 'Message-Id', value: `<${emailId}@acme.test>` }] }],
  ['common headers', { commonHeaders: { messageId: `<${emailId}@acme.test>` } }],
])('without our return path the email is found by its Message-ID in the %s', (_where, special) => {
  expect(read({ ...bounce({}), mail: { source: 'shop@acme.test', ...special } })?.subject).toEqual({
    emailId,
    nth: null,
  })
})

test.each([
  { source: 'shop@acme.test' },
  { source: 'shop@acme.test', headers: [{ name: 'Message-ID', value: '<0100018d-ses@eu-west-1.amazonses.com>' }] },
  { source: 7, headers: 'x', commonHeaders: null },
  undefined,
])('a notification about %j matches no email of ours', unknown => {
  expect(read({ ...bounce({}), mail: unknown })).toBeNull()
})

test.each(['Open', 'Click', 'Send', 'Reject', 'toString', ''])('the event %j is ignored', notificationType => {
  expect(read({ ...bounce({}), notificationType })).toBeNull()
})
