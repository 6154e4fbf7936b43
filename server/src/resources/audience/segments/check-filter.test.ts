import type { SegmentFilter } from '@posthorn/contract/segments/filter'
import { expect, test } from 'vitest'
import type { Field } from '#resources/audience/fields/field.ts'
import { faultsOf, faultsOfSize } from './check-filter.ts'

const field = (key: string, type: Field['type']): [string, Field] => [
  key,
  { id: key, key, type, fallback: null, createdAt: new Date(), updatedAt: new Date() },
]
const known = {
  fields: new Map([field('plan', 'string'), field('seats', 'number'), field('trial', 'date')]),
  topics: new Set(['news']),
  lists: new Set(['vips']),
}
const faults = (filter: unknown) =>
  faultsOf(filter as SegmentFilter, known).map(({ path, message }) => `${path} ${message}`) // as: well-formed, but invalid

test.each([
  [{ field: 'properties.plan', operator: 'eq', value: 'pro' }],
  [{ field: 'properties.trial', operator: 'in_next_days', value: 7 }],
  [{ field: 'created_at', operator: 'gte', value: '2026-01-31' }],
  [{ all: [{ topic_id: 'news' }, { not: { segment_id: 'vips' } }, { event: 'order.paid', at_least: 2 }] }],
])('%j is valid', filter => {
  expect(faults(filter)).toEqual([])
})

test.each<[unknown, string]>([
  [{ field: 'frist_name', operator: 'exists' }, 'filter.field is not known; did you mean first_name?'],
  [{ field: 'properties.plam', operator: 'exists' }, 'filter.field is not a contact field; did you mean plan?'],
  [
    { field: 'properties.seats', operator: 'contains', value: '5' },
    'filter.operator must be one of eq, neq, gt, gte, lt, lte, exists, is_empty for properties.seats',
  ],
  [{ field: 'properties.seats', operator: 'gt', value: '5' }, 'filter.value must be a number'],
  [{ field: 'properties.plan', operator: 'eq' }, 'filter.value is required'],
  [{ field: 'properties.plan', operator: 'eq', value: '' }, 'filter.value must not be empty: use is_empty'],
  [
    { field: 'created_at', operator: 'in_last_days', value: 0.5 },
    'filter.value must be a number of days, from 1 to 3,650',
  ],
  [
    { field: 'created_at', operator: 'gt', value: 'yesterday' },
    'filter.value must be a date such as 2027-01-31 or 2027-01-31T09:30:00Z, in UTC',
  ],
  [{ field: 'source', operator: 'eq', value: 'fax' }, 'filter.value must be one of api, dashboard, import, form'],
  [{ field: 'email', operator: 'exists', value: true }, 'filter.value must be left out with exists'],
  [{ topic_id: 'gone' }, 'filter.topic_id must be the id of a topic'],
  [{ segment_id: 'buyers' }, 'filter.segment_id must be the id of a static segment'],
  [{ event: 'custom.order.paid' }, 'filter.event must not start with custom., which the log adds'],
  [{ event: 'order.paid', tag: 'launch' }, 'filter.tag must be left out: it belongs to activity'],
  [{ topic_id: 'news', within_days: 3 }, 'filter.within_days must be left out: it belongs to event or activity'],
  [
    { any: [{ topic_id: 'news' }, { not: { topic_id: 'gone' } }] },
    'filter.any.1.not.topic_id must be the id of a topic',
  ],
])('%j: %s', (filter, fault) => {
  expect(faults(filter)).toEqual([fault])
})

const ofSize = (filter: SegmentFilter) => faultsOfSize(filter).map(({ path, message }) => `${path} ${message}`)
const nested = (depth: number): SegmentFilter => (depth === 1 ? { topic_id: 'news' } : { not: nested(depth - 1) })
const wide = (count: number): SegmentFilter => ({
  any: Array.from({ length: Math.ceil(count / 10) }, (_, row) => ({
    all: Array.from({ length: Math.min(10, count - 10 * row) }, () => ({ topic_id: 'news' })),
  })),
})

test('five levels are accepted, six are not', () => {
  expect(ofSize(nested(5))).toEqual([])
  expect(ofSize(nested(6))).toEqual(['filter.not.not.not.not must not be nested more than 5 deep'])
})

test('fifty conditions are accepted, fifty-one are not', () => {
  expect(ofSize(wide(50))).toEqual([])
  expect(ofSize(wide(51))).toEqual(['filter must have at most 50 conditions'])
})
