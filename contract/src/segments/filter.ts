/** Who belongs to a segment, as data: conditions on contacts, joined by all, any and not. */
import { Type } from 'typebox'
import { customNamePattern } from '../event-names.ts'
import { OneOf } from '../scalars.ts'
import { settings } from '../workflows/parts.ts'
import {
  type Activity,
  activities,
  type FilterOperator,
  filterFields,
  filterOperators,
  maxFilterConditions,
  maxFilterDays,
  maxFilterDepth,
} from './filter-words.ts'

export type FieldCondition = { field: string; operator: FilterOperator; value?: string | number | boolean }
export type TopicCondition = { topic_id: string }
export type ListCondition = { segment_id: string }
export type EventCondition = { event: string; at_least?: number; within_days?: number }
export type ActivityCondition = { activity: Activity; within_days?: number; tag?: string }
export type SegmentCondition = FieldCondition | TopicCondition | ListCondition | EventCondition | ActivityCondition
export type SegmentFilter =
  | { all: readonly SegmentFilter[] }
  | { any: readonly SegmentFilter[] }
  | { not: SegmentFilter }
  | SegmentCondition

/** An anchor is how a schema speaks of itself; in the OpenAPI document it is the name of the component. */
const itself = { $ref: '#SegmentFilter' }
const filters = (description: string) =>
  Type.Optional(
    Type.Array(Type.Unsafe<SegmentFilter>(itself), { minItems: 1, maxItems: maxFilterConditions, description }),
  )

/** What each form needs; the first word tells them apart. */
const forms = [['all'], ['any'], ['not'], ['field', 'operator'], ['topic_id'], ['segment_id'], ['event'], ['activity']]
const othersThan = (form: string) => forms.flatMap(([word]) => (word && word !== form ? [{ required: [word] }] : []))

export const SegmentFilter = Type.Unsafe<SegmentFilter>({
  ...settings({
    all: filters('Met when all of these are.'),
    any: filters('Met when any of these is.'),
    not: Type.Optional(Type.Unsafe<SegmentFilter>({ ...itself, description: 'Met when this is not.' })),
    field: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: `${Object.keys(filterFields).join(', ')}, or a field of your own such as properties.plan.`,
      }),
    ),
    operator: Type.Optional(
      OneOf(filterOperators, {
        description:
          'Which of them fit depends on the field. exists and is_empty take no value; in_last_days, more_than_days_ago and in_next_days take a number of days. What is not set meets neq and is_empty alone.',
      }),
    ),
    value: Type.Optional(
      Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()], {
        description: 'What the field is compared with; of its kind. A moment is a date or a timestamp in UTC.',
      }),
    ),
    topic_id: Type.Optional(Type.String({ maxLength: 64, description: 'Met by those who are subscribed to it.' })),
    segment_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'Met by those on this list: a static segment.' }),
    ),
    event: Type.Optional(
      Type.String({
        format: 'custom-event-name',
        pattern: customNamePattern,
        description: 'Met by those for whom this event of your own was recorded.',
        examples: ['order.paid'],
      }),
    ),
    at_least: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, default: 1, description: 'So many times, of an event.' }),
    ),
    within_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxFilterDays,
        description: 'Of an event or an activity: within the last so many days of 24 hours; at any time unless given.',
      }),
    ),
    activity: Type.Optional(
      OneOf(activities, {
        description:
          'What became of emails to the contact. What a machine opened or clicked does not count, nor what happened before the contact was there.',
      }),
    ),
    tag: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'Of an activity: of emails with this tag alone.' }),
    ),
  }),
  $id: 'SegmentFilter',
  $anchor: 'SegmentFilter',
  description: `One of all, any, not, field with operator, topic_id, segment_id, event or activity. At most ${maxFilterDepth} inside of each other, and ${maxFilterConditions} conditions in all.`,
  oneOf: forms.map(required => ({ required, not: { anyOf: othersThan(required[0] ?? '') } })),
  examples: [
    {
      all: [
        { field: 'properties.plan', operator: 'eq', value: 'pro' },
        { event: 'order.paid', at_least: 2, within_days: 30 },
        { not: { activity: 'opened', within_days: 90 } },
      ],
    },
  ],
})
