/** A text message that goes out when an email does not arrive in time. */
import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, PhoneNumber, Timestamp } from '../scalars.ts'
import { SmsSend } from './sms.ts'

export const fallbackConditions = ['delivered', 'opened'] as const
export type FallbackCondition = (typeof fallbackConditions)[number]

export const fallbackStates = ['waiting', 'sent', 'not_needed', 'cancelled', 'failed'] as const
export type FallbackState = (typeof fallbackStates)[number]

const { from, body, media_urls, validity_seconds, ignore_quiet_hours } = SmsSend.properties

const FallbackSms = Type.Object(
  {
    from,
    to: Type.Optional(
      Type.String({
        ...PhoneNumber,
        description:
          'The number, in E.164. Without it: that of the contact who has the email’s address, for keys that may read contacts (contacts:read).',
      }),
    ),
    body,
    media_urls,
    validity_seconds,
    ignore_quiet_hours,
  },
  {
    $id: 'FallbackSms',
    description: 'The message, by the rules of POST /v1/sms. Either body or media_urls must be given.',
    anyOf: [{ required: ['body'] }, { required: ['media_urls'] }],
  },
)

export const EmailFallback = Type.Object(
  {
    sms: FallbackSms,
    unless: Type.Optional(
      OneOf(fallbackConditions, {
        default: 'delivered',
        description:
          'What makes it needless. opened: a person opened the email or clicked in it; machines do not count. Needs track_opens or track_clicks.',
      }),
    ),
    within: Type.String({
      pattern: '^[1-9][0-9]{0,3}[mh]$',
      description: 'How long the email has for it: minutes or hours such as 10m or 2h, from 1m to 72h.',
      examples: ['10m'],
    }),
  },
  {
    $id: 'EmailFallback',
    description:
      'A text message that is sent when the email is not delivered, or not opened, in time; at once when the email bounces, fails or is suppressed. For transactional email with one recipient. Needs the permission sms:send. Checked with the email, charged when it is sent.',
  },
)
export type EmailFallback = Static<typeof EmailFallback>

export const FallbackStatus = Type.Object(
  {
    state: OneOf(fallbackStates, {
      description:
        'waiting: for the email, until due_at. not_needed: the email arrived. cancelled: with the email. failed: the text message was refused; reason says why.',
    }),
    due_at: Type.String({ ...Timestamp, description: 'When it is decided; once it has been, when that was.' }),
    sms_id: Nullable(Id, { description: 'The text message; null unless it was sent.' }),
    reason: Nullable(Type.String({ description: 'Why it ended as it did, in words; null while it waits.' })),
  },
  { $id: 'FallbackStatus', description: 'What became of the fallback of an email.' },
)
export type FallbackStatus = Static<typeof FallbackStatus>
