/** Decides whether a trigger would start a run, as if its event had just happened to the contact. */
import { keyOfProperty } from '@posthorn/contract/workflows/fields'
import type { ChangingProperty } from '@posthorn/contract/workflows/words'
import type { PropertyValue, Trigger, TriggerData } from '#events/trigger.ts'
import { ownValue } from '#resources/audience/contacts/properties.ts'
import { toWireContact } from '#resources/audience/contacts/wire.ts'
import type { SimulatedContact } from './simulated-state.ts'

type Past = { hasRun: boolean; isInside: boolean }

/** `obstacle`: a clause that says why no run would start. */
export type FiredTrigger = { trigger: TriggerData; obstacle: string | undefined }

/** `eventData`: of the custom event, for an event trigger. */
export type Firing = { past: Past; at: Date; eventData: object }

export function fireTrigger(trigger: Trigger, person: SimulatedContact, { past, at, eventData }: Firing): FiredTrigger {
  const { data, obstacle } = fireFor(trigger, person, eventData)
  return { trigger: { ...data, fired_at: at.toISOString() }, obstacle: obstacleOfPast(trigger, past) ?? obstacle }
}

function obstacleOfPast({ reentry }: Trigger, { hasRun, isInside }: Past): string | undefined {
  if (isInside) return 'the contact is in this workflow already'
  return reentry === 'once' && hasRun ? 'the contact has been in this workflow before, and reentry is once' : undefined
}

/** Trigger data without its time. */
type Data<T extends TriggerData = TriggerData> = T extends TriggerData ? Omit<T, 'fired_at'> : never
type Fired = { data: Data; obstacle?: string | undefined }

function fireFor(trigger: Trigger, { contact, topics, segments }: SimulatedContact, eventData: object): Fired {
  switch (trigger.type) {
    case 'contact_created':
      return { data: { type: trigger.type } }
    case 'contact_property_changed':
      return fireChange(trigger, shownValue(contact, trigger.property))
    case 'contact_added_to_topic':
      return fireTopic(trigger.type, trigger.topic_id ?? [...topics][0], topics, true)
    case 'contact_removed_from_topic':
      return fireTopic(trigger.type, trigger.topic_id, topics, false)
    case 'event':
      return { data: { type: trigger.type, event: trigger.event, data: eventData } }
    case 'time_based': {
      const { type, topic_id: topic, segment_id: segment } = trigger
      if (segment !== undefined && !segments.has(segment))
        return { data: { type }, obstacle: `the contact does not belong to segment ${segment}` }
      if (topic === undefined) return { data: { type } }
      return { data: { type, topic_id: topic }, obstacle: topics.has(topic) ? undefined : outside(topic) }
    }
  }
}

function shownValue(contact: SimulatedContact['contact'], property: ChangingProperty): PropertyValue {
  const key = keyOfProperty(property)
  if (key !== undefined) return ownValue(contact.properties, key) ?? null
  const shown: Readonly<Record<string, unknown>> = toWireContact(contact)
  // `as`: the other properties are names or subscriptions.
  return (shown[property] as string | boolean | undefined) ?? null
}

type Change = { property: ChangingProperty; from?: PropertyValue; to?: PropertyValue }

function fireChange({ property, from, to }: Change, value: PropertyValue): Fired {
  const before = from ?? (typeof value === 'boolean' ? !value : null)
  const data = { type: 'contact_property_changed', property, from: before, to: value } as const
  if (to !== undefined && to !== value) return { data, obstacle: `${property} is ${show(value)}, not ${show(to)}` }
  return { data, obstacle: before === value ? `${property} is ${show(value)} and so has not changed` : undefined }
}

const show = (value: PropertyValue): string => (value === null ? 'not set' : JSON.stringify(value))

function fireTopic(
  type: 'contact_added_to_topic' | 'contact_removed_from_topic',
  topic: string | undefined,
  topics: ReadonlySet<string>,
  isMember: boolean,
): Fired {
  const data = { type, topic_id: topic ?? '' }
  if (topic === undefined) return { data, obstacle: isMember ? 'the contact is subscribed to no topic' : undefined }
  if (topics.has(topic) === isMember) return { data }
  return { data, obstacle: isMember ? outside(topic) : `the contact is subscribed to topic ${topic}` }
}

const outside = (topic: string): string => `the contact is not subscribed to topic ${topic}`
