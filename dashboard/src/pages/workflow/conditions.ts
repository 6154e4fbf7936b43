/** A condition as the form shows it: comparisons, of which all or any must be true. */
import type { ContactField } from '@posthorn/contract/audience/contact-fields'
import {
  contactFields,
  factsOfStep,
  type Kind,
  kindOfType,
  needsValue,
  type Operator,
  operatorsOf,
  triggerFields,
} from '@posthorn/contract/workflows/fields'
import { before, type Config, type Definition, isObject, stepOf } from './definition.ts'

type Mode = 'all' | 'any'
export type Asked = { mode: Mode; parts: readonly Config[] }

/** Undefined for nested conditions, which can only be edited as JSON. */
export function askedIn(config: Config): Asked | undefined {
  const mode = (['all', 'any'] as const).find(one => Array.isArray(config[one]))
  if (!mode) return { mode: 'all', parts: [config] }
  const parts = config[mode]
  return Array.isArray(parts) && parts.every(isComparison) ? { mode, parts } : undefined
}

const isComparison = (part: unknown): part is Config => isObject(part) && !('all' in part) && !('any' in part)

/** A single comparison is written without `all` or `any`. */
export function toCondition({ mode, parts }: Asked): Config {
  const [only] = parts
  return only && parts.length === 1 ? only : { [mode]: parts }
}

export type AskableField = { field: string; kind: Kind }

/** The fields a condition in this step can use: the contact with custom fields, the trigger, and messages of earlier steps. */
export function askable(
  definition: Definition,
  key: string,
  trigger: Config,
  declared: readonly Pick<ContactField, 'key' | 'type'>[] = [],
): AskableField[] {
  const own = declared.map(({ key, type }) => ({ field: `contact.properties.${key}`, kind: kindOfType[type] }))
  const earlier = [...before(definition, key)].flatMap(one =>
    listed(`steps.${one}`, factsOfStep(stepOf(definition, one)?.type)),
  )
  return [...listed('contact', contactFields), ...own, ...earlier, ...listed('trigger', triggerFields(trigger))]
}

const listed = (scope: string, fields: Readonly<Record<string, Kind>>): AskableField[] =>
  Object.entries(fields).map(([name, kind]) => ({ field: `${scope}.${name}`, kind }))

const words: Record<Operator, string> = {
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
}

export const operatorsFor = (kind: Kind): { value: Operator; label: string }[] =>
  operatorsOf[kind].map(value => ({ value, label: words[value] }))

/** The comparison with another field; operator and value are kept if they still fit. */
export function withField(part: Config, { field, kind }: AskableField): Config {
  const operator = operatorsOf[kind].find(one => one === part.operator) ?? operatorsOf[kind][0] ?? 'exists'
  const first: Record<Kind, unknown> = { text: '', address: '', flag: true, moment: '', count: 1, list: '', any: '' }
  const fits = typeof part.value === typeof first[kind]
  return { field, operator, ...(needsValue(operator) && { value: fits ? part.value : first[kind] }) }
}

/** “contact.email_subscribed is true” */
export function comparisonWords({ field, operator, value }: Config): string {
  const name = String(field ?? '…').replace(/^contact\./, '')
  const verb = Object.hasOwn(words, String(operator)) ? words[operator as Operator] : String(operator ?? '…') // as: just checked
  return needsValue(operator)
    ? `${name} ${verb} ${value === undefined || value === '' ? '…' : String(value)}`
    : `${name} ${verb}`
}
