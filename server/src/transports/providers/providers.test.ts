import { describe, expect, test } from 'vitest'
import { mailgunReader } from './mailgun.ts'
import { postmarkReader } from './postmark.ts'
import {
  emailId,
  fromMailgun,
  fromPostmark,
  fromResend,
  fromSendgrid,
  mailgunKey,
  now,
  otherKeys,
  postmarkPassword,
  resendSecret,
  sendgridKey,
} from './providers.fixture.ts'
import type { Posted } from './reading.ts'
import { resendReader } from './resend.ts'
import { parseSendgridKey, sendgridReader } from './sendgrid.ts'

const publicKey = parseSendgridKey(sendgridKey)
if (!publicKey) throw new Error('a key of its own')

const readers = {
  mailgun: mailgunReader(mailgunKey),
  postmark: postmarkReader(postmarkPassword),
  sendgrid: sendgridReader(publicKey),
  resend: resendReader(resendSecret),
}
type Name = keyof typeof readers

const newsIn = (name: Name, posted: Posted) => {
  const reading = readers[name](posted, now)
  if (reading.kind !== 'read') throw new Error(reading.kind)
  return reading.reports.map(({ subject, notices }) => {
    expect(subject).toEqual({ emailId, nth: null })
    return notices[0]
  })
}
const ada = ['ada@far.example']
const bounced = (bounce: string, suppress: boolean, reply: unknown = expect.any(String)) => [
  { about: ada, news: { kind: 'bounced', bounce, suppress, reply } },
]
const notSent = (reply: string) => bounced('other', false, reply)
const said = (kind: 'delivered' | 'delayed', reply: string) => [
  { about: ada, news: { kind, reply, ...(kind === 'delayed' && { byProvider: true }) } },
]
const complaint = [{ about: ada, news: { kind: 'complained', feedback: 'abuse' } }]
const nobody = '550 5.1.1 User unknown'

const failed = (code: number, message: string, severity = 'permanent') => ({
  ...{ event: 'failed', severity, reason: 'bounce' },
  'delivery-status': { code, message, description: '' },
})
const bounce = (Type: string, Details: string) => ({ RecordType: 'Bounce', Type, Details, Email: 'ada@far.example' })

describe('reports', () => {
  test.each([
    ['delivered', { event: 'delivered', 'delivery-status': { code: 250, message: 'OK' } }, said('delivered', '250 OK')],
    ['an unknown mailbox', failed(550, '5.1.1 User unknown'), bounced('unknown_mailbox', true, nobody)],
    ['a policy', failed(550, '5.7.1 Blocked by policy'), bounced('policy', false)],
    ['a delay', failed(421, '4.7.0 Try again later', 'temporary'), said('delayed', '421 4.7.0 Try again later')],
    [
      'one that was never tried',
      { ...failed(607, 'Not delivering to a user who marked your messages as spam'), reason: 'suppress-complaint' },
      notSent('Mailgun did not send it: 607 Not delivering to a user who marked your messages as spam'),
    ],
    ['a complaint', { event: 'complained' }, complaint],
    ['an open', { event: 'opened' }, []],
  ])('Mailgun: %s', (_, event, expected) => {
    expect(newsIn('mailgun', fromMailgun(event))).toEqual(expected)
  })

  test.each([
    ['delivered', { RecordType: 'Delivery', Recipient: ada[0], Details: '250 OK' }, said('delivered', '250 OK')],
    ['an unknown mailbox', bounce('HardBounce', `smtp;${nobody}`), bounced('unknown_mailbox', true, nobody)],
    ['a hard bounce without a reply', bounce('HardBounce', ''), bounced('unknown_mailbox', true)],
    ['a hard bounce by policy', bounce('HardBounce', '550 5.7.1 Blocked'), bounced(expect.any(String), false)],
    ['a soft bounce', bounce('SoftBounce', nobody), bounced('unknown_mailbox', false)],
    ['a delay', bounce('Transient', '421 Later'), said('delayed', '421 Later')],
    ['out of office', bounce('AutoResponder', 'I am away'), []],
    ['a complaint', { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: ada[0] }, complaint],
    ['an open', { RecordType: 'Open', Recipient: ada[0] }, []],
  ])('Postmark: %s', (_, event, expected) => {
    expect(newsIn('postmark', fromPostmark(event))).toEqual(expected)
  })

  test.each([
    ['delivered', { event: 'delivered', response: '250 OK' }, said('delivered', '250 OK')],
    [
      'an unknown mailbox',
      { event: 'bounce', type: 'bounce', status: '5.1.1', reason: nobody },
      bounced('unknown_mailbox', true, nobody),
    ],
    [
      'a block',
      { event: 'bounce', type: 'blocked', status: '5.1.1', reason: nobody },
      bounced('unknown_mailbox', false),
    ],
    [
      'one that was never tried',
      { event: 'dropped', status: '5.0.0', reason: 'Spam Reporting Address' },
      notSent('SendGrid did not send it: Spam Reporting Address'),
    ],
    ['a delay', { event: 'deferred', response: '421 Later' }, said('delayed', '421 Later')],
    ['a complaint', { event: 'spamreport' }, complaint],
    ['an open', { event: 'open' }, []],
  ])('SendGrid: %s', (_, event, expected) => {
    expect(newsIn('sendgrid', fromSendgrid([event]))).toEqual(expected)
  })

  test('SendGrid: many at once, in order', () => {
    const events = [
      { event: 'deferred', response: '421' },
      { event: 'processed' },
      { event: 'delivered', response: '250' },
    ]

    expect(newsIn('sendgrid', fromSendgrid(events))).toEqual([...said('delayed', '421'), ...said('delivered', '250')])
  })

  const permanent = {
    type: 'Permanent',
    subType: 'General',
    message: 'The recipient’s provider sent a hard bounce message.',
  }
  test.each([
    ['delivered', 'email.delivered', {}, said('delivered', '')],
    ['a hard bounce', 'email.bounced', { bounce: permanent }, bounced('unknown_mailbox', true)],
    [
      'with the reply of the server',
      'email.bounced',
      { bounce: { ...permanent, diagnosticCode: ['smtp; 552 5.2.2 Full'] } },
      bounced('mailbox_full', false, '552 5.2.2 Full'),
    ],
    [
      'one that was never tried',
      'email.bounced',
      { bounce: { ...permanent, subType: 'Suppressed', message: 'On a list' } },
      bounced('other', false),
    ],
    [
      'a soft bounce',
      'email.bounced',
      { bounce: { type: 'Transient', message: nobody } },
      bounced('unknown_mailbox', false),
    ],
    [
      'an address on its list',
      'email.suppressed',
      { suppressed: { message: 'It is on a list', type: 'OnAccountSuppressionList' } },
      notSent('Resend did not send it: It is on a list'),
    ],
    [
      'a limit of the account',
      'email.failed',
      { failed: { reason: 'reached_daily_quota' } },
      notSent('Resend did not send it: reached_daily_quota'),
    ],
    ['a delay', 'email.delivery_delayed', {}, said('delayed', '')],
    ['a complaint', 'email.complained', {}, complaint],
    ['an open', 'email.opened', {}, []],
  ])('Resend: %s', (_, type, data, expected) => {
    expect(newsIn('resend', fromResend(type, data))).toEqual(expected)
  })

  test('Resend: the recipient may have a name', () => {
    const posted = fromResend('email.complained', { to: ['Ada Lovelace <ada@far.example>'] })

    expect(newsIn('resend', posted)).toEqual(complaint)
  })

  test('Resend: with several recipients none is identified', () => {
    const posted = fromResend('email.complained', { to: ['ada@far.example', 'bob@far.example'] })

    expect(newsIn('resend', posted)).toMatchObject([{ about: [] }])
  })
})

