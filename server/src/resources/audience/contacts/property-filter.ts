/** What a list asks of fields, as ranges of the texts that the index of values has. */
import { type PropertyOperator, propertyOperators } from '@posthorn/contract/audience/contact-properties'
import { invalid } from '#core/refusal.ts'
import { expected, type Field, type Fields, parseValue, toSortable } from '#resources/audience/fields/field.ts'
import { undeclared } from './properties.ts'

/** `isMet` is false for contacts that have no such value. */
export type ValueRange = {
  fieldId: string
  isMet: boolean
  equal?: string
  above?: string
  from?: string
  below?: string
  to?: string
}

/** Each is looked up by itself. */
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
  return { fieldId: field.id, isMet: !['neq', 'is_empty'].includes(known), ...rangeOf(field, known, value) }
}

function rangeOf(field: Field, operator: PropertyOperator, given: string | undefined): Partial<ValueRange> {
  if (operator === 'exists' || operator === 'is_empty') {
    if (given !== undefined) throw fault(`${field.key}:${operator} takes no value`)
    return operator === 'exists' ? {} : { above: '' }
  }
  const value = given === undefined ? undefined : parseValue(field.type, given)
  if (value === undefined) throw fault(`${field.key}:${operator}: the value ${expected[field.type]}`)
  const sortable = toSortable(value)
  switch (operator) {
    case 'eq':
    case 'neq':
      return { equal: sortable }
    case 'gt':
      return { above: sortable }
    case 'gte':
      return { from: sortable }
    case 'lt':
      return { below: sortable }
    case 'lte':
      return { to: sortable }
    case 'starts_with':
      // No text that begins so sorts behind this one.
      return { from: sortable, to: `${sortable}\u{10ffff}` }
  }
}

const presence = ['exists', 'is_empty'] as const
const order = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const

const operatorsOf: Readonly<Record<Field['type'], readonly PropertyOperator[]>> = {
  string: propertyOperators,
  number: [...order, ...presence],
  boolean: ['eq', 'neq', ...presence],
  date: [...order, ...presence],
}
