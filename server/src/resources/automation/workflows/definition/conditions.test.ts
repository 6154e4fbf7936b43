import type { Comparison, Condition } from '@posthorn/contract/workflows/condition'
import { operators } from '@posthorn/contract/workflows/fields'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, type Facts } from './conditions.ts'

const topic = '01945c1e-9b02-7a41-8f1d-5b9a3c7e6d22'
const facts: Facts = {
  contact: {
    id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11',
    email: 'Ada@Example.com',
    first_name: 'Ada',
    last_name: '',
    email_subscribed: true,
    sms_subscribed: false,
    properties: { plan: 'pro', seats: 5, signed_up: '2026-01-31T00:00:00.000Z' },
    created_at: '2027-01-31T09:30:00.000Z',
    updated_at: '2027-01-31T09:30:00.000Z',
    topics: [topic],
    segments: [],
  },
  trigger: {
    type: 'contact_property_changed',
    property: 'first_name',
    from: null,
    to: 'Ada',
    fired_at: '2027-02-01T00:00:00.000Z',
  },
  steps: new Map([
    ['tips', { status: 'delivered', delivered: true, opened: false, open_count: 2 }],
    ['dated', { status: '2027-01-31' }],
  ]),
}

type Row = [
  field: string,
  operator: Comparison['operator'],
  value: Exclude<Comparison['value'], undefined> | null,
  met: boolean,
  because: string,
]

test.each<Row>([
  ['contact.first_name', 'eq', 'Ada', true, 'is "Ada"'],
  ['contact.first_name', 'eq', 'Bob', false, 'is "Ada", not "Bob"'],
  ['contact.first_name', 'eq', 'ada', false, 'is "Ada", not "ada"'],
  ['contact.first_name', 'neq', 'Bob', true, 'is "Ada", not "Bob"'],
  ['contact.first_name', 'neq', 'Ada', false, 'is "Ada"'],
  ['contact.first_name', 'gt', 'Aaa', true, 'is "Ada", which is more than "Aaa"'],
  ['contact.first_name', 'contains', 'd', true, 'is "Ada", which contains "d"'],
  ['contact.first_name', 'starts_with', 'A', true, 'is "Ada", which starts with "A"'],
  ['contact.first_name', 'ends_with', 'b', false, 'is "Ada", which does not end with "b"'],
  ['contact.first_name', 'exists', null, true, 'is "Ada"'],
  ['contact.first_name', 'is_empty', null, false, 'is "Ada"'],
  ['contact.properties.plan', 'eq', 'pro', true, 'is "pro"'],
  ['contact.properties.seats', 'gte', 5, true, 'is 5, which is at least 5'],
  [
    'contact.properties.signed_up',
    'lt',
    '2026-02-01',
    true,
    'is "2026-01-31T00:00:00.000Z", which is less than "2026-02-01"',
  ],
  ['contact.properties.vip', 'eq', true, false, 'is not set'],
  ['contact.properties.constructor', 'exists', null, false, 'is not set'],
  // Addresses are compared without case.
  ['contact.email', 'eq', 'ada@example.com', true, 'is "Ada@Example.com"'],
  ['contact.email', 'ends_with', '@EXAMPLE.com', true, 'is "Ada@Example.com", which ends with "@EXAMPLE.com"'],
  // An empty value is set; an unset one equals nothing.
  ['contact.last_name', 'exists', null, true, 'is empty'],
  ['contact.last_name', 'is_empty', null, true, 'is empty'],
  ['contact.phone_number', 'exists', null, false, 'is not set'],
  ['contact.phone_number', 'is_empty', null, true, 'is not set'],
  ['contact.phone_number', 'eq', '+14155552671', false, 'is not set'],
  ['contact.phone_number', 'neq', '+14155552671', true, 'is not set'],
  ['contact.phone_number', 'gte', '', false, 'is not set'],
  ['contact.phone_number', 'contains', '1', false, 'is not set'],
  ['trigger.from', 'exists', null, false, 'is not set'],
  ['trigger.to', 'eq', 'Ada', true, 'is "Ada"'],
  // Values of events can have any type.
  ['trigger.to', 'gte', 10, false, 'is "Ada", which cannot be compared with 10'],
  ['trigger.to', 'lte', true, false, 'is "Ada", which cannot be compared with true'],
  ['contact.email_subscribed', 'eq', true, true, 'is true'],
  ['contact.sms_subscribed', 'eq', true, false, 'is false, not true'],
  ['contact.sms_subscribed', 'neq', true, true, 'is false, not true'],
  ['contact.sms_subscribed', 'is_empty', null, false, 'is false'],
  // Timestamps in different notations.
  ['contact.created_at', 'eq', '2027-01-31T09:30:00Z', true, 'is "2027-01-31T09:30:00.000Z"'],
  ['contact.created_at', 'gt', '2027-01-31', true, 'is "2027-01-31T09:30:00.000Z", which is more than "2027-01-31"'],
  ['contact.created_at', 'lt', '2027-02-01', true, 'is "2027-01-31T09:30:00.000Z", which is less than "2027-02-01"'],
  ['contact.created_at', 'lte', '2027-01-31', false, 'is "2027-01-31T09:30:00.000Z", which is more than "2027-01-31"'],
  ['steps.dated.status', 'contains', '2027-01-31', true, 'is "2027-01-31", which contains "2027-01-31"'],
  ['contact.topics', 'contains', topic, true, `is ["${topic}"], which contains "${topic}"`],
  ['contact.topics', 'contains', 'x', false, `is ["${topic}"], which does not contain "x"`],
  ['contact.topics', 'is_empty', null, false, `is ["${topic}"]`],
  ['steps.tips.delivered', 'eq', true, true, 'is true'],
  ['steps.tips.opened', 'eq', true, false, 'is false, not true'],
  ['steps.tips.open_count', 'gte', 2, true, 'is 2, which is at least 2'],
  ['steps.tips.open_count', 'lt', 10, true, 'is 2, which is less than 10'],
  ['steps.tips.open_count', 'gte', 10, false, 'is 2, which is less than 10'],
  ['steps.tips.status', 'eq', 'delivered', true, 'is "delivered"'],
  // Facts of a send that has not happened.
  ['steps.later.opened', 'eq', false, true, 'is false'],
  ['steps.later.click_count', 'eq', 0, true, 'is 0'],
  ['steps.later.status', 'exists', null, false, 'is not set'],
])('%s %s %j is %s', (field, operator, value, met, because) => {
  const condition = { field, operator, ...(value !== null && { value }) }
  expect(evaluate(condition, facts)).toEqual({ met, because: `${field} ${because}` })
})

