/** A text message that is sent when an email does not arrive in time. */
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
          'The number of the recipient, in E.164. Default: the number of the contact with the email’s address, which requires the permission contacts:read.',
      }),
    ),
    body,
    media_urls,
    validity_seconds,
    ignore_quiet_hours,
  },
  {
    $id: 'FallbackSms',
    description: 'The text message, by the rules of POST /v1/sms. Requires body or media_urls.',
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
          'The condition that makes the fallback unnecessary. opened: a person opened the email or clicked a link in it; machines do not count. Requires track_opens or track_clicks.',
      }),
    ),
    within: Type.String({
      pattern: '^[1-9][0-9]{0,3}[mh]$',
      expected: 'must be a number of minutes or hours such as 10m or 2h',
      description: 'How long to wait for the condition, in minutes or hours such as 10m or 2h. From 1m to 72h.',
      examples: ['10m'],
    }),
  },
  {
    $id: 'EmailFallback',
    description:
      'A text message that is sent when the email is not delivered, or not opened, in time, and at once when the email bounces, fails or is suppressed. Only for transactional email with one recipient. Requires the permission sms:send. It is validated with the email and charged when it is sent.',
  },
)
export type EmailFallback = Static<typeof EmailFallback>

export const FallbackStatus = Type.Object(
  {
    state: OneOf(fallbackStates, {
      description:
        'waiting: waits for the email until due_at. sent: the text message was sent. not_needed: the condition was met in time. cancelled: the email was canceled. failed: the text message was refused; reason says why.',
    }),
    due_at: Type.String({ ...Timestamp, description: 'When the fallback is, or was, decided.' }),
    sms_id: Nullable(Id, { description: 'The id of the text message. Null unless it was sent.' }),
    reason: Nullable(Type.String({ description: 'Why the fallback ended this way, in words. Null while it waits.' })),
  },
  { $id: 'FallbackStatus', description: 'The status of the fallback of an email.' },
)
export type FallbackStatus = Static<typeof FallbackStatus>
