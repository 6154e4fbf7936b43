import { emailEventTypes, smsEventTypes } from '@posthorn/contract/event-names'
import { expect, test } from 'vitest'
import { type ExplanationInput, explain } from './explain.ts'
import type { Wait } from './waits.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 21, minute))
const told = (more: Partial<ExplanationInput>): ExplanationInput => ({
  ...{ id: 'id', status: 'processing', scheduledFor: null, wait: undefined, behind: 0 },
  events: [{ type: 'processing', data: {}, createdAt: at(20) }],
  ...more,
})
const wait = (more: Partial<Wait> = {}): Wait => ({
  waitsFor: 'relay mail.acme.test:587',
  nextAt: at(31),
  failingSince: at(20),
  failures: 12,
  lastReply: '451 4.4.1 Connection to mail.acme.test:587 failed: ECONNREFUSED',
  cap: null,
  ...more,
})

test('behind a relay that is down: which relay, since when, its reply, the next try, and how many others wait', () => {
  const { summary, waiting } = explain(told({ wait: wait(), behind: 1_479 }))

  expect(summary).toBe(
    'Waiting for the relay mail.acme.test:587, which has failed 12 times in a row since 2026-11-15 21:20 UTC. It said: 451 4.4.1 Connection to mail.acme.test:587 failed: ECONNREFUSED. Next try at 2026-11-15 21:31 UTC. 1,479 of your other messages wait for the same.',
  )
  expect(waiting).toMatchObject({ for: 'the relay mail.acme.test:587', behind: 1_479 })
})

test('behind a cap: the rule, and the next try', () => {
  const cap = 'at most 50 a day from mail1.acme.test, which is on day 1 of its warm-up'
  const capped = wait({ waitsFor: 'direct from mail1.acme.test google', failingSince: null, cap })

  const { summary, waiting } = explain(told({ wait: capped }))

  expect(summary).toBe(`Waiting for its turn: the receiver google gets ${cap}. Next try at 2026-11-15 21:31 UTC.`)
  expect(waiting).toMatchObject({ for: 'the receiver google', cap })
})

test.each([
  ['direct google', 'the receiver google'],
  ['direct from mail1.acme.test google', 'the receiver google'],
  ['relay smtp.example.com:587', 'the relay smtp.example.com:587'],
  ['relay backup.example.net backup.example.net:465', 'the relay backup.example.net:465'],
  ['twilio', 'the carrier twilio'],
])('%s is %s, and the summary says so when it is only busy', (waitsFor, named) => {
  const { summary } = explain(told({ wait: wait({ waitsFor, failingSince: null, failures: 0, lastReply: null }) }))

  expect(summary).toBe(
    `Waiting for its turn: ${named} accepts no more at the moment. Next try at 2026-11-15 21:31 UTC.`,
  )
})

test('a status that the callback did not receive is shown beside the outcome of the message', () => {
  const reason = 'https://acme.test/status was called 5 times with the status “queued” and is not called for it again.'
  const events = [
    { type: 'delivered', data: {}, createdAt: at(20) },
    { type: 'callback_failed', data: { attempt: 5, reason }, createdAt: at(21) },
  ]

  const { summary, steps } = explain(told({ status: 'delivered', events }))

  expect(summary).toBe(`It was delivered. Its callback did not receive a status. ${reason}`)
  expect(steps.map(({ what }) => what)).toEqual([
    'It was delivered.',
    `Its callback did not receive a status. ${reason}`,
  ])
})

test('a refusal is shown with the reply, what it means and what to do', () => {
  const reply = '550 5.1.1 The email account that you tried to reach does not exist'
  const data = {
    recipient: 'ada@example.com',
    transport: 'direct',
    host: 'mx.example.com',
    bounce_class: 'unknown_mailbox',
    reply,
  }
  const { summary, steps } = explain(
    told({ status: 'bounced', events: [...told({}).events, { type: 'bounced', data, createdAt: at(21) }] }),
  )

  expect(steps.map(({ what }) => what)).toEqual([
    'It was accepted.',
    'It was rejected permanently. The receiving server was mx.example.com.',
  ])
  expect(steps[1]).toMatchObject({ recipient: 'ada@example.com', heard: reply, meaning: 'There is no such mailbox.' })
  expect(summary).toMatch(
    /^It was rejected permanently\. .* The receiving server said: .*does not exist\. There is no such mailbox\. Check/,
  )
})

