import { type Static, Type } from 'typebox'
import { smsEventTypes } from '../event-names.ts'
import { HttpsUrl, HttpUrl, Id, Nullable, OneOf, PhoneNumber, Timestamp } from '../scalars.ts'
import { waitingFor } from './explanation.ts'

/** Statuses of a text message. Inbound messages are `received`. */
export const smsStatuses = [
  'scheduled',
  'processing',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'canceled',
  'received',
] as const
export type SmsStatus = (typeof smsStatuses)[number]

/** A number in E.164, a short code, or a name of letters, digits and spaces with at least one letter. */
export const senderPattern =
  '^(?:\\+[1-9][0-9]{6,14}|[0-9]{3,8}|(?=.{0,10}[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 ]{0,9}[A-Za-z0-9])?)$'

export const SmsCallback = Type.Object(
  {
    format: OneOf(['twilio'], {
      description: 'twilio: a form with the fields of Twilio’s StatusCallback, signed in X-Twilio-Signature.',
    }),
    url: Type.String({
      ...HttpUrl,
      description: 'The URL to POST to. Must have a public address, unless the operator allows others.',
    }),
    account: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      expected: 'must be 1 to 64 letters, digits, - and _',
      description: 'The AccountSid to send in each call.',
      examples: ['AC00000000000000000000000000000000'],
    }),
    secret: Type.String({
      minLength: 1,
      maxLength: 256,
      description:
        'The secret that calls are signed with: the auth token that your receiver expects. Stored encrypted until the last call, and never returned.',
    }),
  },
  {
    $id: 'SmsCallback',
    description:
      'A callback for each change of the status: queued, sent, then delivered or undelivered; or failed. Calls are in order, at least once, with up to five attempts each. For the statuses of all messages use webhooks.',
  },
)
export type SmsCallback = Static<typeof SmsCallback>

export const SmsSend = Type.Object(
  {
    from: Type.String({
      pattern: senderPattern,
      expected:
        'must be a number such as +14155552671, a short code of 3 to 8 digits, or a name of at most 11 letters, digits and spaces',
      description:
        'The sender: your number in E.164 form such as +14155552671; or a short code or a name (at most 11 letters, digits and spaces) that the operator has assigned to your organization, if the recipient’s country allows it.',
      examples: ['+14155552671'],
    }),
    to: Type.String({ ...PhoneNumber, description: 'The number of the recipient, in E.164.' }),
    body: Type.Optional(
      Type.String({
        description:
          'The text, at most 1,600 characters and 10 segments. A single character outside the GSM alphabet shortens segments from 160 to 70 characters. Can be empty only with media.',
      }),
    ),
    media_urls: Type.Optional(
      Type.Array(HttpsUrl, {
        maxItems: 10,
        description: 'The URLs of pictures and files to attach. Makes the message an MMS.',
      }),
    ),
    validity_seconds: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 604_800,
        description:
          'How long the message is valid, in seconds, counted from scheduled_for for a scheduled message. A message not sent by then fails and its credits are refunded. Carriers that support it are told to drop the message. Default: retries for ten hours.',
      }),
    ),
    ignore_quiet_hours: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to send during the quiet hours of the recipient too, if the operator has set any. For messages that the recipient waits for, such as a code.',
      }),
    ),
    callback: Type.Optional(SmsCallback),
    scheduled_for: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 30,
        description: 'When to send the message, at any time in the future. Times up to 5 minutes in the past mean now.',
        examples: ['2027-01-31T09:30:00Z'],
      }),
    ),
  },
  {
    $id: 'SmsSend',
    description: 'Requires body or media_urls. from and to must differ.',
    anyOf: [{ required: ['body'] }, { required: ['media_urls'] }],
  },
)
export type SmsSend = Static<typeof SmsSend>

export const SmsReschedule = Type.Object(
  { scheduled_for: Timestamp },
  { $id: 'SmsReschedule', description: 'The new time.' },
)
export type SmsReschedule = Static<typeof SmsReschedule>

