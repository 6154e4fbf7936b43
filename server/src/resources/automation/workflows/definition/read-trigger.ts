import { triggerTypes } from '@posthorn/contract/workflows'
import {
  type ChangingProperty,
  changingProperties,
  type PropertyValue,
  type Reentry,
  reentryRules,
  type Trigger,
  usualReentry,
} from '#events/trigger.ts'
import type { References } from './context.ts'
import { isFlagProperty } from './fields.ts'
import { readTimezone } from './read-delay.ts'
import { complain, fieldsOf, given, optional, type Place, readId, readOneOf, readText, within } from './reading.ts'
import { faultOfCron } from './schedule.ts'

type Given = { config: Place; type: Place; now: Date; references: References }

/** The type may stand in the config, beside it, or in both places if they agree. Undefined when it stands nowhere. */
export function readTrigger({ config, type, now, references }: Given): Trigger | undefined {
  const settings = { ...config, value: config.value ?? {} }
  const inside = typeOf(settings)
  const before = config.faults.length
  const name = readOneOf(inside.value === undefined && type.value != null ? type : inside, triggerTypes)
  if (type.value != null && inside.value !== undefined && type.value !== inside.value)
    complain(type, 'must be the same as trigger_config.type')
  if (config.faults.length > before) return undefined
  const topic = (place: Place) => optional(place, one => readTopic(one, references))

  switch (name) {
    case 'contact_created': {
      const field = fieldsOf(settings, ['type', 'reentry'])
      return { type: name, reentry: readReentry(field('reentry'), name) }
    }
    case 'contact_property_changed': {
      const field = fieldsOf(settings, ['type', 'property', 'from', 'to', 'reentry'])
      const property = readOneOf(field('property'), changingProperties)
      const value = (place: Place) => optional(place, one => readPropertyValue(one, property))
      const reentry = readReentry(field('reentry'), name)
      return given({ type: name, property, from: value(field('from')), to: value(field('to')), reentry })
    }
    case 'contact_added_to_topic':
    case 'contact_removed_from_topic': {
      const field = fieldsOf(settings, ['type', 'topic_id', 'reentry'])
      return given({ type: name, topic_id: topic(field('topic_id')), reentry: readReentry(field('reentry'), name) })
    }
    case 'time_based': {
      const field = fieldsOf(settings, ['type', 'cron', 'timezone', 'topic_id', 'reentry'])
      return given({
        type: name,
        cron: readCron(field('cron'), now),
        timezone: readTimezone(field('timezone')),
        topic_id: topic(field('topic_id')),
        reentry: readReentry(field('reentry'), name),
      })
    }
  }
}

const typeOf = (config: Place): Place => {
  const { value } = config
  const has = typeof value === 'object' && value !== null && 'type' in value && Object.hasOwn(value, 'type')
  return within(config, 'type', has ? value.type : undefined)
}

const readReentry = (place: Place, type: Trigger['type']): Reentry =>
  optional(place, one => readOneOf(one, reentryRules)) ?? usualReentry(type)

function readPropertyValue(place: Place, property: ChangingProperty): PropertyValue {
  const { value } = place
  if (isFlagProperty(property)) {
    if (typeof value === 'boolean') return value
    complain(place, 'must be true or false')
  } else {
    if (typeof value === 'string' || value === null) return value
    complain(place, 'must be a string, or null for a name that is not set')
  }
  return null
}

export function readTopic(place: Place, { topics }: References): string {
  const id = readId(place, 'topic')
  if (id !== '') topics.push({ path: place.path, id })
  return id
}

function readCron(place: Place, now: Date): string {
  const cron = readText(place)
  const fault = cron === '' ? undefined : faultOfCron(cron, now)
  if (fault !== undefined) complain(place, fault)
  return cron
}
