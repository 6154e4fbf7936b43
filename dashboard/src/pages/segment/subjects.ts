/** The subjects a condition can have, as one list of options, and the initial condition of each. */
import type { ContactField } from '@posthorn/contract/audience/contact-fields'
import type { SegmentCondition } from '@posthorn/contract/segments/filter'
import {
  activities,
  type FilterKind,
  type FilterOperator,
  type filterFields,
  filterOperatorsOf,
  keyOfOwnField,
  kindOfContactField,
  kindOfFieldType,
  takesDays,
  takesValue,
} from '@posthorn/contract/segments/filter-words'

export type OwnFields = readonly Pick<ContactField, 'key' | 'type'>[]

const fieldLabels: Record<keyof typeof filterFields, string> = {
  email: 'Email address',
  phone_number: 'Phone number',
  first_name: 'First name',
  last_name: 'Last name',
  email_subscribed: 'Subscribed to email',
  sms_subscribed: 'Subscribed to SMS',
  created_at: 'Created',
  updated_at: 'Updated',
  source: 'Source',
}
const activityLabels = {
  opened: 'Opened an email',
  clicked: 'Clicked a link in an email',
  bounced: 'An email bounced',
  complained: 'Made a spam complaint',
} as const

export const subjects = (own: OwnFields): { value: string; label: string }[] => [
  ...Object.entries(fieldLabels).map(([field, label]) => ({ value: field, label })),
  ...own.map(({ key }) => ({ value: `properties.${key}`, label: `Field ${key}` })),
  { value: 'topic', label: 'Subscribed to a topic' },
  { value: 'list', label: 'On a list' },
  { value: 'event', label: 'Custom event' },
  ...activities.map(activity => ({ value: `activity:${activity}`, label: activityLabels[activity] })),
]

export function subjectOf(condition: SegmentCondition): string {
  if ('field' in condition) return condition.field
  if ('topic_id' in condition) return 'topic'
  if ('segment_id' in condition) return 'list'
  return 'event' in condition ? 'event' : `activity:${condition.activity}`
}

export const kindOf = (field: string, own: OwnFields): FilterKind => {
  const type = own.find(({ key }) => key === keyOfOwnField(field))?.type
  return (type ? kindOfFieldType[type] : kindOfContactField(field)) ?? 'text'
}

/** The initial condition for a subject. */
export function conditionAbout(subject: string, own: OwnFields): SegmentCondition {
  if (subject === 'topic') return { topic_id: '' }
  if (subject === 'list') return { segment_id: '' }
  if (subject === 'event') return { event: '' }
  const activity = activities.find(one => subject === `activity:${one}`)
  if (activity) return { activity, within_days: 30 }
  const kind = kindOf(subject, own)
  return withOperator(subject, kind === 'moment' ? 'in_last_days' : (filterOperatorsOf[kind][0] ?? 'exists'), kind)
}

const firstValue: Record<FilterKind, string | number | boolean> = {
  address: '',
  text: '',
  number: 0,
  flag: true,
  moment: '',
  source: 'api',
}

/** Keeps the value if it still fits. */
export function withOperator(
  field: string,
  operator: FilterOperator,
  kind: FilterKind,
  value?: string | number | boolean,
): SegmentCondition {
  if (!takesValue(operator)) return { field, operator }
  const first = takesDays(operator) ? 30 : firstValue[kind]
  return { field, operator, value: typeof value === typeof first && value !== undefined ? value : first }
}

const words: Record<FilterOperator, string> = {
  eq: 'is',
  neq: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  in_last_days: 'in the last',
  more_than_days_ago: 'more than',
  in_next_days: 'in the next',
  exists: 'is set',
  is_empty: 'is empty',
}
const momentWords: Partial<Record<FilterOperator, string>> = { gt: 'after', gte: 'from', lt: 'before', lte: 'until' }

export const operatorsFor = (kind: FilterKind): { value: FilterOperator; label: string }[] =>
  filterOperatorsOf[kind].map(value => ({
    value,
    label: (kind === 'moment' && momentWords[value]) || words[value],
  }))
