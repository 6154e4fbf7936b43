/** The request that a message makes, and the reply to the mail program. Only the verbs are replaced; they have their own tests. */
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { expect, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Idempotency } from '#core/idempotency.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import { mayBeGiven } from '#resources/messages/emails/request/headers.ts'
import { addressesOf, mailboxOf, openMessage, subjectOf } from '#transports/inbound-mail/open-message.ts'
import { type SmtpDoorParts, smtpDoor } from './door.ts'

const caller: Caller = {
  ...{ organizationId: 'o', environmentId: 'e', mode: 'live', keyId: 'k', requestsPerHour: 100 },
  permissions: new Set(['emails:send']),
}

type Asked = { kind: 'submit' | 'send'; request: Partial<EmailSend>; message?: string; idempotency?: Idempotency }

function open(special: Partial<SmtpDoorParts> = {}) {
  const asked: Asked[] = []
  // `as`: no other field of the answer is read.
  const accepted = { id: 'the-id' } as never
  const door = smtpDoor({
    ...{ mayBeGiven, mailboxOf, addressesOf, subjectOf, openMessage },
    identify: key => (key === 'right' ? caller : undefined),
    noteGuess: () => {},
    count: async () => {},
    async send(_, request, { idempotency }) {
      asked.push({ kind: 'send', request, ...(idempotency && { idempotency }) })
      return accepted
    },
    async submit(_, request, message, { idempotency }) {
      asked.push({ kind: 'submit', request, message: `${message}`, ...(idempotency && { idempotency }) })
      return accepted
    },
    refusalFor: error => (error instanceof Refusal ? error : new Refusal('service_unavailable')),
    ...special,
  })
  const take = (header: string, recipients = ['ada@a.example']) =>
    door.take('right', {
      ...{ recipients, requiresTls: false },
      message: Buffer.from(`${header.trim().replaceAll('\n', '\r\n')}\r\n\r\nHello\r\n`),
    })
  return { ...door, asked, send: take }
}

test('a message is passed on without our header fields, and the reply has its id', async () => {
  const { send, asked } = open()

  const reply = await send(
    `From: =?utf-8?q?J=C3=BCrgen?= <shop@acme.test>
To: Ada <ADA@a.example>
X-Posthorn-Tags: a, b
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
X-Posthorn-Scheduled-For: 2030-01-01T00:00:00Z`,
    ['ada@a.example', 'eve@e.example'],
  )

  expect(reply).toEqual({ code: 250, text: '2.0.0 Ok: the-id' })
  expect(asked).toEqual([
    {
      kind: 'submit',
      request: {
        ...{ from: 'shop@acme.test', from_name: 'Jürgen', subject: 'Grüße' },
        ...{ to: ['ada@a.example'], cc: [], bcc: ['eve@e.example'] },
        ...{ tags: ['a', 'b'], scheduled_for: '2030-01-01T00:00:00Z' },
      },
      message:
        'From: =?utf-8?q?J=C3=BCrgen?= <shop@acme.test>\r\nTo: Ada <ADA@a.example>\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\nHello\r\n',
    },
  ])
})

test.each([
  ['X-Posthorn-Stream: transactional', {}],
  ['X-Posthorn-Batch-Id: b', { batch_id: 'b' }],
  ['X-Posthorn-Require-TLS: yes', { require_tls: true }],
  ['X-Posthorn-Track-Opens: off', {}],
  ['X-PM-Message-Stream: outbound', {}],
  ['X-PM-Tag: welcome, again', { tags: ['welcome, again'] }],
  ['X-PM-TrackOpens: false', {}],
  ['X-PM-TrackLinks: None', {}],
  ['X-PM-Metadata-color: blue', {}],
])('%s is read and removed', async (header, wanted) => {
  const { send, asked } = open()

  expect(await send(`From: a@acme.test\n${header}`)).toMatchObject({ code: 250 })
  expect(asked).toMatchObject([{ kind: 'submit', request: wanted, message: 'From: a@acme.test\r\n\r\nHello\r\n' }])
})

