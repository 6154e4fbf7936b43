/** Fields, kinds and operators of workflow conditions. No schemas here, as in words.ts. */
import type { FieldType } from '../audience/contact-fields.ts'

/** An address is text that ignores case. The type of `any` is unknown until there is a value. */
export type Kind = 'text' | 'address' | 'flag' | 'moment' | 'count' | 'list' | 'any'
type Fields = Readonly<Record<string, Kind>>

export const contactFields = {
  email: 'address',
  phone_number: 'text',
  first_name: 'text',
  last_name: 'text',
  email_subscribed: 'flag',
  sms_subscribed: 'flag',
  created_at: 'moment',
  updated_at: 'moment',
  topics: 'list',
  segments: 'list',
  id: 'text',
} as const satisfies Fields

/** The status is that of the message, or `skipped` when there was no recipient. */
export const emailFacts = {
  opened: 'flag',
  clicked: 'flag',
  delivered: 'flag',
  bounced: 'flag',
  complained: 'flag',
  unsubscribed: 'flag',
  sent: 'flag',
  failed: 'flag',
  suppressed: 'flag',
  skipped: 'flag',
  open_count: 'count',
  click_count: 'count',
  status: 'text',
} as const satisfies Fields

export const smsFacts = {
  delivered: 'flag',
  sent: 'flag',
  undelivered: 'flag',
  failed: 'flag',
  skipped: 'flag',
  status: 'text',
} as const satisfies Fields

/** Empty for a step that sends nothing. */
export function factsOfStep(type: string | undefined): Fields {
  if (type === 'send_email') return emailFacts
  return type === 'send_sms' ? smsFacts : {}
}

/** For a trigger from a draft, which can be any JSON. */
export function triggerFields({ type, property, topic_id }: { [name: string]: unknown }): Fields {
  const always = { type: 'text', fired_at: 'moment' } as const
  if (type === 'contact_property_changed') {
    const kind = kindOfProperty(property)
    return { ...always, property: 'text', from: kind, to: kind }
  }
  if (type === 'event') return { ...always, event: 'text' }
  const isAboutTopic = type === 'time_based' ? topic_id !== undefined : type !== 'contact_created'
  return isAboutTopic ? { ...always, topic_id: 'text' } : always
}

/** The kind of a changing property. Contact fields are `any`: their type is stored with the environment. */
export const kindOfProperty = (property: unknown): Kind =>
  keyOfProperty(property) !== undefined
    ? 'any'
    : (Object.entries(contactFields).find(([name]) => name === property)?.[1] ?? 'text')

const ownField = /^properties\.([a-z][a-z0-9_]{0,49})$/

/** `plan` of properties.plan; undefined for built-in fields. */
export const keyOfProperty = (property: unknown): string | undefined =>
  typeof property === 'string' ? ownField.exec(property)?.[1] : undefined

export const kindOfType = {
  string: 'text',
  number: 'count',
  boolean: 'flag',
  date: 'moment',
} as const satisfies Record<FieldType, Kind>

const presence = ['exists', 'is_empty'] as const
const order = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const
export const operators = [...order, 'contains', 'starts_with', 'ends_with', ...presence] as const
export type Operator = (typeof operators)[number]

export const needsValue = (operator: unknown): boolean => !presence.some(one => one === operator)

export const operatorsOf: Readonly<Record<Kind, readonly Operator[]>> = {
  text: operators,
  address: operators,
  flag: ['eq', 'neq', ...presence],
  moment: [...order, ...presence],
  count: [...order, ...presence],
  list: ['contains', ...presence],
  any: operators,
}

type Parts =
  | { scope: 'contact' | 'properties' | 'trigger' | 'data'; name: string }
  | { scope: 'steps'; key: string; name: string }

/** Keys have no dots, so splitting is unambiguous: contact.properties.plan, trigger.data.amount, steps.tips.opened. */
export function splitField(field: string): Parts | undefined {
  const [scope, first, second, ...rest] = field.split('.', 4)
  if (first === undefined || rest.length > 0) return undefined
  if (scope === 'steps') return second === undefined ? undefined : { scope, key: first, name: second }
  if (scope === 'contact' && first === 'properties')
    return second === undefined ? undefined : { scope: 'properties', name: second }
  if (scope === 'trigger' && first === 'data') return second === undefined ? undefined : { scope: 'data', name: second }
  if (second !== undefined) return undefined
  return scope === 'contact' || scope === 'trigger' ? { scope, name: first } : undefined
}