const segments = Type.Number({ description: 'The number of segments. 1 for an MMS.' })
const credits = Type.Number({
  description:
    'The credits charged for the message. 0 once they were refunded. With a test key: what the message would cost.',
})
export const smsStatus = OneOf(smsStatuses)
const scheduledFor = Nullable(Timestamp, {
  description: 'The time the message was scheduled for. Null when it was sent at once.',
})

export const SmsAccepted = Type.Object(
  {
    id: Id,
    from: Type.String(),
    to: PhoneNumber,
    body: Type.String(),
    segments_count: segments,
    credits_consumed: credits,
    status: OneOf(['processing'], { description: 'Always processing: delivery continues after this answer.' }),
    created_at: Timestamp,
    scheduled_for: Nullable(Timestamp, {
      description: 'The time the message is scheduled for. Null when it is sent at once.',
    }),
    workflow_id: Type.String({ description: 'The id of the durable workflow that delivers the message.' }),
  },
  { $id: 'SmsAccepted', description: 'The accepted message. It is stored and charged, and will be sent.' },
)
export type SmsAccepted = Static<typeof SmsAccepted>

export const SmsEvent = Type.Object(
  {
    type: OneOf(smsEventTypes),
    created_at: Timestamp,
    data: Type.Object({
      attempt: Type.Optional(Type.Number({ description: 'The number of the attempt, from 1.' })),
      carrier: Type.Optional(Type.String({ description: 'The carrier, such as smpp, twilio or capture.' })),
      host: Type.Optional(Type.String({ description: 'The server of the attempt.' })),
      tls: Type.Optional(Type.String({ description: 'The protocol of an encrypted connection, such as TLSv1.3.' })),
      reply: Type.Optional(Type.String({ description: 'The reply of the carrier, unchanged.' })),
      duration_ms: Type.Optional(Type.Number({ description: 'The duration of the attempt in milliseconds.' })),
      next_attempt_at: Type.Optional(Timestamp),
      reason: Type.Optional(Type.String({ description: 'The reason, in words.' })),
    }),
  },
  { $id: 'SmsEvent', description: 'An event of a text message.' },
)
export type SmsEvent = Static<typeof SmsEvent>

const direction = OneOf(['outbound', 'inbound'])

const captured = Type.Optional(
  Type.Boolean({
    description:
      'True when the message was captured instead of sent, because no carrier is configured. Nobody received it. It is charged like a sent message.',
  }),
)

/** In the list, too. */
const message = {
  id: Id,
  from: Type.String(),
  to: Type.String(),
  body: Type.String(),
  status: smsStatus,
  segments_count: segments,
  credits_consumed: credits,
  captured,
  created_at: Timestamp,
  scheduled_for: scheduledFor,
  sent_at: Nullable(Timestamp),
}

export const Sms = Type.Object(
  {
    ...message,
    delivered_at: Nullable(Timestamp),
    customer_charge_dollars: Type.Number({ description: 'The amount charged, in dollars.' }),
    carrier_total_cost: Type.Number({ description: 'The cost of the carrier, in dollars.' }),
    margin_dollars: Type.Number({ description: 'The charge minus the cost, in dollars.' }),
    direction,
    media_urls: Type.Array(Type.String()),
    events: Type.Array(SmsEvent, { description: 'The events of the message, oldest first.' }),
    waiting_for: waitingFor,
    fallback_of: Type.Optional(
      Type.String({
        ...Id,
        description: 'The email that did not arrive in time. Left out if the message is not a fallback.',
      }),
    ),
  },
  { $id: 'Sms', description: 'A text message with its cost. With a test key the dollar amounts are 0.' },
)
export type Sms = Static<typeof Sms>

export const SmsListItem = Type.Object(
  {
    ...message,
    direction,
    media_urls: Type.Array(Type.String()),
    waiting_for: waitingFor,
  },
  { $id: 'SmsListItem' },
)
export type SmsListItem = Static<typeof SmsListItem>

export const SmsRescheduled = Type.Object(
  { id: Id, status: smsStatus, scheduled_for: Timestamp },
  { $id: 'SmsRescheduled' },
)
export type SmsRescheduled = Static<typeof SmsRescheduled>
