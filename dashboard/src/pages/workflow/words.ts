/** What steps, ways and triggers are called on screen, and what each step does in a few words. */
import type { ConnectionType, StepType, TriggerType } from '@posthorn/contract/workflows/words'
import { askedIn, comparisonWords } from './conditions.ts'
import { type Config, isObject, isStepType, type Step } from './definition.ts'
import { durationWords } from './durations.ts'

export const stepNames: Record<StepType, string> = {
  send_email: 'Send an email',
  send_sms: 'Send an SMS',
  delay: 'Wait a while',
  wait_for_event: 'Wait for an event',
  condition: 'Ask a question',
  update_contact: 'Change the contact',
  add_to_topic: 'Subscribe to a topic',
  remove_from_topic: 'Unsubscribe from a topic',
  webhook: 'Call an address',
  exit: 'End here',
}

export const stepName = (type: string): string => (isStepType(type) ? stepNames[type] : type)

const wayNames: Record<ConnectionType, string> = {
  default: 'Then',
  condition_met: 'Yes',
  condition_not_met: 'No',
  event_received: 'It came',
  timeout: 'Too late',
}
export const wayName = (way: string): string => Object.entries(wayNames).find(([type]) => type === way)?.[1] ?? way

export const triggerNames: Record<TriggerType, string> = {
  contact_created: 'A contact is created',
  contact_property_changed: 'A contact changes',
  contact_added_to_topic: 'A contact subscribes to a topic',
  contact_removed_from_topic: 'A contact leaves a topic',
  event: 'An event of your own',
  time_based: 'On a schedule',
}

export const isTriggerType = (type: unknown): type is TriggerType =>
  typeof type === 'string' && Object.hasOwn(triggerNames, type)

/** Fields whose names on screen are others than in the API. */
const fieldNames: Readonly<Record<string, string>> = {
  url: 'Address',
  template_id: 'Template',
  template_friendly_name: 'Template',
  topic_id: 'Topic',
  message_stream: 'Stream',
  reply_to: 'Reply to',
  from_name: 'Name of the sender',
  html: 'HTML',
  first_name: 'First name',
  last_name: 'Last name',
  email_subscribed: 'Subscribed to email',
  sms_subscribed: 'Subscribed to SMS',
}
export const fieldName = (field: string): string => fieldNames[field] ?? field

/** Topics and templates by their ids. */
export type Names = ReadonlyMap<string, string>

export function triggerSummary(trigger: Config, names: Names): string {
  const { type, property, event, cron, timezone, topic_id: topic } = trigger
  if (type === 'contact_property_changed') return typeof property === 'string' ? `${property} changes` : 'Any property'
  if (type === 'event') return text(event, '…')
  if (type === 'time_based') return `${text(cron, '…')} (${text(timezone, 'no time zone')})`
  return topic === undefined ? '' : named(topic, names)
}

/** What a step does. Undefined where there is nothing to say yet. */
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
  if (!asked) return 'A question in several parts'
  return asked.parts.map(comparisonWords).join(asked.mode === 'all' ? ' and ' : ' or ')
}

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' && value ? value : otherwise)
const named = (id: unknown, names: Names): string => names.get(String(id)) ?? String(id)
