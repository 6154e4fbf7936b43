/** The subscriptions of a webhook in the API's format: single events, all of a kind (`email.*`) or everything (`*`). */
import { eventNames } from '@posthorn/contract/event-names'

export type EventKind = { kind: string; group: string; names: readonly string[] }

const kindOf = (name: string): string => name.slice(0, name.indexOf('.'))
const groupOf = (name: string): string => `${kindOf(name)}.*`

const ownKinds: readonly EventKind[] = [...Map.groupBy(eventNames, kindOf)].map(([kind, names]) => ({
  kind,
  group: `${kind}.*`,
  names,
}))

/** All events by kind. For custom events only the names already chosen are known. */
export const eventKinds = (chosen: readonly string[]): readonly EventKind[] => [
  ...ownKinds,
  { kind: 'custom', group: 'custom.*', names: chosen.filter(name => kindOf(name) === 'custom' && name !== 'custom.*') },
]

/** Whether the subscriptions include this event, by its own name or a wildcard. */
export const isCovered = (subscriptions: readonly string[], name: string): boolean =>
  subscriptions.includes('*') || subscriptions.includes(groupOf(name)) || subscriptions.includes(name)

/** Adds or removes one name. Removing one event from a whole kind lists the others by name. */
export function toggle(subscriptions: readonly string[], name: string): string[] {
  if (name === '*') return subscriptions.includes('*') ? [] : ['*']
  if (name.endsWith('.*')) {
    const others = subscriptions.filter(one => one !== name && groupOf(one) !== name)
    return subscriptions.includes(name) ? others : [...others, name]
  }
  const group = groupOf(name)
  if (subscriptions.includes(group)) {
    const siblings = eventNames.filter(one => groupOf(one) === group && one !== name)
    return [...subscriptions.filter(one => one !== group), ...siblings]
  }
  return subscriptions.includes(name) ? subscriptions.filter(one => one !== name) : [...subscriptions, name]
}

/** “Everything”, “email.*”, “email.bounced and 3 more”. */
export function inShort(subscriptions: readonly string[]): string {
  if (subscriptions.includes('*')) return 'Everything'
  const [first = 'Nothing', ...others] = subscriptions
  return others.length === 0 ? first : `${first} and ${others.length} more`
}
