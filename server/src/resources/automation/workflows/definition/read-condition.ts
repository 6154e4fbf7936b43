import { findMeant } from '#core/near-miss.ts'
import { toMoment } from './conditions.ts'
import type { Context } from './context.ts'
import { type Comparison, type Condition, type Operator, operators } from './definition.ts'
import { contactFields, factsOfStep, type Kind, splitField, triggerFields } from './fields.ts'
import { complain, fieldsOf, given, type Place, readFilledList, readOneOf, readText, wrongType } from './reading.ts'

const deepest = 5
const longestList = 50

export function readCondition(place: Place, context: Context, depth = 1): Condition {
  const field = fieldsOf(place, ['all', 'any', 'field', 'operator', 'value'])
  const list = ['all', 'any'] as const
  const [name, ...others] = list.filter(one => field(one).value !== undefined)
  if (name === undefined) return readComparison(field, context)
  const isMixed =
    others.length > 0 || (['field', 'operator', 'value'] as const).some(one => field(one).value !== undefined)
  if (isMixed) complain(place, 'must be all, any, or a field with its operator: one of the three')
  if (depth < deepest) {
    const conditions = readFilledList(field(name), longestList, one => readCondition(one, context, depth + 1))
    return name === 'all' ? { all: conditions } : { any: conditions }
  }
  complain(place, `must not be nested more than ${deepest} deep`)
  return { all: [] }
}

type Field = (key: 'field' | 'operator' | 'value') => Place

function readComparison(field: Field, context: Context): Comparison {
  const name = readText(field('field'))
  const before = field('field').faults.length
  const kind = name === '' ? undefined : kindOf(name, field('field'), context)
  const operator = readOneOf(field('operator'), operators)
  if (kind === undefined || field('field').faults.length > before) return { field: name, operator }
  if (!operatorsOf[kind].includes(operator))
    complain(field('operator'), `must be one of ${operatorsOf[kind].join(', ')} for ${name}`)
  return given({ field: name, operator, value: readValue(field('value'), kind, operator) })
}

const presence = ['exists', 'is_empty'] as const
const order = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', ...presence] as const
const operatorsOf: Record<Kind, readonly Operator[]> = {
  text: operators,
  address: operators,
  flag: ['eq', 'neq', ...presence],
  moment: order,
  count: order,
  list: ['contains', ...presence],
}

function readValue(place: Place, kind: Kind, operator: Operator): Comparison['value'] {
  const { value } = place
  if (operator === 'exists' || operator === 'is_empty') {
    if (value !== undefined) complain(place, `must be left out with ${operator}`)
    return undefined
  }
  switch (kind) {
    case 'flag':
      if (typeof value !== 'boolean') wrongType(place, 'true or false')
      break
    case 'count':
      if (typeof value !== 'number') wrongType(place, 'a number')
      break
    case 'moment':
      if (toMoment(value) === undefined) wrongType(place, 'a date such as 2027-01-31 or 2027-01-31T09:30:00Z, in UTC')
      break
    case 'text':
    case 'address':
    case 'list':
      return readText(place, 1_000)
  }
  return typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string' ? value : undefined
}

/** Undefined for a field that does not exist, which is complained about, and for one of a trigger that has faults. */
function kindOf(name: string, place: Place, context: Context): Kind | undefined {
  const parts = splitField(name)
  if (!parts) {
    complain(place, 'must be contact.…, trigger.… or steps.<key>.…, such as contact.first_name')
    return undefined
  }
  if (parts.scope === 'steps') return kindOfStepFact(place, parts.key, parts.name, context)
  if (parts.scope === 'contact') return choose(place, contactFields, 'contact', parts.name)
  return context.trigger && choose(place, triggerFields(context.trigger), 'trigger', parts.name)
}

function kindOfStepFact(place: Place, key: string, name: string, { types, mentions, step }: Context): Kind | undefined {
  const type = types.get(key)
  if (types.has(key) && type === undefined) return undefined
  if (type !== 'send_email' && type !== 'send_sms') {
    complain(
      place,
      type ? `must be about a step that sends: ${key} is ${type}` : `must name a step: there is no ${key}`,
    )
    return undefined
  }
  mentions.push({ path: place.path, by: step, step: key })
  return choose(place, factsOfStep(type), `steps.${key}`, name)
}

function choose(place: Place, fields: Readonly<Record<string, Kind>>, scope: string, name: string): Kind | undefined {
  if (Object.hasOwn(fields, name)) return fields[name]
  const names = Object.keys(fields)
  const meant = findMeant(name, names)
  complain(
    place,
    meant ? `is not known; did you mean ${scope}.${meant}?` : `is not known; ${scope} has ${names.join(', ')}`,
  )
  return undefined
}
