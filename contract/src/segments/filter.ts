/** The filter of a segment as data: conditions on contacts, combined with all, any and not. */
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

/** A recursive schema refers to itself by its anchor. In the OpenAPI document it is the name of the component. */
const itself = { $ref: '#SegmentFilter' }
const filters = (description: string) =>
  Type.Optional(
    Type.Array(Type.Unsafe<SegmentFilter>(itself), { minItems: 1, maxItems: maxFilterConditions, description }),
  )

/** The required properties of each form. The first one identifies the form. */
const forms = [['all'], ['any'], ['not'], ['field', 'operator'], ['topic_id'], ['segment_id'], ['event'], ['activity']]
const othersThan = (form: string) => forms.flatMap(([word]) => (word && word !== form ? [{ required: [word] }] : []))

export const SegmentFilter = Type.Unsafe<SegmentFilter>({
  ...settings({
    all: filters('True when all of these conditions are true.'),
    any: filters('True when any of these conditions is true.'),
    not: Type.Optional(Type.Unsafe<SegmentFilter>({ ...itself, description: 'True when this condition is false.' })),
    field: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: `${Object.keys(filterFields).join(', ')}, or a contact field such as properties.plan.`,
      }),
    ),
    operator: Type.Optional(
      OneOf(filterOperators, {
        description:
          'How to compare. The allowed operators depend on the field. exists and is_empty take no value; in_last_days, more_than_days_ago and in_next_days take a number of days. For a field that is not set, only neq and is_empty are true.',
      }),
    ),
    value: Type.Optional(
      Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()], {
        description: 'The value to compare the field with, of the same type. Dates are a day or a timestamp in UTC.',
      }),
    ),
    topic_id: Type.Optional(Type.String({ maxLength: 64, description: 'True for contacts subscribed to this topic.' })),
    segment_id: Type.Optional(Type.String({ maxLength: 64, description: 'True for contacts in this static segment.' })),
    event: Type.Optional(
      Type.String({
        format: 'custom-event-name',
        pattern: customNamePattern,
        description: 'True for contacts with this custom event.',
        examples: ['order.paid'],
      }),
    ),
    at_least: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        default: 1,
        description: 'For an event: the minimum number of times.',
      }),
    ),
    within_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxFilterDays,
        description:
          'For an event or an activity: within this number of last days (of 24 hours). Default: at any time.',
      }),
    ),
    activity: Type.Optional(
      OneOf(activities, {
        description:
          'True for contacts with this outcome for an email to them. Opens and clicks by machines do not count, nor does anything before the contact was created.',
      }),
    ),
    tag: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'For an activity: only emails with this tag.' }),
    ),
  }),
  $id: 'SegmentFilter',
  $anchor: 'SegmentFilter',
  description: `One of all, any, not, field with operator, topic_id, segment_id, event or activity. At most ${maxFilterDepth} levels deep, and ${maxFilterConditions} conditions in total.`,
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
