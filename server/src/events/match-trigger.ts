import type { EventName, OwnEventName } from '@posthorn/contract/event-names'
import type { ChangingProperty, TriggerType } from '@posthorn/contract/workflows/words'
import type { Fact } from './fact.ts'
import type { PropertyValue, Trigger, TriggerData } from './trigger.ts'

const triggers = {
  'contact.created': 'contact_created',
  'contact.updated': 'contact_property_changed',
  'contact.topic_subscribed': 'contact_added_to_topic',
  'contact.topic_unsubscribed': 'contact_removed_from_topic',
} as const satisfies { [Name in OwnEventName]?: TriggerType }

/** The only type of trigger that a fact with this name can fire. */
export const triggerFiredBy = (name: EventName): TriggerType | undefined =>
  name.startsWith('custom.')
    ? 'event'
    : Object.hasOwn(triggers, name)
      ? triggers[name as keyof typeof triggers] // as: hasOwn was checked
      : undefined

/** The trigger data for the run, or undefined when the fact does not fire the trigger. The subject is the contact. */
export function matchTrigger(trigger: Trigger, fact: Pick<Fact, 'type' | 'data' | 'at'>): TriggerData | undefined {
  if (triggerFiredBy(fact.type) !== trigger.type) return undefined
  const fired_at = fact.at.toISOString()
  switch (trigger.type) {
    case 'contact_created':
      return { type: trigger.type, fired_at }
    case 'contact_property_changed': {
      const change = changeOf(trigger.property, fact.data)
      return change && fits(trigger, change) ? { type: trigger.type, ...change, fired_at } : undefined
    }
    case 'contact_added_to_topic':
    case 'contact_removed_from_topic': {
      const topic_id = read(fact.data, 'topic_id')
      if (typeof topic_id !== 'string') return undefined
      if (trigger.topic_id !== undefined && trigger.topic_id !== topic_id) return undefined
      return { type: trigger.type, topic_id, fired_at }
    }
    case 'event': {
      if (fact.type !== `custom.${trigger.event}`) return undefined
      return { type: trigger.type, event: trigger.event, data: Object(read(fact.data, 'data') ?? {}), fired_at }
    }
    case 'time_based':
      return undefined
  }
}

type Change = { property: ChangingProperty; from: PropertyValue; to: PropertyValue }

/** contact.updated has the contact's current values, and the old ones in `previous`. Fields without a value are missing. */
function changeOf(property: ChangingProperty, data: object): Change | undefined {
  const from = toValue(readPath(read(data, 'previous'), property))
  const to = toValue(readPath(data, property))
  return from === to ? undefined : { property, from, to }
}

const fits = (wanted: { from?: PropertyValue; to?: PropertyValue }, change: Change): boolean =>
  (wanted.from === undefined || wanted.from === change.from) && (wanted.to === undefined || wanted.to === change.to)

const toValue = (value: unknown): PropertyValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/** properties.plan is the value of `plan` in `properties`. */
const readPath = (object: unknown, path: string): unknown => path.split('.').reduce(read, object)

const read = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as Record<string, unknown>)[name] // as: hasOwn was checked
    : undefined
