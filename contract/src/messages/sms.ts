import { type Static, Type } from 'typebox'
import { smsEventTypes } from '../event-names.ts'
import { HttpsUrl, HttpUrl, Id, Nullable, OneOf, PhoneNumber, Timestamp } from '../scalars.ts'
import { waitingFor } from './explanation.ts'

/** What a message can be; `received` is the one of messages that came in. */
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
          'How long the message is of use, in seconds; a scheduled one from its time on. One that has not left by then fails, and its credits come back; carriers that can are told to drop it. Without it: ten hours of tries.',
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
    scheduled_for: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 30,
        description: 'Send later, at any time from now on. Up to 5 minutes in the past is sent at once.',
        examples: ['2027-01-31T09:30:00Z'],
      }),
    ),
  },
  {
    $id: 'SmsSend',
    description: 'Either body or media_urls must be given. from and to must differ.',
    anyOf: [{ required: ['body'] }, { required: ['media_urls'] }],
  },
)
export type SmsSend = Static<typeof SmsSend>

export const SmsReschedule = Type.Object(
  { scheduled_for: Timestamp },
  { $id: 'SmsReschedule', description: 'The new time.' },
)
export type SmsReschedule = Static<typeof SmsReschedule>

const segments = Type.Number({ description: 'How many segments the text takes; 1 for an MMS.' })
const credits = Type.Number({
  description: 'What the message costs; 0 once it was refunded. With a test key: what it would cost.',
})
export const smsStatus = OneOf(smsStatuses)
const scheduledFor = Nullable(Timestamp, { description: 'Null when it was sent at once.' })

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
    scheduled_for: Nullable(Timestamp, { description: 'Null when it is sent at once.' }),
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
    status: smsStatus,
    segments_count: segments,
    credits_consumed: credits,
    captured,
    created_at: Timestamp,
    scheduled_for: scheduledFor,
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
    status: smsStatus,
    segments_count: segments,
    credits_consumed: credits,
    captured,
    created_at: Timestamp,
    scheduled_for: scheduledFor,
    sent_at: Nullable(Timestamp),
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
