/**
 * A workflow's definition as its author writes it, once it has been checked: what was left out has its default, and nothing
 * unknown is left. It is plain JSON, so what a version stores is what its runs read.
 */
import type { ContactUpdate } from '@posthorn/contract/contacts'
import type { EmailSend, MessageStream } from '@posthorn/contract/email-send'
import type { WaitableEvent } from './waitable-events.ts'

export const maxSteps = 150

export const stepTypes = [
  'send_email',
  'send_sms',
  'delay',
  'wait_for_event',
  'condition',
  'update_contact',
  'add_to_topic',
  'remove_from_topic',
  'webhook',
  'exit',
] as const
export type StepType = (typeof stepTypes)[number]

export const connectionTypes = ['default', 'condition_met', 'condition_not_met', 'timeout', 'event_received'] as const
export type ConnectionType = (typeof connectionTypes)[number]

/** By which ways a step can be left. One that leads nowhere is fine: there the run completes. */
export const waysOut = {
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
} as const satisfies Record<StepType, readonly ConnectionType[]>

export const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'starts_with',
  'ends_with',
  'exists',
  'is_empty',
] as const
export type Operator = (typeof operators)[number]

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = (typeof weekdays)[number]

/** Days have 24 hours here. `duration` is ISO 8601 of weeks, days, hours, minutes and seconds, such as P3DT2H. */
export type Duration =
  | { seconds: number }
  | { minutes: number }
  | { hours: number }
  | { days: number }
  | { duration: string }

/** The next time that a clock in the zone shows `time` (HH:MM), on one of the weekdays if there are any. */
export type TimeOfDay = { time: string; timezone: string; weekdays?: readonly Weekday[] }

/** At most 366 days. */
export type Delay = Duration | { until: TimeOfDay }

export type WaitForEvent = {
  /** Any one of them ends the wait. */
  event: readonly WaitableEvent[]
  /** With events of messages: the step whose message is meant. Filled in where there is only one that it can be. */
  step?: string
  /** With contact.topic_subscribed and contact.topic_unsubscribed: of this topic, instead of any. */
  topic_id?: string
  timeout: Duration
}

/** `field` is contact.…, trigger.… or steps.<key>.…; exists and is_empty take no value. */
export type Comparison = { field: string; operator: Operator; value?: string | number | boolean }
export type Condition = Comparison | { all: readonly Condition[] } | { any: readonly Condition[] }

/**
 * An email to the contact, by the rules of POST /v1/emails. subject, html and text are Liquid, with contact and trigger;
 * a template is given both beside its variables.
 */
export type SendEmail = Pick<
  EmailSend,
  | 'from'
  | 'from_name'
  | 'reply_to'
  | 'subject'
  | 'html'
  | 'text'
  | 'template_id'
  | 'template_friendly_name'
  | 'variables'
  | 'tags'
  | 'headers'
  | 'track_opens'
  | 'track_clicks'
  | 'topic_id'
> & {
  /** broadcast unless it is said: what nobody asked for can be unsubscribed from. */
  message_stream: MessageStream
}

/** To the contact's number; body is Liquid, with contact and trigger. */
export type SendSms = { from: string; body?: string; media_urls?: readonly string[] }

export type TopicChange = { topic_id: string }

export type Webhook = {
  /** Where a POST goes, signed like every webhook. */
  url: string
  headers?: Readonly<Record<string, string>>
  /** Any JSON; the strings in it are Liquid, with contact and trigger. Without it: { contact, trigger }. */
  body?: unknown
}

/** The reason is for people: it is shown with the run. */
export type Exit = { reason?: string }

export type Configs = {
  send_email: SendEmail
  send_sms: SendSms
  delay: Delay
  wait_for_event: WaitForEvent
  condition: Condition
  /** At least one field. */
  update_contact: ContactUpdate
  add_to_topic: TopicChange
  remove_from_topic: TopicChange
  webhook: Webhook
  exit: Exit
}

export type StepOf<T extends StepType> = { [K in T]: { key: string; type: K; config: Configs[K] } }[T]
export type Step = StepOf<StepType>
export type Connection = { from: string; to: string; type: ConnectionType }
export type Definition = { steps: readonly Step[]; connections: readonly Connection[] }
