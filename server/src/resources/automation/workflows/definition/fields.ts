/** What a condition can ask about, and of which kind it is. */

import type { ChangingProperty, Trigger } from '#events/trigger.ts'
import type { StepType } from './definition.ts'

/** An address is a text whose case does not matter. */
export type Kind = 'text' | 'address' | 'flag' | 'moment' | 'count' | 'list'

type Fields = Readonly<Record<string, Kind>>

export const contactFields = {
  id: 'text',
  email: 'address',
  phone_number: 'text',
  first_name: 'text',
  last_name: 'text',
  email_subscribed: 'flag',
  sms_subscribed: 'flag',
  created_at: 'moment',
  updated_at: 'moment',
  topics: 'list',
} as const satisfies Fields

/** The status is the message's, or `skipped` when there was nobody to send it to. */
export const emailFacts = {
  status: 'text',
  skipped: 'flag',
  sent: 'flag',
  delivered: 'flag',
  bounced: 'flag',
  complained: 'flag',
  failed: 'flag',
  suppressed: 'flag',
  opened: 'flag',
  clicked: 'flag',
  unsubscribed: 'flag',
  open_count: 'count',
  click_count: 'count',
} as const satisfies Fields

export const smsFacts = {
  status: 'text',
  skipped: 'flag',
  sent: 'flag',
  delivered: 'flag',
  undelivered: 'flag',
  failed: 'flag',
} as const satisfies Fields

const always = { type: 'text', fired_at: 'moment' } as const satisfies Fields

export function triggerFields(trigger: Trigger): Fields {
  switch (trigger.type) {
    case 'contact_created':
      return always
    case 'contact_property_changed': {
      const kind = contactFields[trigger.property]
      return { ...always, property: 'text', from: kind, to: kind }
    }
    case 'contact_added_to_topic':
    case 'contact_removed_from_topic':
      return { ...always, topic_id: 'text' }
    case 'time_based':
      return trigger.topic_id === undefined ? always : { ...always, topic_id: 'text' }
  }
}

/** None for a step that sends nothing. */
export function factsOfStep(type: StepType): Fields {
  if (type === 'send_email') return emailFacts
  return type === 'send_sms' ? smsFacts : {}
}

export const isFlagProperty = (property: ChangingProperty): boolean => contactFields[property] === 'flag'

type Parts = { scope: 'contact' | 'trigger'; name: string } | { scope: 'steps'; key: string; name: string }

/** A key has no dot, so the parts are never in doubt. */
export function splitField(field: string): Parts | undefined {
  const [scope, first, second, ...rest] = field.split('.', 4)
  if (first === undefined || rest.length > 0) return undefined
  if (scope === 'steps') return second === undefined ? undefined : { scope, key: first, name: second }
  if (second !== undefined) return undefined
  return scope === 'contact' || scope === 'trigger' ? { scope, name: first } : undefined
}
