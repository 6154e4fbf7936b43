/** Translates a list's property filter into ranges of the texts in the index of values. */
import { type PropertyOperator, propertyOperators } from '@posthorn/contract/audience/contact-properties'
import { invalid } from '#core/refusal.ts'
import { expected, type Field, type Fields, parseValue, undeclared } from '#resources/audience/fields/field.ts'
import { presenceOf, rangeOf, type ValueRange } from '#resources/audience/fields/value-range.ts'

/** Each comparison is a separate lookup. */
const maxComparisons = 10

const fault = (message: string) => invalid({ path: 'properties', message })

export function readPropertyFilter(fields: Fields, text: string): ValueRange[] {
  const comparisons = text.match(/(?:\\.|[^,\\])+/gs) ?? []
  if (comparisons.length === 0) throw fault('must be a comparison such as plan:eq:pro')
  if (comparisons.length > maxComparisons) throw fault(`must have at most ${maxComparisons} comparisons`)
  return comparisons.map(one => readComparison(fields, one.replaceAll(/\\(.)/gs, '$1')))
}

function readComparison(fields: Fields, text: string): ValueRange {
  const [, key = '', operator = '', value] = /^([^:]*)(?::([^:]*))?(?::(.*))?$/s.exec(text) ?? []
  const field = fields.get(key)
  if (!field) throw fault(`${key.slice(0, 64)} ${undeclared(fields, key)}`)
  const known = propertyOperators.find(one => one === operator)
  if (!known || !operatorsOf[field.type].includes(known))
    throw fault(`${key} must be followed by one of ${operatorsOf[field.type].join(', ')}, such as ${key}:exists`)
  return readRange(field, known, value)
}

function readRange(field: Field, operator: PropertyOperator, given: string | undefined): ValueRange {
  if (operator === 'exists' || operator === 'is_empty') {
    if (given !== undefined) throw fault(`${field.key}:${operator} takes no value`)
    return presenceOf(field.id, operator)
  }
  const value = given === undefined ? undefined : parseValue(field.type, given)
  if (value === undefined) throw fault(`${field.key}:${operator}: the value ${expected[field.type]}`)
  return rangeOf(field.id, operator, value)
}

const presence = ['exists', 'is_empty'] as const
const order = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const

const operatorsOf: Readonly<Record<Field['type'], readonly PropertyOperator[]>> = {
  string: propertyOperators,
  number: [...order, ...presence],
  boolean: ['eq', 'neq', ...presence],
  date: [...order, ...presence],
}