test.each([
  ['X-Posthorn-Stream: broadcast', { message_stream: 'broadcast' }],
  ['X-Posthorn-Track-Clicks: true', { track_clicks: true }],
  ['X-PM-Message-Stream: broadcast', { message_stream: 'broadcast' }],
  ['X-PM-TrackOpens: true', { track_opens: true }],
  ['X-PM-TrackLinks: HtmlAndText', { track_clicks: true }],
])('%s: the content of the message is sent like any email', async (header, wanted) => {
  const { send, asked } = open()

  const reply = await send(
    `From: Acme <a@acme.test>\nTo: ada@a.example\nSubject: Hi\nReply-To: Us <us@acme.test>\nX-Own:  1\nReceived: x\n${header}`,
  )

  expect(reply).toMatchObject({ code: 250 })
  expect(asked).toMatchObject([
    {
      kind: 'send',
      request: {
        ...{ from: 'a@acme.test', from_name: 'Acme', to: ['ada@a.example'], subject: 'Hi', text: 'Hello\n', ...wanted },
        ...{ reply_to: ['us@acme.test'], headers: { 'x-own': '1' } },
      },
    },
  ])
})

test('a message without text cannot be tracked, and leaves unchanged', async () => {
  const { take, asked } = open()
  const message = 'From: a@acme.test\r\nTo: ada@a.example\r\nContent-Type: application/pdf\r\n'
  const submitted = { recipients: ['ada@a.example'], requiresTls: false }

  await take('right', { ...submitted, message: Buffer.from(`${message}X-PM-TrackOpens: true\r\n\r\nx\r\n`) })

  expect(asked).toMatchObject([{ kind: 'submit', message: `${message}\r\nx\r\n` }])
})

test.each(['Resend-Idempotency-Key', 'X-Posthorn-Idempotency-Key'])(
  '%s: the same sender, recipients and subject are the same request, whatever else differs',
  async name => {
    const { send, asked } = open()
    const message = (date: string, subject = 'Hi') =>
      `From: a@acme.test\nDate: ${date}\n${name}: once\nSubject: ${subject}`

    await send(message('1'))
    await send(message('2'))
    await send(message('2', 'Other'))

    const [first, second, third] = asked.map(one => one.idempotency?.requestHash.toString('hex'))
    expect(asked[0]?.idempotency).toMatchObject({ operation: 'submitEmail', key: 'once' })
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  },
)

test.each([
  ['no sender', 'To: ada@a.example', /^5\.6\.0 From must/],
  ['two From fields', 'From: a@acme.test\nFrom: b@acme.test', /^5\.6\.0 From must/],
  ['two senders', 'From: a@acme.test, b@acme.test', /^5\.6\.0 From must/],
  ['an ambiguous sender', 'From: A <a@acme.test> <b@other.test>', /^5\.6\.0 From must/],
  ['a group of senders', 'From: x: a@acme.test;', /^5\.6\.0 From must/],
  ['a sender of another domain beside it', 'From: a@acme.test\nSender: b@other.test', /^5\.7\.1 The Sender/],
  ['an unknown header of ours', 'From: a@acme.test\nX-Posthorn-Schedule: x', /^5\.6\.0 x-posthorn-schedule is not/],
  ['an invalid time', 'From: a@acme.test\nX-Posthorn-Scheduled-For: soon', /^5\.6\.0 scheduled_for must/],
  ['neither yes nor no', 'From: a@acme.test\nX-Posthorn-Track-Opens: perhaps', /^5\.6\.0 track_opens must/],
  ['an unknown stream', 'From: a@acme.test\nX-Posthorn-Stream: bulk', /^5\.6\.0 message_stream must/],
  ['a topic without a broadcast', 'From: a@acme.test\nX-Posthorn-Topic-Id: t', /^5\.6\.0 topic_id/],
  ['an invalid key', 'From: a@acme.test\nX-Posthorn-Idempotency-Key: ü', /^5\.6\.0 /],
  ['a line that is not a field', 'From: a@acme.test\nHello', /^5\.6\.0 header must/],
  ['a mail loop', `From: a@acme.test\n${'Received: x\n'.repeat(101)}`, /^5\.6\.0 Received occurs/],
  ['a sender beyond ASCII', 'From: Zoë <zoë@acme.test>', /^5\.6\.7 from has an address/],
  ['a domain beyond ASCII', 'From: a@acme.test\nTo: x@y.co, a@bücher.example', /^5\.6\.7 to has an address/],
  ['a reply address beyond ASCII', 'From: a@acme.test\nReply-To: zoë@acme.test', /^5\.6\.7 reply-to has an address/],
  [
    'a broadcast without a visible recipient',
    'From: a@acme.test\nX-Posthorn-Stream: broadcast',
    /^5\.6\.0 To must name/,
  ],
])('%s is refused', async (_, header, text) => {
  const { send, asked } = open()

  expect(await send(header)).toMatchObject({ code: 550, text: expect.stringMatching(text) })
  expect(asked).toEqual([])
})

