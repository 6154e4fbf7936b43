/** Checks a well-formed filter: unknown fields, topics and lists, and operators or values that do not fit a field. */
import type { Fault } from '@posthorn/contract/errors'
import type { FieldCondition, SegmentCondition, SegmentFilter } from '@posthorn/contract/segments/filter'
import {
  contactSources,
  type FilterKind,
  filterFields,
  filterOperatorsOf,
  keyOfOwnField,
  kindOfContactField,
  kindOfFieldType,
  maxFilterConditions,
  maxFilterDays,
  maxFilterDepth,
  takesDays,
  takesValue,
} from '@posthorn/contract/segments/filter-words'
import { findNearMiss } from '#core/near-miss.ts'
import { expected, type Fields, toValue, undeclared } from '#resources/audience/fields/field.ts'
import { conditionsOf, isCondition } from './filter-parts.ts'

export type Known = { fields: Fields; topics: ReadonlySet<string>; lists: ReadonlySet<string> }

/** Checks the size only, before any lookup. `path` is the filter's place in the request. */
export function faultsOfSize(filter: SegmentFilter, path = 'filter'): Fault[] {
  const tooDeep = deepest(filter, path)
  if (tooDeep !== undefined) return [{ path: tooDeep, message: `must not be nested more than ${maxFilterDepth} deep` }]
  if (conditionsOf(filter).length <= maxFilterConditions) return []
  return [{ path, message: `must have at most ${maxFilterConditions} conditions` }]
}

/** The path where it is nested too deep, or undefined. */
function deepest(filter: SegmentFilter, path: string, depth = 1): string | undefined {
  if (isCondition(filter)) return undefined
  if (depth >= maxFilterDepth) return path
  for (const [name, part] of placesOf(filter)) {
    const found = deepest(part, `${path}.${name}`, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** Checks every condition. */
export function faultsOf(filter: SegmentFilter, known: Known, path = 'filter'): Fault[] {
  if (isCondition(filter))
    return faultsOfCondition(filter, known).map(fault => ({ ...fault, path: `${path}.${fault.path}` }))
  return placesOf(filter).flatMap(([name, part]) => faultsOf(part, known, `${path}.${name}`))
}

const placesOf = (filter: Exclude<SegmentFilter, SegmentCondition>): [string, SegmentFilter][] => {
  if ('not' in filter) return [['not', filter.not]]
  const [mode, list] = 'all' in filter ? ['all', filter.all] : ['any', filter.any]
  return list.map((part, nth) => [`${mode}.${nth}`, part])
}

const ownerOf = { value: 'field', at_least: 'event', within_days: 'event or activity', tag: 'activity' } as const

function faultsOfCondition(condition: SegmentCondition, known: Known): Fault[] {
  const misplaced = Object.entries(ownerOf).flatMap(([path, owner]) =>
    path in condition && !owner.split(' or ').some(one => one in condition)
      ? [{ path, message: `must be left out: it belongs to ${owner}` }]
      : [],
  )
  if (misplaced.length > 0) return misplaced
  if ('field' in condition) return faultsOfField(condition, known.fields)
  if ('topic_id' in condition && !known.topics.has(condition.topic_id))
    return [{ path: 'topic_id', message: 'must be the id of a topic' }]
  if ('segment_id' in condition && !known.lists.has(condition.segment_id))
    return [{ path: 'segment_id', message: 'must be the id of a static segment' }]
  if ('event' in condition && condition.event.startsWith('custom.'))
    return [{ path: 'event', message: 'must not start with custom., which the log adds' }]
  return []
}

function faultsOfField(condition: FieldCondition, fields: Fields): Fault[] {
  const { field, operator, value } = condition
  const own = keyOfOwnField(field)
  const declared = own === undefined ? undefined : fields.get(own)
  const kind = declared ? kindOfFieldType[declared.type] : own === undefined ? kindOfContactField(field) : undefined
  if (!kind) return [{ path: 'field', message: own === undefined ? unknown(field) : undeclared(fields, own) }]
  const allowed = filterOperatorsOf[kind]
  if (!allowed.includes(operator))
    return [{ path: 'operator', message: `must be one of ${allowed.join(', ')} for ${field}` }]
  const message = takesValue(operator)
    ? faultOfValue(kind, condition)
    : value !== undefined && `must be left out with ${operator}`
  return message ? [{ path: 'value', message }] : []
}

function unknown(field: string): string {
  const names = Object.keys(filterFields)
  const meant = findNearMiss(field, names)
  return meant ? `is not known; did you mean ${meant}?` : `must be one of ${names.join(', ')}, or properties.<key>`
}

function faultOfValue(kind: FilterKind, { operator, value }: FieldCondition): string | undefined {
  if (value === undefined) return 'is required'
  if (takesDays(operator)) {
    const isCount = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxFilterDays
    return isCount ? undefined : `must be a number of days, from 1 to ${maxFilterDays.toLocaleString('en')}`
  }
  switch (kind) {
    case 'flag':
      return toValue('boolean', value) === undefined ? expected.boolean : undefined
    case 'number':
      return toValue('number', value) === undefined ? expected.number : undefined
    case 'moment':
      return toValue('date', value) === undefined ? expected.date : undefined
    case 'source':
      return contactSources.some(one => one === value) ? undefined : `must be one of ${contactSources.join(', ')}`
    case 'address':
    case 'text':
      if (toValue('string', value) === undefined) return expected.string
      return value === '' ? 'must not be empty: use is_empty' : undefined
  }
}
