import type { EventName } from '@posthorn/contract/events'

/** About one message: that of an earlier step. */
const emailWaits = [
  'email.sent',
  'email.unconfirmed',
  'email.delivered',
  'email.delivery_delayed',
  'email.bounced',
  'email.complained',
  'email.failed',
  'email.suppressed',
  'email.canceled',
  'email.opened',
  'email.clicked',
  'email.unsubscribed',
] as const satisfies readonly EventName[]

const smsWaits = [
  'sms.sent',
  'sms.unconfirmed',
  'sms.delivered',
  'sms.delivery_delayed',
  'sms.undelivered',
  'sms.failed',
] as const satisfies readonly EventName[]

/** About the contact, or from its number. A contact that is deleted takes its runs along, so nobody waits for that. */
const contactWaits = [
  'contact.updated',
  'contact.subscribed',
  'contact.unsubscribed',
  'contact.topic_subscribed',
  'contact.topic_unsubscribed',
  'sms.received',
  'sms.opted_out',
  'sms.opted_in',
] as const satisfies readonly EventName[]

export const topicWaits = ['contact.topic_subscribed', 'contact.topic_unsubscribed'] as const

export const waitableEvents = [...emailWaits, ...smsWaits, ...contactWaits] as const
export type WaitableEvent = (typeof waitableEvents)[number]

export type SendType = 'send_email' | 'send_sms'

/** The kind of step whose message an event is about; undefined for events of the contact itself. */
export function sendTypeOf(event: WaitableEvent): SendType | undefined {
  if (contactWaits.some(one => one === event)) return undefined
  return event.startsWith('email.') ? 'send_email' : 'send_sms'
}
