/** What people want to be told of when nobody looks at the dashboard. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, HttpsUrl, Id, Nullable, OneOf, Timestamp } from '../scalars.ts'

export const alertKinds = ['bounce_rate', 'complaint_rate', 'waiting', 'webhook', 'runs', 'domain', 'credits'] as const
export type AlertKind = (typeof alertKinds)[number]

/** What `limit` and `at_least` are at first; a kind without one has no use for it. */
export const usualAlerts: Record<AlertKind, { limit: number; at_least: number }> = {
  // Mailbox providers begin to refuse senders above these.
  bounce_rate: { limit: 5, at_least: 50 },
  complaint_rate: { limit: 0.1, at_least: 500 },
  waiting: { limit: 15, at_least: 1 },
  webhook: { limit: 10, at_least: 1 },
  runs: { limit: 0, at_least: 1 },
  domain: { limit: 0, at_least: 1 },
  credits: { limit: 10, at_least: 1 },
}

export const AlertRule = Type.Object({
  kind: OneOf(alertKinds),
  on: Type.Boolean(),
  limit: Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    description:
      'Percent of the emails of the last hour that bounced, or of the last day that were reported as spam; minutes that a message waits or a webhook fails; failed runs in the last hour; percent of the monthly credits. Told when it is exceeded, and of credits when less is left.',
  }),
  at_least: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Of fewer emails a rate says nothing.',
  }),
})
export type AlertRule = Static<typeof AlertRule>

export const Alert = Type.Object({
  id: Id,
  kind: OneOf(alertKinds),
  title: Type.String(),
  detail: Type.String(),
  link: Type.String({ description: 'A page of the dashboard.' }),
  since: Timestamp,
})
export type Alert = Static<typeof Alert>

export const AlertMessage = Type.Object({
  id: Id,
  channel: OneOf(['email', 'slack']),
  to: Type.String({ description: 'An address, or what is known of the one in Slack.' }),
  subject: Type.String(),
  is_test: Type.Boolean(),
  state: OneOf(['queued', 'sent', 'failed']),
  detail: Nullable(Type.String(), { description: 'What the other side said.' }),
  created_at: Timestamp,
})
export type AlertMessage = Static<typeof AlertMessage>

export const Alerts = Type.Object({
  rules: Type.Array(AlertRule, { description: 'One for each kind.' }),
  mail_to: Type.Array(Id, { description: 'Members.' }),
  sends_mail: Type.Boolean({ description: 'False while no sender or nothing that sends is configured.' }),
  slack: Nullable(Type.String(), { description: 'What is shown of the address; null when there is none.' }),
  firing: Type.Array(Alert),
  messages: Type.Array(AlertMessage, { description: 'The last 20, newest first.' }),
})
export type Alerts = Static<typeof Alerts>

export const alertOperations = {
  getAlerts: operation({
    id: 'getAlerts',
    method: 'GET',
    path: '/console/alerts',
    summary: 'What people are told of, where, and what is wrong now',
    access: 'member',
    permission: 'console:read',
    reply: Alerts,
    refusals: [],
  }),
  setAlerts: operation({
    id: 'setAlerts',
    method: 'PATCH',
    audit: 'alerts.updated',
    path: '/console/alerts',
    summary: 'Change what people are told of, and where',
    description: 'For live environments alone.',
    access: 'member',
    permission: 'settings:manage',
    body: Type.Object({
      rules: Type.Optional(Type.Array(AlertRule, { maxItems: alertKinds.length })),
      mail_to: Type.Optional(Type.Array(Id, { maxItems: 50 })),
      slack_url: Type.Optional(
        Nullable(HttpsUrl, { description: 'Of an incoming webhook, such as https://hooks.slack.com/services/…' }),
      ),
    }),
    reply: Alerts,
    refusals: ['invalid_state'],
  }),
  sendTestAlert: operation({
    id: 'sendTestAlert',
    method: 'POST',
    audit: { never: 'it changes nothing' },
    path: '/console/alerts/test',
    summary: 'Tell everybody who is told of alerts that this is a test',
    description: 'What came of it is in the messages of getAlerts, mostly within a second.',
    access: 'member',
    permission: 'settings:manage',
    reply: Acknowledgment,
    refusals: ['invalid_state'],
  }),
} as const