test('only of an address on the suppression list is it said that nothing more is sent to it', () => {
  const events = ['Ada@example.com', 'bounced@example.com'].flatMap(recipient => [
    { type: 'bounced', data: { recipient, bounce_class: 'unknown_mailbox' }, createdAt: at(21) },
    { type: 'complained', data: { recipient }, createdAt: at(22) },
  ])

  const { steps } = explain(told({ events, suppressed: new Set(['ada@example.com']) }))

  expect(steps.map(({ what, advice = '' }) => /Nothing more is sent/.test(what + advice))).toEqual([
    ...[true, true],
    ...[false, false],
  ])
})

test.each([
  [{ transport: 'direct', host: 'mx.a.example' }, 'The receiving server was mx.a.example.', 'The receiving server'],
  [
    { transport: 'direct from mail1.acme.test', host: 'mx.a.example' },
    'The receiving server was mx.a.example, the sending server mail1.acme.test.',
    'The receiving server',
  ],
  [{ transport: 'relay', host: 'smtp.b.example' }, 'The relay was smtp.b.example.', 'The relay'],
  [{ transport: 'ses' }, 'The transport was ses.', 'The provider'],
  [{ transport: 'simulated' }, 'It was simulated: nothing left the server.', 'The simulated server'],
  [{ sms_id: 'id', carrier: 'twilio' }, '', 'The carrier'],
  [{ sms_id: 'id', carrier: 'simulated' }, '', 'The simulated carrier'],
  [{}, '', 'The receiving server'],
])('the way of %j is told in sentences', (data, way, speaker) => {
  const events = [{ type: 'sent', data: { ...data, reply: '250 Ok' }, createdAt: at(21) }]
  const what = way ? `It was handed over. ${way}` : 'It was handed over.'

  const { summary, steps } = explain(told({ status: 'sent', events }))

  expect(steps[0]?.what).toBe(what)
  expect(summary).toBe(`${what} ${speaker} said: 250 Ok.`)
})

test('nobody answers to a captured email', () => {
  const data = { transport: 'capture', reply: 'Kept, not sent' }

  const { summary } = explain(told({ status: 'delivered', events: [{ type: 'delivered', data, createdAt: at(21) }] }))

  expect(summary).toBe('It was delivered. It was captured: nothing left the server.')
})

test('a message that was delayed and then arrived is shown as delivered', () => {
  const { summary } = explain(
    told({
      status: 'delivered',
      events: [
        ...told({}).events,
        { type: 'delivery_delayed', data: { reply: '450 4.2.0 Greylisted' }, createdAt: at(21) },
        { type: 'delivered', data: { reply: '250 2.0.0 Ok' }, createdAt: at(27) },
      ],
    }),
  )

  expect(summary).toBe('It was delivered. The receiving server said: 250 2.0.0 Ok.')
})

test('a failed domain of the sender is mentioned, unless the mail arrived all the same', () => {
  const sender = { domain: 'acme.test', missing: ['dkim'] as const }
  const words = 'The DKIM key of acme.test is gone from DNS, so receivers may refuse its mail: set its records again.'

  expect(explain(told({ sender })).summary).toContain(words)
  expect(explain(told({ sender, status: 'delivered' })).summary).not.toContain(words)
})

test('a message that somebody has to resume has no next attempt', () => {
  const waitsFor = 'paused broadcasts of acme.test: 12 of 20 (60.0 %) bounced within a day, and 5 % is the limit'
  const { summary, waiting } = explain(
    told({ wait: wait({ waitsFor, failingSince: null, failures: 0, lastReply: null }) }),
  )

  expect(summary).toBe(`Waiting for somebody to resume the ${waitsFor}.`)
  expect(waiting?.next_attempt_at).toBeNull()
})