describe('the email of a report', () => {
  const messageId = `<${emailId}@acme.test>`

  test('our Message-ID is enough where the provider keeps it', () => {
    const without = { id: '' }
    const mailgun = { event: 'complained', message: { headers: { 'message-id': messageId.slice(1, -1) } } }

    expect(newsIn('mailgun', fromMailgun(mailgun, without))).toEqual(complaint)
    expect(newsIn('sendgrid', fromSendgrid([{ event: 'spamreport', 'smtp-id': messageId }], without))).toEqual(
      complaint,
    )
    expect(newsIn('resend', fromResend('email.complained', { message_id: messageId, headers: [] }))).toEqual(complaint)
  })

  test('the label of the relay wins over a Message-ID, which a sender may have written', () => {
    const other = '01890a5d-ac96-774b-bcce-b302099a8058'

    expect(newsIn('sendgrid', fromSendgrid([{ event: 'spamreport', 'smtp-id': `<${other}@acme.test>` }]))).toEqual(
      complaint,
    )
  })

  test.each(['', 'x', `${emailId}0`])('%j matches no email of ours', id => {
    expect(newsIn('mailgun', fromMailgun({ event: 'complained' }, { id }))).toEqual([])
    expect(newsIn('postmark', fromPostmark({ RecordType: 'SpamComplaint' }, { id }))).toEqual([])
    expect(newsIn('sendgrid', fromSendgrid([{ event: 'spamreport' }], { id }))).toEqual([])
    expect(newsIn('resend', fromResend('email.complained', {}, { id }))).toEqual([])
  })
})

describe('authentication', () => {
  const changed = (posted: Posted): Posted => ({
    ...posted,
    body: Buffer.from(posted.body.toString().replace('ada@', 'bob@')),
  })
  const old = (seconds: number) => String(now.getTime() / 1_000 - seconds)

  test.each<[Name, string, Posted]>([
    ['mailgun', 'another key', fromMailgun({ event: 'complained' }, { key: 'another' })],
    ['mailgun', 'a time long ago', fromMailgun({ event: 'complained' }, { at: old(13 * 3_600) })],
    ['mailgun', 'no signature', { headers: {}, body: Buffer.from('{"event-data":{}}') }],
    ['postmark', 'another password', fromPostmark({ RecordType: 'SpamComplaint' }, { password: 'another' })],
    ['postmark', 'no password', { headers: {}, body: fromPostmark({}).body }],
    ['sendgrid', 'another key', fromSendgrid([{ event: 'spamreport' }], { keys: otherKeys })],
    ['sendgrid', 'a changed body', changed(fromSendgrid([{ event: 'spamreport' }]))],
    ['sendgrid', 'no signature', { headers: {}, body: Buffer.from('[]') }],
    ['resend', 'another secret', fromResend('email.complained', {}, { secret: `whsec_${'A'.repeat(32)}` })],
    ['resend', 'a changed body', changed(fromResend('email.complained', {}))],
    ['resend', 'a time long ago', fromResend('email.complained', {}, { at: old(301) })],
    ['resend', 'no signature', { headers: {}, body: Buffer.from('{}') }],
  ])('%s: %s is refused', (name, _, posted) => {
    expect(readers[name](posted, now)).toEqual({ kind: 'unauthorized' })
  })

  test('authenticated posts without JSON are unreadable', () => {
    const { headers } = fromPostmark({})

    expect(readers.postmark({ headers, body: Buffer.from('{') }, now)).toEqual({ kind: 'unreadable' })
    expect(readers.mailgun({ headers: {}, body: Buffer.from('[') }, now)).toEqual({ kind: 'unreadable' })
  })
})
