/** Alerts: notifications about problems, for people who are not looking at the dashboard. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, HttpsUrl, Id, Nullable, OneOf, Timestamp } from '../scalars.ts'

export const alertKinds = ['bounce_rate', 'complaint_rate', 'waiting', 'webhook', 'runs', 'domain', 'credits'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The defaults of `limit` and `at_least`. Kinds that do not use a value have a placeholder. */
export const defaultAlerts: Record<AlertKind, { limit: number; at_least: number }> = {
  // Mailbox providers begin to reject senders above these rates.
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
      'By kind: the percentage of emails of the last hour that bounced, or of the last day that were reported as spam; how many minutes a message waits or a webhook fails; failed runs in the last hour; the percentage of the monthly credits. The alert fires above the limit, for credits when less is left.',
  }),
  at_least: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'The minimum number of emails for a rate to count.',
  }),
})
export type AlertRule = Static<typeof AlertRule>

export const Alert = Type.Object({
  id: Id,
  kind: OneOf(alertKinds),
  title: Type.String(),
  detail: Type.String(),
  link: Type.String({ description: 'A dashboard page.' }),
  since: Timestamp,
})
export type Alert = Static<typeof Alert>

export const AlertMessage = Type.Object({
  id: Id,
  channel: OneOf(['email', 'slack']),
  to: Type.String({ description: 'An email address, or the visible part of the Slack address.' }),
  subject: Type.String(),
  is_test: Type.Boolean(),
  state: OneOf(['queued', 'sent', 'failed']),
  detail: Nullable(Type.String(), { description: 'The reply of the mail server or of Slack.' }),
  created_at: Timestamp,
})
export type AlertMessage = Static<typeof AlertMessage>

export const Alerts = Type.Object({
  rules: Type.Array(AlertRule, { description: 'One for each kind.' }),
  mail_to: Type.Array(Id, { description: 'The ids of members.' }),
  sends_mail: Type.Boolean({ description: 'False while no sender or no transport is configured.' }),
  slack: Nullable(Type.String(), { description: 'The visible part of the Slack address. Null when there is none.' }),
  firing: Type.Array(Alert),
  messages: Type.Array(AlertMessage, { description: 'The last 20 messages, newest first.' }),
})
export type Alerts = Static<typeof Alerts>

export const alertOperations = {
  getAlerts: operation({
    id: 'getAlerts',
    method: 'GET',
    path: '/console/alerts',
    summary: 'Read the alert settings, the firing alerts and the latest messages',
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
    summary: 'Change the alert settings',
    description: 'For live environments only.',
    access: 'member',
    permission: 'settings:manage',
    body: Type.Object({
      rules: Type.Optional(Type.Array(AlertRule, { maxItems: alertKinds.length })),
      mail_to: Type.Optional(Type.Array(Id, { maxItems: 50 })),
      slack_url: Type.Optional(
        Nullable(HttpsUrl, {
          description: 'The address of an incoming webhook, such as https://hooks.slack.com/services/…',
        }),
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
    summary: 'Send a test alert to all recipients of alerts',
    description: 'The result is in the messages of getAlerts, usually within a second.',
    access: 'member',
    permission: 'settings:manage',
    reply: Acknowledgment,
    refusals: ['invalid_state'],
  }),
} as const
