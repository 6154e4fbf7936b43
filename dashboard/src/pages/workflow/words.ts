/** The labels of steps, ways and triggers, and a short summary of each step. */
import type { ConnectionType, StepType, TriggerType } from '@posthorn/contract/workflows/words'
import { askedIn, comparisonWords } from './conditions.ts'
import { type Config, isObject, isStepType, type Step } from './definition.ts'
import { durationWords } from './durations.ts'

export const stepNames: Record<StepType, string> = {
  send_email: 'Send email',
  send_sms: 'Send SMS',
  delay: 'Delay',
  wait_for_event: 'Wait for event',
  condition: 'Condition',
  update_contact: 'Update contact',
  add_to_topic: 'Subscribe to topic',
  remove_from_topic: 'Unsubscribe from topic',
  webhook: 'Call webhook',
  exit: 'Exit',
}

export const stepName = (type: string): string => (isStepType(type) ? stepNames[type] : type)

const wayNames: Record<ConnectionType, string> = {
  default: 'Then',
  condition_met: 'Yes',
  condition_not_met: 'No',
  event_received: 'Event received',
  timeout: 'Timed out',
}
export const wayName = (way: string): string => Object.entries(wayNames).find(([type]) => type === way)?.[1] ?? way

export const triggerNames: Record<TriggerType, string> = {
  contact_created: 'Contact created',
  contact_property_changed: 'Contact changed',
  contact_added_to_topic: 'Subscribed to topic',
  contact_removed_from_topic: 'Unsubscribed from topic',
  event: 'Custom event',
  time_based: 'Schedule',
}

export const isTriggerType = (type: unknown): type is TriggerType =>
  typeof type === 'string' && Object.hasOwn(triggerNames, type)

/** Fields whose labels differ from their API names. */
const fieldNames: Readonly<Record<string, string>> = {
  url: 'URL',
  template_id: 'Template',
  template_friendly_name: 'Template',
  topic_id: 'Topic',
  message_stream: 'Stream',
  reply_to: 'Reply to',
  from_name: 'Sender name',
  html: 'HTML',
  first_name: 'First name',
  last_name: 'Last name',
  email_subscribed: 'Subscribed to email',
  sms_subscribed: 'Subscribed to SMS',
}
export const fieldName = (field: string): string => fieldNames[field] ?? field

/** Names of topics, segments and templates by ID. */
export type Names = ReadonlyMap<string, string>

export function triggerSummary(trigger: Config, names: Names): string {
  const { type, property, event, cron, timezone, topic_id: topic } = trigger
  if (type === 'contact_property_changed') return typeof property === 'string' ? `${property} changes` : 'Any property'
  if (type === 'event') return text(event, '…')
  if (type === 'time_based') return `${text(cron, '…')} (${text(timezone, 'no time zone')})`
  return topic === undefined ? '' : named(topic, names)
}

/** What a step does. Undefined if it is not set up yet. */
export function summaryOf({ type, config }: Step, names: Names): string | undefined {
  if (!isStepType(type)) return undefined
  return summaries[type](config, names) || undefined
}

const summaries: Record<StepType, (config: Config, names: Names) => string | undefined> = {
  send_email: ({ subject, template_id, template_friendly_name }, names) =>
    text(subject, '') ||
    text(template_friendly_name, '') ||
    (template_id === undefined ? '' : named(template_id, names)),
  send_sms: ({ body }) => text(body, ''),
  delay: delayWords,
  wait_for_event: waitWords,
  condition: conditionWords,
  update_contact: config => Object.keys(config).join(', '),
  add_to_topic: ({ topic_id }, names) => (topic_id === undefined ? '' : named(topic_id, names)),
  remove_from_topic: ({ topic_id }, names) => (topic_id === undefined ? '' : named(topic_id, names)),
  webhook: ({ url }) => text(url, ''),
  exit: ({ reason }) => text(reason, ''),
}

function delayWords(config: Config): string | undefined {
  const { until } = config
  if (!isObject(until)) return durationWords(config)
  const days = Array.isArray(until.weekdays)
    ? ` on ${until.weekdays.map(day => String(day).slice(0, 3)).join(', ')}`
    : ''
  return `Until ${text(until.time, '…')}${days}, ${text(until.timezone, '…')}`
}

function waitWords({ event, timeout }: Config): string {
  const events = (Array.isArray(event) ? event : [event]).map(one => text(one, '…')).join(' or ')
  const most = isObject(timeout) ? durationWords(timeout) : undefined
  return most ? `${events}, at most ${most}` : events
}

function conditionWords(config: Config): string {
  const asked = askedIn(config)
  if (!asked) return 'Nested condition'
  return asked.parts.map(comparisonWords).join(asked.mode === 'all' ? ' and ' : ' or ')
}

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' && value ? value : otherwise)
const named = (id: unknown, names: Names): string => names.get(String(id)) ?? String(id)
