/** What a condition asks, as far as a form can show it: comparisons, of which all or any must hold. */
import { before, type Config, type Definition, isObject, stepOf } from './definition.ts'

type Mode = 'all' | 'any'
export type Asked = { mode: Mode; parts: readonly Config[] }

/** Undefined for conditions inside of conditions: those are written as JSON. */
export function askedIn(config: Config): Asked | undefined {
  const mode = (['all', 'any'] as const).find(one => Array.isArray(config[one]))
  if (!mode) return { mode: 'all', parts: [config] }
  const parts = config[mode]
  return Array.isArray(parts) && parts.every(isComparison) ? { mode, parts } : undefined
}

const isComparison = (part: unknown): part is Config => isObject(part) && !('all' in part) && !('any' in part)

/** One comparison stands alone. */
export function toCondition({ mode, parts }: Asked): Config {
  const [only] = parts
  return only && parts.length === 1 ? only : { [mode]: parts }
}

export type Kind = 'text' | 'flag' | 'moment' | 'count' | 'list'
type Fields = Readonly<Record<string, Kind>>

const contact: Fields = {
  email: 'text',
  phone_number: 'text',
  first_name: 'text',
  last_name: 'text',
  email_subscribed: 'flag',
  sms_subscribed: 'flag',
  created_at: 'moment',
  updated_at: 'moment',
  topics: 'list',
  id: 'text',
}
const happened = (...words: string[]): Fields => Object.fromEntries(words.map(word => [word, 'flag']))
const email: Fields = {
  ...happened('opened', 'clicked', 'delivered', 'bounced', 'complained', 'unsubscribed', 'sent', 'failed'),
  ...happened('suppressed', 'skipped'),
  open_count: 'count',
  click_count: 'count',
  status: 'text',
}
const sms: Fields = { ...happened('delivered', 'sent', 'undelivered', 'failed', 'skipped'), status: 'text' }

function triggerFields(trigger: Config): Fields {
  const always: Fields = { type: 'text', fired_at: 'moment' }
  if (trigger.type === 'contact_property_changed') {
    const kind = contact[String(trigger.property)] ?? 'text'
    return { ...always, property: 'text', from: kind, to: kind }
  }
  return trigger.type === 'contact_created' ? always : { ...always, topic_id: 'text' }
}

export type AskableField = { field: string; kind: Kind }

/** What a condition in this step can ask about: the contact, the trigger, and messages of steps before it. */
export function askable(definition: Definition, key: string, trigger: Config): AskableField[] {
  const earlier = [...before(definition, key)].flatMap(one => {
    const type = stepOf(definition, one)?.type
    if (type !== 'send_email' && type !== 'send_sms') return []
    return listed(`steps.${one}`, type === 'send_email' ? email : sms)
  })
  return [...listed('contact', contact), ...earlier, ...listed('trigger', triggerFields(trigger))]
}

const listed = (scope: string, fields: Fields): AskableField[] =>
  Object.entries(fields).map(([name, kind]) => ({ field: `${scope}.${name}`, kind }))

const words = {
  eq: 'is',
  neq: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'is set',
  is_empty: 'is empty',
} as const
export type Operator = keyof typeof words

const presence = ['exists', 'is_empty'] as const
const order = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', ...presence] as const
const operators: Record<Kind, readonly Operator[]> = {
  text: ['eq', 'neq', 'contains', 'starts_with', 'ends_with', 'gt', 'gte', 'lt', 'lte', ...presence],
  flag: ['eq', 'neq', ...presence],
  moment: order,
  count: order,
  list: ['contains', ...presence],
}

export const operatorsFor = (kind: Kind): { value: Operator; label: string }[] =>
  operators[kind].map(value => ({ value, label: words[value] }))

export const needsValue = (operator: unknown): boolean => !presence.some(one => one === operator)

/** The comparison about another field: what still fits is kept. */
export function withField(part: Config, { field, kind }: AskableField): Config {
  const operator = operators[kind].find(one => one === part.operator) ?? operators[kind][0] ?? 'exists'
  const first: Record<Kind, unknown> = { text: '', flag: true, moment: '', count: 1, list: '' }
  const fits = typeof part.value === typeof first[kind]
  return { field, operator, ...(needsValue(operator) && { value: fits ? part.value : first[kind] }) }
}

/** “contact.email_subscribed is true” */
export function comparisonWords({ field, operator, value }: Config): string {
  const name = String(field ?? '…').replace(/^contact\./, '')
  const verb = Object.hasOwn(words, String(operator)) ? words[operator as Operator] : String(operator ?? '…') // as: just asked
  return needsValue(operator)
    ? `${name} ${verb} ${value === undefined || value === '' ? '…' : String(value)}`
    : `${name} ${verb}`
}
