import { type Static, Type } from 'typebox'
import { smsEventTypes } from '../event-names.ts'
import { operation } from '../operation.ts'
import { createdFilters, Page, PageQuery } from '../page.ts'
import { HttpsUrl, HttpUrl, Id, Nullable, OneOf, PathId, PhoneNumber, Timestamp } from '../scalars.ts'
import { Explanation, explanationExample, waitingFor } from './explanation.ts'

/** What a message can be; `received` is the one of messages that came in. */
export const smsStatuses = ['processing', 'sent', 'delivered', 'undelivered', 'failed', 'received'] as const
export type SmsStatus = (typeof smsStatuses)[number]

/** A number in E.164, a short code, or a name: letters, digits and spaces, at least one letter. */
export const senderPattern =
  '^(?:\\+[1-9][0-9]{6,14}|[0-9]{3,8}|(?=.{0,10}[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 ]{0,9}[A-Za-z0-9])?)$'

export const SmsCallback = Type.Object(
  {
    format: OneOf(['twilio'], {
      description: 'A form with the fields of Twilio’s StatusCallback, and its signature in X-Twilio-Signature.',
    }),
    url: Type.String({ ...HttpUrl, description: 'Called with a POST. Only public addresses are reached.' }),
    account: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: 'The AccountSid that calls name.',
      examples: ['AC00000000000000000000000000000000'],
    }),
    secret: Type.String({
      minLength: 1,
      maxLength: 256,
      description:
        'What calls are signed with: what your receiver takes for its auth token. It is kept encrypted until the last call and shown to nobody.',
    }),
  },
  {
    $id: 'SmsCallback',
    description:
      'Called at each change of the status: queued, sent, then delivered or undelivered; or failed. In order, at least once, with up to five tries for each. For all messages together there are webhooks.',
  },
)
export type SmsCallback = Static<typeof SmsCallback>

export const SmsSend = Type.Object(
  {
    from: Type.String({
      pattern: senderPattern,
      description:
        'Your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has given to your organization, where the recipient’s country takes it.',
      examples: ['+14155552671'],
    }),
    to: Type.String({ ...PhoneNumber, description: 'The recipient’s number, in E.164.' }),
    body: Type.Optional(
      Type.String({
        description:
          'The text: at most 1,600 characters and 10 segments. A single character outside the GSM alphabet makes segments shorter (70 instead of 160). May be empty only with media.',
      }),
    ),
    media_urls: Type.Optional(
      Type.Array(HttpsUrl, {
        maxItems: 10,
        description: 'Pictures and files to send along; makes the message an MMS.',
      }),
    ),
    validity_seconds: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 604_800,
        description:
          'How long the message is of use, in seconds. One that has not left by then fails, and its credits come back; carriers that can are told to drop it. Without it: ten hours of tries.',
      }),
    ),
    ignore_quiet_hours: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Send it in the quiet hours of the recipient as well, where the operator has set some: for what the recipient waits for, such as a code.',
      }),
    ),
    callback: Type.Optional(SmsCallback),
  },
  {
    $id: 'SmsSend',
    description: 'Either body or media_urls must be given. from and to must differ.',
    anyOf: [{ required: ['body'] }, { required: ['media_urls'] }],
  },
)
export type SmsSend = Static<typeof SmsSend>

const segments = Type.Number({ description: 'How many segments the text takes; 1 for an MMS.' })
const credits = Type.Number({
  description: 'What the message costs; 0 once it was refunded. With a test key: what it would cost.',
})
const status = OneOf(smsStatuses)

export const SmsAccepted = Type.Object(
  {
    id: Id,
    from: Type.String(),
    to: PhoneNumber,
    body: Type.String(),
    segments_count: segments,
    credits_consumed: credits,
    status: OneOf(['processing'], { description: 'Delivery goes on after this answer.' }),
    created_at: Timestamp,
    workflow_id: Type.String({ description: 'Names the durable workflow that carries the message.' }),
  },
  { $id: 'SmsAccepted', description: 'The message is stored, charged and will be sent.' },
)
export type SmsAccepted = Static<typeof SmsAccepted>

export const SmsEvent = Type.Object(
  {
    type: OneOf(smsEventTypes),
    created_at: Timestamp,
    data: Type.Object({
      attempt: Type.Optional(Type.Number({ description: 'Which attempt it was, from 1.' })),
      carrier: Type.Optional(Type.String({ description: 'Who it was handed to, such as smpp, twilio or capture.' })),
      host: Type.Optional(Type.String({ description: 'The server that it was handed to.' })),
      tls: Type.Optional(Type.String({ description: 'The protocol of an encrypted connection, such as TLSv1.3.' })),
      reply: Type.Optional(Type.String({ description: 'What the carrier answered, in its own words.' })),
      duration_ms: Type.Optional(Type.Number({ description: 'How long the attempt took.' })),
      next_attempt_at: Type.Optional(Timestamp),
      reason: Type.Optional(Type.String({ description: 'Why, in words.' })),
    }),
  },
  { $id: 'SmsEvent', description: 'Something that happened to a text message.' },
)
export type SmsEvent = Static<typeof SmsEvent>

const direction = OneOf(['outbound', 'inbound'])

const captured = Type.Optional(
  Type.Boolean({
    description:
      'True when it was kept here instead of being sent, because no carrier is configured. Nobody received it; it is charged as if it had been sent.',
  }),
)

