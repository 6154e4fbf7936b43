/** What an email can be. Opens and clicks are not among them: they change no status. */
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
 * What can happen to an email: each status it reaches, what its reader does, and the rare cases that nobody can tell whether a
 * copy has arrived: `possible_duplicate` when it is sent once more for that reason, `unconfirmed` when that is the end. An
 * unconfirmed email is `sent`; a bounce or a notice of its delivery may still come.
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

/** What can happen to a text message, what people say by one, and that a status could not be told to its callback. */
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

/** Events of the tenant's own program: custom.order.paid. */
export type CustomEventName = `custom.${string}`

/** What Posthorn itself knows of. */
export type OwnEventName = `email.${EmailEventType}` | `sms.${SmsEventType}` | (typeof otherEventNames)[number]

export type EventName = OwnEventName | CustomEventName

/** The name of a custom event, without what the log puts before it. */
export const customNamePattern = '^[a-z][a-z0-9_]{0,39}(?:\\.[a-z0-9_]{1,40}){0,3}$'
export const customEventPattern = `^custom\\.${customNamePattern.slice(1)}`

/** Every event of Posthorn's own that a webhook can receive. */
export const eventNames: readonly OwnEventName[] = [
  ...emailEventTypes.map(type => `email.${type}` as const),
  ...smsEventTypes.map(type => `sms.${type}` as const),
  ...otherEventNames,
]

type Group<N extends string> = N extends `${infer G}.${string}` ? `${G}.*` : never
export type EventSubscription = OwnEventName | '*' | 'custom.*' | Group<OwnEventName>

const groups = eventNames.map(name => name.replace(/\..*/, '.*') as Group<OwnEventName>) // as: replace() forgets the pattern

/** What `subscribed_events` may hold beside the names of custom events: one event, all of a kind such as `email.*`, or `*` for everything. */
export const eventSubscriptions: readonly EventSubscription[] = ['*', ...new Set(groups), 'custom.*', ...eventNames]
