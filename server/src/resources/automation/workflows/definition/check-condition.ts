import type { Comparison, Condition } from '@posthorn/contract/workflows/condition'
import {
  contactFields,
  factsOfStep,
  type Kind,
  kindOfType,
  needsValue,
  operatorsOf,
  splitField,
  triggerFields,
} from '@posthorn/contract/workflows/fields'
import { findNearMiss } from '#core/near-miss.ts'
import { undeclared } from '#resources/audience/fields/field.ts'
import { toMoment } from './conditions.ts'
import { type Context, checkSegment, checkTopic } from './context.ts'
import { addFault, type Field, inside } from './field.ts'

const maxDepth = 5

export function checkCondition(field: Field, condition: Condition, context: Context, depth = 1): void {
  if ('field' in condition) checkComparison(field, condition, context)
  else if (depth >= maxDepth) addFault(field, `must not be nested more than ${maxDepth} deep`)
  else {
    const [name, list] = 'all' in condition ? ['all', condition.all] : ['any', condition.any]
    for (const [nth, one] of list.entries()) checkCondition(inside(field, `${name}.${nth}`), one, context, depth + 1)
  }
}

function checkComparison(field: Field, { field: name, operator, value }: Comparison, context: Context): void {
  const kind = kindOf(name, inside(field, 'field'), context)
  if (kind === undefined) return
  // Other operators would require checking every segment of the environment.
  const allowed = name === 'contact.segments' ? (['contains'] as const) : operatorsOf[kind]
  if (!allowed.some(one => one === operator))
    addFault(inside(field, 'operator'), `must be one of ${allowed.join(', ')} for ${name}`)
  const fault = needsValue(operator)
    ? faultOfValue(kind, value)
    : value !== undefined && `must be left out with ${operator}`
  if (fault) addFault(inside(field, 'value'), fault)
  else if (name === 'contact.segments') checkSegment(inside(field, 'value'), value, context.references)
  // `as`: with this operator, a list needs a text.
  else if (name === 'contact.topics' && operator === 'contains')
    checkTopic(inside(field, 'value'), value as string, context.references)
}

function faultOfValue(kind: Kind, value: Comparison['value']): string | undefined {
  if (value === undefined) return 'is required'
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'must be true or false'
    case 'count':
      return typeof value === 'number' ? undefined : 'must be a number'
    case 'moment':
      return toMoment(value) === undefined
        ? 'must be a date such as 2027-01-31 or 2027-01-31T09:30:00Z, in UTC'
        : undefined
    case 'any':
      return undefined
    case 'text':
    case 'address':
    case 'list':
      if (typeof value !== 'string') return 'must be a string'
      return value.trim() === '' ? 'must not be empty' : undefined
  }
}

/** Undefined for an unknown field, which is reported, and for trigger fields when the trigger itself has faults. */
function kindOf(name: string, field: Field, context: Context): Kind | undefined {
  const parts = splitField(name)
  if (!parts) {
    addFault(field, 'must be contact.…, trigger.… or steps.<key>.…, such as contact.first_name')
    return undefined
  }
  if (parts.scope === 'steps') return kindOfStepFact(field, parts.key, parts.name, context)
  if (parts.scope === 'contact') return choose(field, contactFields, 'contact', parts.name)
  if (parts.scope === 'properties') return kindOfOwn(field, parts.name, context)
  if (parts.scope === 'data') {
    if (context.trigger && context.trigger.type !== 'event')
      addFault(field, 'is only available in workflows that an event starts')
    return 'any'
  }
  return context.trigger && choose(field, triggerFields(context.trigger), 'trigger', parts.name)
}

function kindOfStepFact(field: Field, key: string, name: string, { types, mentions, step }: Context): Kind | undefined {
  const type = types.get(key)
  if (types.has(key) && type === undefined) return undefined
  if (type !== 'send_email' && type !== 'send_sms') {
    addFault(
      field,
      type ? `must be about a step that sends: ${key} is ${type}` : `must name a step: there is no ${key}`,
    )
    return undefined
  }
  mentions.push({ path: field.path, by: step, step: key })
  return choose(field, factsOfStep(type), `steps.${key}`, name)
}

function kindOfOwn(field: Field, key: string, { fields }: Context): Kind | undefined {
  const own = fields.get(key)
  if (!own) addFault(field, undeclared(fields, key))
  return own && kindOfType[own.type]
}

function choose(field: Field, fields: Readonly<Record<string, Kind>>, scope: string, name: string): Kind | undefined {
  if (Object.hasOwn(fields, name)) return fields[name]
  const names = Object.keys(fields)
  const meant = findNearMiss(name, names)
  addFault(
    field,
    meant ? `is not known; did you mean ${scope}.${meant}?` : `is not known; ${scope} has ${names.join(', ')}`,
  )
  return undefined
}
