/** Statuses of an email. Opens and clicks are not statuses. */
export const emailStatuses = [
  'scheduled',
  'processing',
  'sent',
  'delivered',
  'delivery_delayed',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'canceled',
] as const
export type EmailStatus = (typeof emailStatuses)[number]

/**
 * Events of an email: each status it reaches, what its reader does, and two rare cases in which nobody knows whether a copy
 * has arrived: `possible_duplicate` when the email is sent again for that reason, `unconfirmed` when it is not retried. An
 * unconfirmed email has the status `sent`; a bounce or a delivery report may still arrive.
 */
export const emailEventTypes = [
  ...emailStatuses,
  'opened',
  'clicked',
  'unsubscribed',
  'possible_duplicate',
  'unconfirmed',
] as const
export type EmailEventType = (typeof emailEventTypes)[number]

/** Events of a text message: its statuses, replies of the recipient, and a status callback that failed. */
export const smsEventTypes = [
  'scheduled',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'canceled',
  'received',
  'opted_out',
  'opted_in',
  'delivery_delayed',
  'possible_duplicate',
  'unconfirmed',
  'callback_failed',
] as const
export type SmsEventType = (typeof smsEventTypes)[number]

const otherEventNames = [
  'alert.fired',
  'alert.resolved',
  'broadcast.started',
  'broadcast.paused',
  'broadcast.resumed',
  'broadcast.completed',
  'broadcast.canceled',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.subscribed',
  'contact.unsubscribed',
  'contact.topic_subscribed',
  'contact.topic_unsubscribed',
  'domain.failed',
  'domain.recovered',
  'suppression.created',
  'suppression.deleted',
  'workflow.run_completed',
  'workflow.run_failed',
  'webhook.test',
] as const

/** Events that the tenant's own application records: custom.order.paid. */
export type CustomEventName = `custom.${string}`

/** Events that Posthorn itself records. */
export type OwnEventName = `email.${EmailEventType}` | `sms.${SmsEventType}` | (typeof otherEventNames)[number]

export type EventName = OwnEventName | CustomEventName

/** The name of a custom event, without the `custom.` prefix of the event log. */
export const customNamePattern = '^[a-z][a-z0-9_]{0,39}(?:\\.[a-z0-9_]{1,40}){0,3}$'
export const customEventPattern = `^custom\\.${customNamePattern.slice(1)}`

/** Every built-in event that a webhook can receive. */
export const eventNames: readonly OwnEventName[] = [
  ...emailEventTypes.map(type => `email.${type}` as const),
  ...smsEventTypes.map(type => `sms.${type}` as const),
  ...otherEventNames,
]

type Group<N extends string> = N extends `${infer G}.${string}` ? `${G}.*` : never
export type EventSubscription = OwnEventName | '*' | 'custom.*' | Group<OwnEventName>

const groups = eventNames.map(name => name.replace(/\..*/, '.*') as Group<OwnEventName>) // as: replace() loses the template literal type

/** Values of `subscribed_events`, besides the names of custom events: one event, a group such as `email.*`, or `*` for everything. */
export const eventSubscriptions: readonly EventSubscription[] = ['*', ...new Set(groups), 'custom.*', ...eventNames]