describe('a list', () => {
  const yes = { field: 'contact.first_name', operator: 'eq', value: 'Ada' } as const
  const no = { field: 'contact.sms_subscribed', operator: 'eq', value: true } as const
  const why = { yes: 'contact.first_name is "Ada"', no: 'contact.sms_subscribed is false, not true' }

  test.each<[string, Condition, boolean, string]>([
    ['of all is met when all are, with every reason', { all: [yes, yes] }, true, `${why.yes} and ${why.yes}`],
    ['of all fails with the reason of the first that fails', { all: [yes, no, yes] }, false, why.no],
    ['of any is met with the reason of the first that is', { any: [no, yes] }, true, why.yes],
    ['of any fails when all do, with every reason', { any: [no, no] }, false, `${why.no} and ${why.no}`],
    ['may hold lists', { all: [yes, { any: [no, { all: [yes] }] }] }, true, `${why.yes} and ${why.yes}`],
  ])('%s', (_, condition, met, because) => {
    expect(evaluate(condition, facts)).toEqual({ met, because })
  })
})

test.each([
  '__proto__',
  'contact.__proto__',
  'contact.constructor',
  'trigger.toString',
  'steps.__proto__.status',
  'steps',
  '',
])('%j is no field and counts as unset', field =>
  expect(evaluate({ field, operator: 'exists' }, facts)).toEqual({ met: false, because: `${field} is not set` }),
)

test('a long value is truncated', () => {
  const contact = { ...facts.contact, first_name: '😀'.repeat(10_000) }
  const { because } = evaluate({ field: 'contact.first_name', operator: 'eq', value: 'Bob' }, { ...facts, contact })
  expect(because.length).toBeLessThan(200)
  expect(because.isWellFormed()).toBe(true)
})

const value = fc.oneof(
  fc.string(),
  fc.constantFrom('2027-01-31', '2027-01-31T09:30:00Z', 'Ada'),
  fc.boolean(),
  fc.integer(),
)
const field = fc.constantFrom(
  'contact.first_name',
  'contact.created_at',
  'contact.topics',
  'steps.tips.open_count',
  'trigger.from',
)

test('every comparison has a verdict, neq is the opposite of eq, and at most one of gt, eq and lt holds', () => {
  fc.assert(
    fc.property(field, value, (field, value) => {
      const met = (operator: Comparison['operator']) => evaluate({ field, operator, value }, facts).met
      for (const operator of operators) expect(typeof met(operator)).toBe('boolean')
      expect(met('neq')).toBe(!met('eq'))
      expect([met('lt'), met('gt'), met('eq')].filter(Boolean).length).toBeLessThanOrEqual(1)
      expect(met('gte')).toBe(met('gt') || met('eq'))
      expect(met('lte')).toBe(met('lt') || met('eq'))
    }),
  )
})
