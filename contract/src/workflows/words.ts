/** Constants of workflows. No schemas here: the dashboard imports this file too. */
import type { CustomEventName, OwnEventName } from '../event-names.ts'

export const triggerTypes = [
  'contact_created',
  'contact_property_changed',
  'contact_added_to_topic',
  'contact_removed_from_topic',
  'event',
  'time_based',
] as const
export type TriggerType = (typeof triggerTypes)[number]

/** The properties of a contact that can change. */
export const changingProperties = ['first_name', 'last_name', 'email_subscribed', 'sms_subscribed'] as const
/** A contact field of the environment is written properties.<key>. */
export type ChangingProperty = (typeof changingProperties)[number] | `properties.${string}`

/** once: a contact enters only once, ever. after_finish: a contact can enter again after its run has finished. */
export const reentryRules = ['once', 'after_finish'] as const
export type Reentry = (typeof reentryRules)[number]

export const connectionTypes = ['default', 'condition_met', 'condition_not_met', 'timeout', 'event_received'] as const
export type ConnectionType = (typeof connectionTypes)[number]

/** The exits of each step type. At an exit without a connection the run completes. */
export const stepExits = {
  send_email: ['default'],
  send_sms: ['default'],
  delay: ['default'],
  wait_for_event: ['event_received', 'timeout'],
  condition: ['condition_met', 'condition_not_met'],
  update_contact: ['default'],
  add_to_topic: ['default'],
  remove_from_topic: ['default'],
  webhook: ['default'],
  exit: [],
} as const satisfies Record<string, readonly ConnectionType[]>

export type StepType = keyof typeof stepExits
export const stepTypes = Object.keys(stepExits) as StepType[] // as: keys of a constant

export const durationUnits = ['seconds', 'minutes', 'hours', 'days'] as const
export type DurationUnit = (typeof durationUnits)[number]

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Events of the message of an earlier step. */
const emailWaits = [
  'email.opened',
  'email.clicked',
  'email.delivered',
  'email.bounced',
  'email.complained',
  'email.unsubscribed',
  'email.sent',
  'email.unconfirmed',
  'email.delivery_delayed',
  'email.failed',
  'email.suppressed',
  'email.canceled',
] as const satisfies readonly OwnEventName[]

const smsWaits = [
  'sms.delivered',
  'sms.sent',
  'sms.unconfirmed',
  'sms.delivery_delayed',
  'sms.undelivered',
  'sms.failed',
] as const satisfies readonly OwnEventName[]

export const topicWaits = ['contact.topic_subscribed', 'contact.topic_unsubscribed'] as const

/** Events of the contact or its number. Deleting a contact also deletes its runs, so no run waits for that event. */
const contactWaits = [
  'contact.updated',
  'contact.subscribed',
  'contact.unsubscribed',
  ...topicWaits,
  'sms.received',
  'sms.opted_out',
  'sms.opted_in',
] as const satisfies readonly OwnEventName[]

export const waitableEvents = [...emailWaits, ...smsWaits, ...contactWaits] as const
/** One of these, or any custom event. */
export type WaitableEvent = (typeof waitableEvents)[number] | CustomEventName

export type SendType = 'send_email' | 'send_sms'

/** The kind of step whose message an event is about; undefined for events of the contact itself. */
export function sendTypeOf(event: string): SendType | undefined {
  if (emailWaits.some(one => one === event)) return 'send_email'
  return smsWaits.some(one => one === event) ? 'send_sms' : undefined
}