test.each([
  ['450 4.2.0 Greylisted, see http://postgrey.example', /unknown senders on purpose/],
  ['421 4.7.28 Our system has detected an unusual rate of unsolicited mail', /less mail from this server/],
  ['451 4.4.1 Connection to mx.example.com failed: timed out', /could not be reached/],
  ['451 4.7.0 Invalid login: 535 5.7.8 Error: authentication failed', /user name and password/],
  ['451 4.7.0 certificate has expired', /encrypted/],
  ['421 4.7.0 Too many connections from you', /less mail from this server/],
  ['452 4.5.3 Too many recipients on this connection', /less mail from this server/],
  ['421 4.7.26 Unauthenticated email from acme.test is not accepted due to its DMARC policy', /comes from this domain/],
  ['450 4.7.1 The sender must authenticate with SPF or DKIM', /comes from this domain/],
])('"%s" is explained', (reply, meaning) => {
  const data = { reply, next_attempt_at: at(26).toISOString() }
  const { steps } = explain(told({ events: [{ type: 'delivery_delayed', data, createdAt: at(21) }] }))

  expect(steps[0]?.meaning).toMatch(meaning)
  expect(steps[0]?.what).toBe('It was delayed. Next try at 2026-11-15T21:26:00.000Z.')
})

const meaningOf = (data: Readonly<Record<string, unknown>>) => {
  const { steps } = explain(told({ events: [{ type: 'delivery_delayed', data, createdAt: at(21) }] }))
  return `${steps[0]?.meaning} ${steps[0]?.advice}`
}

test.each([
  ['direct', '452 4.3.1 Insufficient system storage', /out of space/, /mailbox/],
  ['relay', '452 4.2.2 Mailbox full', /mailbox is full/, /space/],
  ['direct from mail1.acme.test', '451 4.7.1 Could not authenticate the sender', /undefined/, /user name|SMTP_URL/],
  ['direct', '451 4.7.0 mx.a.example does not meet the TLS requirement', /encrypted/, /relay/],
  ['relay', '451 4.7.0 certificate has expired', /certificate of the relay/, /receiver/],
])('by %s, "%s" is explained for that way', (transport, reply, expected, wrong) => {
  const meant = meaningOf({ transport, reply })

  expect(meant).toMatch(expected)
  expect(meant).not.toMatch(wrong)
})

test.each([
  ['401 20003 Authenticate', /did not accept the credentials/],
  ['Not bound: Bind refused: ESME_RINVPASWD (0x0E)', /did not accept the credentials/],
  ['429 20429 Too Many Requests', /fewer messages/],
  ['ESME_RTHROTTLED (0x58)', /fewer messages/],
  ['No connection: ECONNREFUSED', /could not be reached/],
  ['Not bound: Connection refused', /could not be reached/],
  ['Connection lost: closed by the peer', /undefined/],
])('of a text message, "%s" is about its carrier', (reply, expected) => {
  const meant = meaningOf({ sms_id: 'id', carrier: 'twilio', reply })

  expect(meant).toMatch(expected)
  expect(meant).not.toMatch(/mail|SMTP_URL|relay/)
})

test.each([
  ['450 4.2.0 Greylisted', 'The receiver defers unknown senders on purpose.'],
  ['452 4.2.2 Mailbox full', 'The mailbox is full.'],
  ['421 4.7.0 Try again later', 'The receiver wants less mail from this server at a time.'],
])('a message that was given up after "%s" is not said to be retried', (reply, meaning) => {
  const { steps } = explain(
    told({ status: 'failed', events: [{ type: 'failed', data: { reply }, createdAt: at(21) }] }),
  )

  expect(steps[0]?.meaning).toBe(meaning)
})

test('a scheduled message and a new one say so', () => {
  expect(explain(told({ status: 'scheduled', scheduledFor: at(50) })).summary).toBe(
    'It is sent at 2026-11-15T21:50:00.000Z.',
  )
  expect(explain(told({})).summary).toMatch(/A worker takes it/)
})

test('a wait for the operator says what is wrong', () => {
  const waitsFor = 'the operator: The key that signs for acme.test does not open. Ask the operator of this service.'

  const { summary } = explain(told({ wait: wait({ waitsFor, failingSince: null, failures: 0, lastReply: null }) }))

  expect(summary).toBe(`Waiting for ${waitsFor}`)
})

test.each([...emailEventTypes, ...smsEventTypes])('the event %s is told in a sentence', type => {
  const { steps } = explain(told({ events: [{ type, data: {}, createdAt: at(20) }] }))

  expect(steps[0]?.what).toMatch(/^[A-Z].*\.$/)
})