export const Sms = Type.Object(
  {
    id: Id,
    from: Type.String(),
    to: Type.String(),
    body: Type.String(),
    status,
    segments_count: segments,
    credits_consumed: credits,
    captured,
    created_at: Timestamp,
    sent_at: Nullable(Timestamp),
    delivered_at: Nullable(Timestamp),
    customer_charge_dollars: Type.Number({ description: 'What was charged.' }),
    carrier_total_cost: Type.Number({ description: 'What the carrier takes, in dollars.' }),
    margin_dollars: Type.Number({ description: 'The charge less the cost.' }),
    direction,
    media_urls: Type.Array(Type.String()),
    events: Type.Array(SmsEvent, { description: 'What happened to it, oldest first.' }),
    waiting_for: waitingFor,
    fallback_of: Type.Optional(
      Type.String({ ...Id, description: 'The email that did not arrive in time; left out where there is none.' }),
    ),
  },
  { $id: 'Sms', description: 'A text message with its cost. With a test key the amounts are 0.' },
)
export type Sms = Static<typeof Sms>

export const SmsListItem = Type.Object(
  {
    id: Id,
    from: Type.String(),
    to: Type.String(),
    body: Type.String(),
    status,
    segments_count: segments,
    credits_consumed: credits,
    captured,
    created_at: Timestamp,
    sent_at: Nullable(Timestamp),
    direction,
    media_urls: Type.Array(Type.String()),
    waiting_for: waitingFor,
  },
  { $id: 'SmsListItem' },
)
export type SmsListItem = Static<typeof SmsListItem>

const message = { from: '+15005550006', to: '+14155552671', body: 'Your code is 481 502.' }
const stored = {
  id: '01945c1e-b3d0-7f16-8a2c-4d6e1f9b7c44',
  ...message,
  segments_count: 1,
  credits_consumed: 10,
  created_at: '2026-11-15T09:30:00.000Z',
}

const sent = { sent_at: '2026-11-15T09:30:00.350Z', direction: 'outbound' as const, media_urls: [] }

export const sms = {
  sendSms: operation({
    id: 'sendSms',
    method: 'POST',
    audit: { never: 'the message and its events tell of it' },
    path: '/v1/sms',
    tag: 'SMS',
    summary: 'Send a text message',
    description:
      'The credits are taken in the moment the message is accepted, so a message you were told about is paid for. If it fails before the carrier takes it, they come back.',
    permission: 'sms:send',
    body: SmsSend,
    reply: SmsAccepted,
    idempotent: true,
    refusals: [
      'message_too_long',
      'recipient_opted_out',
      'insufficient_credits',
      'hourly_quota_exceeded',
      'daily_quota_exceeded',
      'monthly_quota_exceeded',
    ],
    example: { body: message, reply: { ...stored, status: 'processing', workflow_id: stored.id } },
  }),
  listSms: operation({
    id: 'listSms',
    method: 'GET',
    path: '/v1/sms',
    tag: 'SMS',
    summary: 'List text messages',
    description: 'Sent and received, newest first. Filters combine.',
    permission: 'sms:read',
    query: PageQuery({
      status: Type.Optional(status),
      to: Type.Optional(Type.String({ ...PhoneNumber, description: 'Only messages to this number.' })),
      from: Type.Optional(Type.String({ ...PhoneNumber, description: 'Only messages from this number.' })),
      search: Type.Optional(
        Type.String({
          maxLength: 64,
          pattern: '^(\\+[1-9]\\d{2,14}|\\d{4,15}|[0-9a-fA-F-]{8,36})$',
          description:
            'The beginning of a number on either side, with its + and three digits at least; or a part of one, four digits at least; or a part of an id, eight digits at least. Texts are not searched.',
        }),
      ),
      ...createdFilters,
    }),
    reply: Page(SmsListItem, 'SmsPage'),
    refusals: [],
    example: {
      query: { limit: 20 },
      reply: { data: [{ ...stored, ...sent, status: 'delivered' }], has_more: false },
    },
  }),
  explainSms: operation({
    id: 'explainSms',
    method: 'GET',
    path: '/v1/sms/{id}/explain',
    tag: 'SMS',
    summary: 'Explain what happened to a text message',
    description:
      'What happened to it, in order and in words: what it waits for and why, what each attempt heard, and what to do.',
    permission: 'sms:read',
    params: Type.Object({ id: PathId }),
    reply: Explanation,
    refusals: [],
    example: { params: { id: stored.id }, reply: { ...explanationExample, id: stored.id } },
  }),
  getSms: operation({
    id: 'getSms',
    method: 'GET',
    path: '/v1/sms/{id}',
    tag: 'SMS',
    summary: 'Read a text message',
    permission: 'sms:read',
    params: Type.Object({ id: PathId }),
    reply: Sms,
    refusals: [],
    example: {
      params: { id: stored.id },
      reply: {
        ...stored,
        ...sent,
        status: 'delivered',
        delivered_at: '2026-11-15T09:30:02.120Z',
        customer_charge_dollars: 0.01,
        carrier_total_cost: 0.0072,
        margin_dollars: 0.0028,
        events: [
          {
            type: 'sent',
            created_at: '2026-11-15T09:30:00.350Z',
            data: { attempt: 1, carrier: 'smpp', host: 'smsc.example.net', reply: 'ESME_ROK', duration_ms: 84 },
          },
          {
            type: 'delivered',
            created_at: '2026-11-15T09:30:02.120Z',
            data: { carrier: 'smpp', reply: 'DELIVRD' },
          },
        ],
      },
    },
  }),
}
