import { type Static, Type } from 'typebox'
import { messageStreams } from './messages/email-requests.ts'
import { operation } from './operation.ts'
import { OneOf, Timestamp } from './scalars.ts'

const isPaid = Type.Boolean({ description: 'False on the Free plan only.' })
const number = (description: string) => Type.Number({ description })

export const RateLimit = Type.Object(
  {
    is_paid: isPaid,
    daily_limit: number('How many messages may be sent in a day (UTC).'),
    current_daily_usage: number('How many were sent today.'),
    remaining_today: number('How many are left today.'),
    token_balance: number('How many requests this key has left in this hour.'),
    reset_at: Type.String({ ...Timestamp, description: 'When the day is over.' }),
  },
  { $id: 'RateLimit' },
)
export type RateLimit = Static<typeof RateLimit>

export const Credits = Type.Object(
  {
    balance: number('What is left. One credit is 0.001 dollars.'),
    monthly_usage: number('Credits used this month.'),
    total_consumed: number('Credits used in all.'),
    email_consumed: number('Credits used for email in all.'),
    sms_consumed: number('Credits used for SMS in all.'),
    hourly_limit: number('How many messages may be sent in an hour.'),
    daily_limit: number('How many messages may be sent in a day.'),
    monthly_limit: number('How many messages may be sent in a month.'),
    current_hour_usage: number('How many were sent in this hour.'),
    current_day_usage: number('How many were sent today.'),
    is_paid: isPaid,
    hourly_reset_at: Timestamp,
    daily_reset_at: Timestamp,
    monthly_reset_at: Timestamp,
  },
  {
    $id: 'Credits',
    description: 'Email counts by recipient, SMS by message. Hours, days and months are those of UTC.',
  },
)
export type Credits = Static<typeof Credits>

const stats = {
  emails_sent: number('Emails that at least one recipient’s server has taken or refused.'),
  recipients_reached: number('Recipients whose server took them.'),
  emails_delivered: number('Emails that arrived at at least one recipient.'),
  recipients_delivered: number('Recipients they arrived at.'),
  emails_opened: number('Emails opened at least once.'),
  emails_clicked: number('Emails clicked at least once.'),
  emails_opened_by_people: number('Emails opened at least once by somebody who is not known to be a machine.'),
  emails_clicked_by_people: number('Emails clicked at least once by somebody who is not known to be a machine.'),
  emails_bounced: number('Emails that at least one recipient’s server refused for good, at once or later.'),
  emails_complained: number('Emails that at least one recipient reported as spam.'),
  delivery_rate: number('emails_delivered of emails_sent, from 0 to 1.'),
  open_rate: number('emails_opened of emails_delivered, from 0 to 1.'),
  click_rate: number('emails_clicked of emails_delivered, from 0 to 1.'),
  bounce_rate: number('emails_bounced of emails_sent, from 0 to 1.'),
  complaint_rate: number('emails_complained of emails_delivered, from 0 to 1.'),
  fallbacks_sent: Type.Optional(
    number('Emails that a text message was sent for, since they did not arrive in time. Left out when there are none.'),
  ),
  fallbacks_not_needed: Type.Optional(
    number('Emails that arrived in time, so that no text message was sent. Left out when there are none.'),
  ),
}

export const EmailStats = Type.Object(stats, {
  $id: 'EmailStats',
  description:
    'An email counts once in each figure, at the first time, in the hour in which it was accepted: so figures only grow, and the parts of a rate are about the same emails. A rate is 0 when there is nothing to divide by.',
})
export type EmailStats = Static<typeof EmailStats>

export const Analytics = Type.Object(
  {
    stats: EmailStats,
    series: Type.Optional(
      Type.Array(Type.Object({ start: Timestamp, ...stats }), {
        description:
          'With granularity: the same figures for each hour or day (UTC) from the first that has any to the last, oldest first. More than 10,000 are refused.',
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
        domain: Type.String({ description: 'Of the sender.' }),
        receiver: Type.String(),
        message_stream: OneOf(messageStreams),
        sent: number('Recipients whose mail was handed over or refused.'),
        bounced: number('Those that were refused, at once or later.'),
        complained: number('Those that reported it as spam.'),
        bounce_rate: number('bounced of sent, from 0 to 1.'),
        complaint_rate: number('complained of sent, from 0 to 1.'),
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
    description: 'What may still be sent today, and what this key may still ask this hour.',
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
    description: 'Test keys never move these figures.',
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
    description: 'Over everything in the environment unless a filter says otherwise. Filters combine.',
    permission: 'account:read',
    query: Type.Object({
      start: Type.Optional(
        Type.String({ ...Timestamp, description: 'Only emails that were accepted from this moment on.' }),
      ),
      end: Type.Optional(
        Type.String({ ...Timestamp, description: 'Only emails that were accepted before this moment.' }),
      ),
      tag: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'Only emails with this tag.' })),
      message_stream: Type.Optional(OneOf(messageStreams)),
      granularity: Type.Optional(OneOf(['hour', 'day'], { description: 'Adds series.' })),
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
    summary: 'Read what receivers say of your mail',
    description:
      'By sender domain, receiver and stream, in recipients, those with the most mail first; 1,000 rows at most. Counted in the hour in which ' +
      'the mail left, and kept for 90 days. Large receivers have a name, such as google or outlook; all others are one, called other.',
    permission: 'account:read',
    query: Type.Object({
      start: Type.Optional(
        Type.String({ ...Timestamp, description: 'From this hour on; 30 days before the end when left out.' }),
      ),
      end: Type.Optional(Type.String({ ...Timestamp, description: 'Before this hour; now when left out.' })),
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
