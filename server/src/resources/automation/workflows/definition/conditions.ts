/**
 * Evaluates conditions and explains the result. The rules:
 * - Text is compared literally and case-sensitively, except in contact.email.
 * - Timestamps are compared as points in time; a plain date is midnight UTC. Numbers are compared as numbers.
 * - An unset value equals nothing, is neither greater nor smaller than anything and contains nothing; so `neq` is met.
 * - Flags and counts of a send that has not happened are false and 0.
 * - is_empty is met by an unset value, an empty text and an empty list; exists by any set value, even an empty one.
 */
import type { Contact } from '@posthorn/contract/audience/contacts'
import { isTimestamp } from '@posthorn/contract/formats'
import type { Comparison, Condition } from '@posthorn/contract/workflows/condition'
import { emailFacts, type Operator, smsFacts, splitField } from '@posthorn/contract/workflows/fields'
import type { TriggerData } from '#events/trigger.ts'

type SendFact = keyof typeof emailFacts | keyof typeof smsFacts
/** The facts about a step's message. */
export type SendFacts = { readonly [Fact in SendFact]?: string | number | boolean }

export type Facts = {
  /** With the ids of its topics, and of those used segments that it belongs to. */
  contact: Contact & { topics: readonly string[]; segments: readonly string[] }
  trigger: TriggerData
  /** By step key; steps that have sent nothing are left out. */
  steps: ReadonlyMap<string, SendFacts>
}

/** `because` is a sentence without its full stop. */
export type Verdict = { met: boolean; because: string }

export function evaluate(condition: Condition, facts: Facts): Verdict {
  if ('all' in condition) return evaluateList(condition.all, facts, false)
  if ('any' in condition) return evaluateList(condition.any, facts, true)
  return compare(condition, readFact(condition.field, facts))
}

/** The first condition that decides is the reason; if none does, all of them are. */
function evaluateList(conditions: readonly Condition[], facts: Facts, deciding: boolean): Verdict {
  const reasons: string[] = []
  for (const condition of conditions) {
    const verdict = evaluate(condition, facts)
    if (verdict.met === deciding) return verdict
    reasons.push(verdict.because)
  }
  return { met: !deciding, because: reasons.join(' and ') }
}

type Value = string | number | boolean | readonly string[] | undefined

function readFact(field: string, { contact, trigger, steps }: Facts): Value {
  const parts = splitField(field)
  if (!parts) return undefined
  if (parts.scope === 'steps') return own(steps.get(parts.key) ?? {}, parts.name) ?? unsent(parts.name)
  switch (parts.scope) {
    case 'contact':
      return own(contact, parts.name)
    case 'properties':
      return own(contact.properties ?? {}, parts.name)
    case 'trigger':
      return own(trigger, parts.name)
    case 'data':
      return scalar(own('data' in trigger ? Object(trigger.data) : {}, parts.name))
  }
}

/** Event data may be anything; only scalars are compared. */
const scalar = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined

const kinds: Readonly<Record<string, string>> = { ...emailFacts, ...smsFacts }

function unsent(name: string): Value {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind === 'flag') return false
  return kind === 'count' ? 0 : undefined
}

function own(record: object, name: string): Value {
  // as: all records are our own JSON, in which null means unset
  return Object.hasOwn(record, name) ? ((record as Record<string, Value | null>)[name] ?? undefined) : undefined
}

function compare({ field, operator, value }: Comparison, actual: Value): Verdict {
  const met = tests[operator](...comparable(field, operator, actual, value))
  return { met, because: `${field} ${explain(operator, met, actual, value)}` }
}

/** Two timestamps are compared as numbers, so that 09:30Z equals 09:30.000Z. */
function comparable(field: string, operator: Operator, actual: Value, wanted: Value): [Value, Value] {
  const moments = isAboutParts(operator) ? [] : [toMoment(actual), toMoment(wanted)]
  if (moments[0] !== undefined && moments[1] !== undefined) return [moments[0], moments[1]]
  return field === 'contact.email' ? [inLowerCase(actual), inLowerCase(wanted)] : [actual, wanted]
}

const isAboutParts = (operator: Operator): boolean => ['contains', 'starts_with', 'ends_with'].includes(operator)

const inLowerCase = (value: Value): Value => (typeof value === 'string' ? value.toLowerCase() : value)

/** Undefined when it is neither a timestamp nor a date. */
export function toMoment(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const timestamp = value.length === 10 ? `${value}T00:00:00Z` : value
  return isTimestamp(timestamp) ? Date.parse(timestamp) : undefined
}

type Test = (actual: Value, wanted: Value) => boolean

const isAboutOrder = (operator: Operator): boolean => ['gt', 'gte', 'lt', 'lte'].includes(operator)
const haveOrder = (actual: Value, wanted: Value): boolean =>
  typeof actual === typeof wanted && (typeof actual === 'number' || typeof actual === 'string')

const isSet = (value: Value): boolean => value !== undefined
const isEqual: Test = (actual, wanted) => isSet(actual) && actual === wanted
const isLess: Test = (actual, wanted) =>
  (typeof actual === 'number' && typeof wanted === 'number' && actual < wanted) ||
  (typeof actual === 'string' && typeof wanted === 'string' && actual < wanted)
const isEmpty = (value: Value): boolean => !isSet(value) || value === '' || (Array.isArray(value) && value.length === 0)
const inTexts =
  (test: (actual: string, wanted: string) => boolean): Test =>
  (actual, wanted) =>
    typeof actual === 'string' && typeof wanted === 'string' && test(actual, wanted)

const tests: Record<Operator, Test> = {
  eq: isEqual,
  neq: (actual, wanted) => !isEqual(actual, wanted),
  gt: (actual, wanted) => isLess(wanted, actual),
  gte: (actual, wanted) => isLess(wanted, actual) || isEqual(actual, wanted),
  lt: isLess,
  lte: (actual, wanted) => isLess(actual, wanted) || isEqual(actual, wanted),
  contains: (actual, wanted) =>
    Array.isArray(actual) ? actual.includes(wanted) : inTexts((text, part) => text.includes(part))(actual, wanted),
  starts_with: inTexts((text, part) => text.startsWith(part)),
  ends_with: inTexts((text, part) => text.endsWith(part)),
  exists: isSet,
  is_empty: isEmpty,
}

const verbs: Partial<Record<Operator, readonly [met: string, not: string]>> = {
  gt: ['is more than', 'is not more than'],
  gte: ['is at least', 'is less than'],
  lt: ['is less than', 'is not less than'],
  lte: ['is at most', 'is more than'],
  contains: ['contains', 'does not contain'],
  starts_with: ['starts with', 'does not start with'],
  ends_with: ['ends with', 'does not end with'],
}

function explain(operator: Operator, met: boolean, actual: Value, wanted: Value): string {
  if (!isSet(actual)) return 'is not set'
  if (isEmpty(actual) && !isSet(wanted)) return 'is empty'
  const is = `is ${show(actual)}`
  if (!met && isAboutOrder(operator) && !haveOrder(actual, wanted))
    return `${is}, which cannot be compared with ${show(wanted)}`
  const verb = verbs[operator]
  if (verb) return `${is}, which ${verb[met ? 0 : 1]} ${show(wanted)}`
  const differs = operator === 'eq' ? !met : operator === 'neq' && met
  return differs ? `${is}, not ${show(wanted)}` : is
}

/** Enough to recognize the value. */
const maxShownLength = 100

function show(value: Value): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength).toWellFormed()}…` : text
}
