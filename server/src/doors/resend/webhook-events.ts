/** Converts event names between Resend's and ours. */

import type { Fault } from '@posthorn/contract/errors'
import { type EventName, eventNames } from '@posthorn/contract/event-names'

const renamed: Record<string, EventName[]> = {
  'contact.topics.updated': ['contact.topic_subscribed', 'contact.topic_unsubscribed'],
  'suppression.added': ['suppression.created'],
  'suppression.removed': ['suppression.deleted'],
}

const known: readonly string[] = eventNames.filter(name => /^(email|contact)\./.test(name))

/** Events that we never send are refused, so that no webhook waits for them. */
export function toOurEvents(names: readonly string[]): { events: EventName[]; faults: Fault[] } {
  const events = new Set<EventName>()
  const faults: Fault[] = []
  for (const [index, name] of names.entries()) {
    const found = Object.hasOwn(renamed, name)
      ? renamed[name]
      : eventNames.filter(one => one === name && known.includes(one))
    for (const event of found ?? []) events.add(event)
    if (!found?.length)
      faults.push({
        path: `events.${index}`,
        message: `is ${JSON.stringify(name.slice(0, 100))}, an event that Posthorn does not send`,
      })
  }
  return { events: [...events], faults }
}

export const toTheirEvents = (names: readonly string[]): string[] => [
  ...new Set(names.map(name => Object.entries(renamed).find(([, own]) => own.some(one => one === name))?.[0] ?? name)),
]
