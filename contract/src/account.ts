import { type Static, Type } from 'typebox'
import { messageStreams } from './messages/email-requests.ts'
import { operation } from './operation.ts'
import { OneOf, Timestamp } from './scalars.ts'

const isPaid = Type.Boolean({ description: 'False only on the Free plan.' })
const number = (description: string) => Type.Number({ description })

export const RateLimit = Type.Object(
  {
    is_paid: isPaid,
    daily_limit: number('The daily sending limit, in messages per UTC day.'),
    current_daily_usage: number('Messages sent today.'),
    remaining_today: number('Messages left today.'),
    token_balance: number('Requests this key has left in the current hour.'),
    reset_at: Type.String({ ...Timestamp, description: 'When the current day ends.' }),
  },
  { $id: 'RateLimit' },
)
export type RateLimit = Static<typeof RateLimit>

export const Credits = Type.Object(
  {
    balance: number('The remaining credits. One credit is 0.001 dollars.'),
    monthly_usage: number('Credits used this month.'),
    total_consumed: number('Credits used in total.'),
    email_consumed: number('Credits used for email in total.'),
    sms_consumed: number('Credits used for SMS in total.'),
    hourly_limit: number('The hourly sending limit, in messages.'),
    daily_limit: number('The daily sending limit, in messages.'),
    monthly_limit: number('The monthly sending limit, in messages.'),
    current_hour_usage: number('Messages sent in the current hour.'),
    current_day_usage: number('Messages sent today.'),
    current_month_usage: number('Messages sent this month.'),
    is_paid: isPaid,
    hourly_reset_at: Timestamp,
    daily_reset_at: Timestamp,
    monthly_reset_at: Timestamp,
  },
  {
    $id: 'Credits',
    description: 'Email is counted per recipient, SMS per message. Hours, days and months are in UTC.',
  },
)
export type Credits = Static<typeof Credits>

const stats = {
  emails_sent: number('Emails that at least one recipient’s server accepted or rejected.'),
  recipients_reached: number('Recipients whose server accepted the email.'),
  emails_delivered: number('Emails delivered to at least one recipient.'),
  recipients_delivered: number('Recipients the emails were delivered to.'),
  emails_opened: number('Emails opened at least once.'),
  emails_clicked: number('Emails clicked at least once.'),
  emails_opened_by_people: number('Emails opened at least once, not counting known machine opens.'),
  emails_clicked_by_people: number('Emails clicked at least once, not counting known machine clicks.'),
  emails_bounced: number('Emails that at least one recipient’s server rejected permanently, at delivery or later.'),
  emails_complained: number('Emails that at least one recipient reported as spam.'),
  delivery_rate: number('emails_delivered divided by emails_sent, from 0 to 1.'),
  open_rate: number('emails_opened divided by emails_delivered, from 0 to 1.'),
  click_rate: number('emails_clicked divided by emails_delivered, from 0 to 1.'),
  bounce_rate: number('emails_bounced divided by emails_sent, from 0 to 1.'),
  complaint_rate: number('emails_complained divided by emails_delivered, from 0 to 1.'),
  fallbacks_sent: Type.Optional(
    number('Emails that did not arrive in time, so a text message was sent instead. Left out when zero.'),
  ),
  fallbacks_not_needed: Type.Optional(
    number('Emails that arrived in time, so no text message was sent. Left out when zero.'),
  ),
}

export const EmailStats = Type.Object(stats, {
  $id: 'EmailStats',
  description:
    'Each figure counts an email once, at its first such event, in the hour in which the email was accepted. Figures therefore only grow, and both parts of a rate are about the same emails. A rate is 0 when the divisor is 0.',
})
export type EmailStats = Static<typeof EmailStats>

export const Analytics = Type.Object(
  {
    stats: EmailStats,
    series: Type.Optional(
      Type.Array(Type.Object({ start: Timestamp, ...stats }), {
        description:
          'The same figures per hour or day (UTC), oldest first, from the first period with data to the last. Only with granularity. Requests for more than 10,000 periods are refused.',
      }),
    ),
  },
  { $id: 'Analytics' },
)
export type Analytics = Static<typeof Analytics>

export const ReceiverAnalytics = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        domain: Type.String({ description: 'The sender domain.' }),
        receiver: Type.String(),
        message_stream: OneOf(messageStreams),
        sent: number('Recipients whose server accepted or rejected the mail.'),
        bounced: number('Recipients that bounced, at delivery or later.'),
        complained: number('Recipients that reported the mail as spam.'),
        bounce_rate: number('bounced divided by sent, from 0 to 1.'),
        complaint_rate: number('complained divided by sent, from 0 to 1.'),
      }),
    ),
  },
  { $id: 'ReceiverAnalytics' },
)
export type ReceiverAnalytics = Static<typeof ReceiverAnalytics>

