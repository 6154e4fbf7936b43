import type { Fault } from '@posthorn/contract/errors'
import { WorkflowTrigger } from '@posthorn/contract/workflows/definition'
import { keyOfProperty, kindOfProperty } from '@posthorn/contract/workflows/fields'
import { defaultReentry, type PropertyValue, type Trigger } from '#events/trigger.ts'
import {
  type Field as ContactField,
  expected,
  type Fields,
  toValue,
  undeclared,
} from '#resources/audience/fields/field.ts'
import { checkTimezone } from './check-delay.ts'
import { checkSegment, checkTopic, type References } from './context.ts'
import { addFault, type Field, inside, isObject, readerOf } from './field.ts'
import { faultOfCron } from './schedule.ts'

type Given = { trigger_type?: unknown; trigger_config?: unknown }
type Parts = { faults: Fault[]; now: Date; references: References; fields: Fields }

const readTrigger = readerOf(WorkflowTrigger)

/** The type may be in the config, in trigger_type, or in both if they agree. */
export function checkTrigger(given: Given, { faults, now, references, fields }: Parts): Trigger | undefined {
  const field = { path: 'trigger_config', faults }
  const config = withType(given.trigger_config ?? {}, given.trigger_type)
  const trigger = readTrigger(field, config)
  if (!trigger) return undefined
  const { type } = trigger
  if (given.trigger_type != null && given.trigger_type !== type)
    addFault({ path: 'trigger_type', faults }, 'must be the same as trigger_config.type')
  if ('topic_id' in trigger) checkTopic(inside(field, 'topic_id'), trigger.topic_id, references)
  if ('segment_id' in trigger) checkSegment(inside(field, 'segment_id'), trigger.segment_id, references)
  if (type === 'contact_property_changed') {
    const { property, from, to } = trigger
    const key = keyOfProperty(property)
    const own = key === undefined ? undefined : fields.get(key)
    if (key !== undefined && !own) addFault(inside(field, 'property'), undeclared(fields, key))
    checkValue(inside(field, 'from'), property, own, from)
    checkValue(inside(field, 'to'), property, own, to)
  }
  if (type === 'event' && trigger.event.startsWith('custom.'))
    addFault(inside(field, 'event'), 'must not start with custom., which the log adds')
  if (type === 'time_based') {
    const fault = faultOfCron(trigger.cron, now)
    if (fault !== undefined) addFault(inside(field, 'cron'), fault)
    checkTimezone(inside(field, 'timezone'), trigger.timezone)
  }
  return { ...trigger, reentry: trigger.reentry ?? defaultReentry(type) }
}

const asKept = 'must be a timestamp such as 2027-01-31T00:00:00.000Z'

const withType = (config: unknown, type: unknown): unknown =>
  isObject(config) && !Object.hasOwn(config, 'type') && type != null ? { ...config, type } : config

function checkValue(
  field: Field,
  property: string,
  own: ContactField | undefined,
  value: PropertyValue | undefined,
): void {
  if (value === undefined) return
  if (own) {
    if (value !== null && toValue(own.type, value) !== value)
      addFault(field, `${own.type === 'date' ? asKept : expected[own.type]}, or null for what is not set`)
    return
  }
  if (keyOfProperty(property) !== undefined) return
  const isFlag = kindOfProperty(property) === 'flag'
  if (isFlag !== (typeof value === 'boolean') || typeof value === 'number')
    addFault(field, isFlag ? 'must be true or false' : 'must be a string, or null for a name that is not set')
}