test.each([
  [
    new Refusal('domain_not_verified', { message: 'The domain x is not verified.' }),
    550,
    '5.7.1 The domain x is not verified.',
  ],
  [new Refusal('hourly_quota_exceeded'), 452, expect.stringMatching(/^4\.7\.0 /)],
  [new Refusal('insufficient_credits'), 452, expect.stringMatching(/^4\.7\.0 /)],
  [
    new Refusal('payload_too_large', { message: 'html is larger than 5 MiB.' }),
    552,
    '5.3.4 html is larger than 5 MiB.',
  ],
  [new Error('ECONNREFUSED'), 451, expect.stringMatching(/^4\.3\.0 /)],
  [invalid({ path: 'tags.0', message: 'must be\r\n250 Ok' }), 550, '5.6.0 tags.0 must be 250 Ok'],
  [new Refusal('validation_error', { message: 'ü'.repeat(2_000) }), 550, expect.stringMatching(/^.{0,480}$/)],
])('%s', async (error, code, text) => {
  const { send } = open({ submit: () => Promise.reject(error) })

  expect(await send('From: a@acme.test')).toEqual({ code, text })
})

test('above the rate limit the message is deferred', async () => {
  const { send, asked } = open({ count: () => Promise.reject(new Refusal('rate_limit_exceeded')) })

  expect(await send('From: a@acme.test')).toMatchObject({ code: 452 })
  expect(asked).toEqual([])
})

test('a key is checked again for each message', async () => {
  let isInForce = true
  const { signIn, send } = open({ identify: () => (isInForce ? caller : undefined) })

  expect(await signIn('right', '192.0.2.1')).toBeUndefined()
  isInForce = false
  expect(await send('From: a@acme.test')).toMatchObject({ code: 535 })
})

test('a wrong key counts as a guess, a key without the permission does not', async () => {
  const guesses: string[] = []
  const noteGuess = (address: string, key: string) => {
    guesses.push(`${address} ${key}`)
    if (guesses.length > 1) throw new Refusal('rate_limit_exceeded', { message: 'Too many.' })
  }
  const { signIn } = open({ noteGuess })
  const reader = open({ noteGuess, identify: () => ({ ...caller, permissions: new Set(['emails:read']) }) })

  expect(await reader.signIn('reader', '192.0.2.1')).toEqual({
    code: 535,
    text: '5.7.8 This API key lacks the permission emails:send.',
  })
  expect(await signIn('wrong', '192.0.2.1')).toMatchObject({ code: 535 })
  expect(await signIn('other', '192.0.2.1')).toEqual({ code: 452, text: '4.7.0 Too many.' })
  expect(guesses).toEqual(['192.0.2.1 wrong', '192.0.2.1 other'])
})

test.each([
  ['ada@example.com', undefined],
  ['ada@bücher.example', undefined],
  ['postmaster', 553],
  ['ada@[192.0.2.1]', 553],
  ['zoë@example.com', 550],
  ['zoë@bücher.example', 550],
])('a recipient %s', (address, code) => {
  expect(open().refuseRecipient(address)?.code).toBe(code)
})

test('names with non-ASCII letters are sent as they are written', async () => {
  const { send, asked } = open()

  expect(await send('From: Zoë <a@acme.test>\nTo: Jürgen <ada@a.example>')).toMatchObject({ code: 250 })
  expect(asked).toMatchObject([{ request: { from_name: 'Zoë', to: ['ada@a.example'] } }])
})

test.each([
  ['To: da@a.example, ada@a.example.org', 'bcc'],
  ['To: "x" <ada@a.example>', 'to'],
  ['To: Bob <bob@b.example>,\n Ada <Ada@A.example>', 'to'],
  ['Cc: ada@a.example', 'cc'],
  ['Cc: ada@a.example\nTo: ada@a.example', 'to'],
  ['Reply-To: ada@a.example', 'bcc'],
])('%j makes a recipient %s', async (header, kind) => {
  const { send, asked } = open()

  await send(`From: a@acme.test\n${header}`)

  expect(asked[0]?.request).toMatchObject({ to: [], cc: [], bcc: [], [kind]: ['ada@a.example'] })
})
