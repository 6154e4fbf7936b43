/** Describes a condition in words. */
import type { FieldCondition, SegmentCondition, SegmentFilter } from '@posthorn/contract/segments/filter'
import type { FilterOperator } from '@posthorn/contract/segments/filter-words'

/** Names of topics and lists by id. */
export type Names = ReadonlyMap<string, string>

export function inWords(condition: SegmentCondition, names: Names): string {
  if ('field' in condition) return ofField(condition)
  if ('topic_id' in condition) return `subscribed to ${quoted(names.get(condition.topic_id))}`
  if ('segment_id' in condition) return `on the list ${quoted(names.get(condition.segment_id))}`
  if ('event' in condition) {
    const { event, at_least = 1, within_days } = condition
    return `${event} at least ${times(at_least)}${lately(within_days)}`
  }
  const { activity, within_days, tag } = condition
  const email = tag === undefined ? 'an email' : `an email with the tag ${quoted(tag)}`
  return `${activityWords[activity](email)}${lately(within_days)}`
}

export function groupInWords(filter: Exclude<SegmentFilter, SegmentCondition>): string {
  if ('all' in filter) return 'all of these'
  return 'any' in filter ? 'any of these' : 'none of these'
}

export const times = (count: number): string => (count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`)

export const quoted = (text: string | undefined): string => (text === undefined ? '(deleted)' : `"${text}"`)

const lately = (days: number | undefined): string =>
  days === undefined ? '' : ` in the last ${days === 1 ? 'day' : `${days} days`}`

const activityWords = {
  opened: (email: string) => `opened ${email}`,
  clicked: (email: string) => `clicked in ${email}`,
  bounced: (email: string) => `${email} to the contact bounced`,
  complained: (email: string) => `complained about ${email}`,
}

const operatorWords: Record<FilterOperator, (value: string) => string> = {
  eq: value => `is ${value}`,
  neq: value => `is not ${value}`,
  gt: value => `is more than ${value}`,
  gte: value => `is ${value} or more`,
  lt: value => `is less than ${value}`,
  lte: value => `is ${value} or less`,
  contains: value => `contains ${value}`,
  starts_with: value => `begins with ${value}`,
  ends_with: value => `ends with ${value}`,
  in_last_days: value => `was in the last ${value} days`,
  more_than_days_ago: value => `was more than ${value} days ago`,
  in_next_days: value => `is in the next ${value} days`,
  exists: () => 'is set',
  is_empty: () => 'is not set, or empty',
}

const ofField = ({ field, operator, value }: FieldCondition): string =>
  `${field} ${operatorWords[operator](typeof value === 'string' ? quoted(value) : String(value))}`