const tomorrow = '2026-11-16T00:00:00.000Z'

export const account = {
  getRateLimit: operation({
    id: 'getRateLimit',
    method: 'GET',
    path: '/v1/rate-limit',
    tag: 'Account',
    summary: 'Read the rate limit status',
    description: 'Returns the messages you can still send today and the requests this key can still make this hour.',
    permission: 'account:read',
    reply: RateLimit,
    refusals: [],
    example: {
      reply: {
        is_paid: true,
        daily_limit: 5000,
        current_daily_usage: 1240,
        remaining_today: 3760,
        token_balance: 982,
        reset_at: tomorrow,
      },
    },
  }),
  getCredits: operation({
    id: 'getCredits',
    method: 'GET',
    path: '/v1/credits',
    tag: 'Account',
    summary: 'Read the credit balance and usage',
    description: 'Returns the balance, the usage and the sending limits. Test keys never change these figures.',
    permission: 'account:read',
    reply: Credits,
    refusals: [],
    example: {
      reply: {
        balance: 48_760,
        monthly_usage: 1240,
        total_consumed: 1240,
        email_consumed: 1200,
        sms_consumed: 40,
        hourly_limit: 1000,
        daily_limit: 5000,
        monthly_limit: 50_000,
        current_hour_usage: 18,
        current_day_usage: 1204,
        current_month_usage: 1212,
        is_paid: true,
        hourly_reset_at: '2026-11-15T10:00:00.000Z',
        daily_reset_at: tomorrow,
        monthly_reset_at: '2026-12-01T00:00:00.000Z',
      },
    },
  }),
  getAnalytics: operation({
    id: 'getAnalytics',
    method: 'GET',
    path: '/v1/analytics',
    tag: 'Account',
    summary: 'Read email analytics',
    description: 'Returns figures for all emails of the environment. Filters narrow them down and can be combined.',
    permission: 'account:read',
    query: Type.Object({
      start: Type.Optional(Type.String({ ...Timestamp, description: 'Only emails accepted at this time or later.' })),
      end: Type.Optional(Type.String({ ...Timestamp, description: 'Only emails accepted before this time.' })),
      tag: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'Only emails with this tag.' })),
      message_stream: Type.Optional(OneOf(messageStreams)),
      granularity: Type.Optional(OneOf(['hour', 'day'], { description: 'Adds series to the answer.' })),
    }),
    reply: Analytics,
    refusals: [],
    example: {
      query: { tag: 'welcome' },
      reply: {
        stats: {
          emails_sent: 1000,
          recipients_reached: 1020,
          emails_delivered: 980,
          recipients_delivered: 1000,
          emails_opened: 490,
          emails_clicked: 98,
          emails_opened_by_people: 310,
          emails_clicked_by_people: 74,
          emails_bounced: 18,
          emails_complained: 1,
          delivery_rate: 0.98,
          open_rate: 0.5,
          click_rate: 0.1,
          bounce_rate: 0.018,
          complaint_rate: 0.00102,
        },
      },
    },
  }),
  getReceiverAnalytics: operation({
    id: 'getReceiverAnalytics',
    method: 'GET',
    path: '/v1/analytics/receivers',
    tag: 'Account',
    summary: 'Read analytics by receiver',
    description:
      'Returns recipient counts by sender domain, receiver and stream, most mail first, 1,000 rows at most. Each recipient is counted in the hour ' +
      'the mail left, and figures are kept for 90 days. Large receivers have a name, such as google or outlook; all others are grouped as other.',
    permission: 'account:read',
    query: Type.Object({
      start: Type.Optional(
        Type.String({ ...Timestamp, description: 'Only from this hour on. Default: 30 days before end.' }),
      ),
      end: Type.Optional(Type.String({ ...Timestamp, description: 'Only before this hour. Default: now.' })),
    }),
    reply: ReceiverAnalytics,
    refusals: [],
    example: {
      reply: {
        data: [
          {
            ...{ domain: 'acme.com', receiver: 'google', message_stream: 'broadcast' },
            ...{ sent: 10_000, bounced: 120, complained: 9, bounce_rate: 0.012, complaint_rate: 0.0009 },
          },
        ],
      },
    },
  }),
}
