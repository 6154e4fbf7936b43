import { expect, test } from 'vitest'
import { askable, askedIn, comparisonWords, operatorsFor, toCondition, withField } from './conditions.ts'
import type { Definition } from './definition.ts'

const opened = { field: 'steps.tips.opened', operator: 'eq', value: true }
const named = { field: 'contact.first_name', operator: 'exists' }

test.each([
  ['a comparison', opened, { mode: 'all', parts: [opened] }],
  ['all of several', { all: [opened, named] }, { mode: 'all', parts: [opened, named] }],
  ['any of several', { any: [opened, named] }, { mode: 'any', parts: [opened, named] }],
  ['one inside of another', { any: [opened, { all: [named] }] }, undefined],
])('%s is shown unchanged, or not at all', (_, config, asked) => {
  expect(askedIn(config)).toEqual(asked)
  if (asked) expect(toCondition(askedIn(config) ?? { mode: 'all', parts: [] })).toEqual(config)
})

const definition: Definition = {
  steps: [
    { key: 'tips', type: 'send_email', config: {} },
    { key: 'text', type: 'send_sms', config: {} },
    { key: 'asks', type: 'condition', config: {} },
    { key: 'later', type: 'send_email', config: {} },
  ],
  connections: [
    { from: 'tips', to: 'text' },
    { from: 'text', to: 'asks' },
    { from: 'asks', to: 'later', type: 'condition_met' },
  ],
}

test('a condition can use custom fields', () => {
  const declared = [
    { key: 'plan', type: 'string' },
    { key: 'seats', type: 'number' },
    { key: 'vip', type: 'boolean' },
    { key: 'renews_on', type: 'date' },
  ] as const
  const own = askable({ steps: [], connections: [] }, 'asks', {}, declared).filter(({ field }) =>
    field.includes('properties.'),
  )
  expect(own).toEqual([
    { field: 'contact.properties.plan', kind: 'text' },
    { field: 'contact.properties.seats', kind: 'count' },
    { field: 'contact.properties.vip', kind: 'flag' },
    { field: 'contact.properties.renews_on', kind: 'moment' },
  ])
})

test('a condition can only use messages of earlier steps', () => {
  const fields = askable(definition, 'asks', { type: 'contact_created' }).map(({ field }) => field)
  expect(fields).toContain('steps.tips.opened')
  expect(fields).toContain('steps.text.undelivered')
  expect(fields).not.toContain('steps.text.opened')
  expect(fields.some(field => field.startsWith('steps.later.'))).toBe(false)
})

test('the fields of a trigger depend on its type', () => {
  const fields = (trigger: object) =>
    askable(definition, 'tips', { ...trigger }).filter(({ field }) => field.startsWith('trigger.'))
  expect(fields({ type: 'contact_property_changed', property: 'email_subscribed' })).toContainEqual({
    field: 'trigger.to',
    kind: 'flag',
  })
  expect(fields({ type: 'contact_created' })).toHaveLength(2)
})

test('changing the field keeps operator and value if they still fit', () => {
  const text = { field: 'contact.first_name', operator: 'contains', value: 'Ada' }
  expect(withField(text, { field: 'contact.last_name', kind: 'text' })).toEqual({ ...text, field: 'contact.last_name' })
  expect(withField(text, { field: 'contact.email_subscribed', kind: 'flag' })).toEqual({
    field: 'contact.email_subscribed',
    operator: 'eq',
    value: true,
  })
  expect(withField(named, { field: 'contact.topics', kind: 'list' })).toEqual({
    field: 'contact.topics',
    operator: 'exists',
  })
})

test('a flag has no size operators', () => {
  expect(operatorsFor('flag').map(({ value }) => value)).toEqual(['eq', 'neq', 'exists', 'is_empty'])
})

test('a comparison has a text', () => {
  expect(comparisonWords(opened)).toBe('steps.tips.opened is true')
  expect(comparisonWords(named)).toBe('first_name is set')
  expect(comparisonWords({})).toBe('… … …')
})
