import { expect, test } from 'vitest'
import { conditionAbout, kindOf, operatorsFor, subjectOf, subjects, withOperator } from './subjects.ts'

const own = [
  { key: 'plan', type: 'string' },
  { key: 'seats', type: 'number' },
] as const

test('every subject starts with a condition of its own', () => {
  for (const { value } of subjects(own)) expect(subjectOf(conditionAbout(value, own))).toBe(value)
})

test('a new condition has an operator and value that fit the kind of its field', () => {
  expect(conditionAbout('properties.seats', own)).toEqual({ field: 'properties.seats', operator: 'eq', value: 0 })
  expect(conditionAbout('created_at', own)).toEqual({ field: 'created_at', operator: 'in_last_days', value: 30 })
  expect(conditionAbout('email_subscribed', own)).toEqual({ field: 'email_subscribed', operator: 'eq', value: true })
})

test('changing the operator keeps the value if it still fits', () => {
  expect(withOperator('first_name', 'contains', 'text', 'Ada')).toMatchObject({ value: 'Ada' })
  expect(withOperator('created_at', 'gte', 'moment', 30)).toMatchObject({ value: '' })
  expect(withOperator('first_name', 'exists', 'text', 'Ada')).toEqual({ field: 'first_name', operator: 'exists' })
})

test('a deleted field is treated as text', () => {
  expect(kindOf('properties.gone', own)).toBe('text')
  expect(operatorsFor('moment')).toContainEqual({ value: 'gt', label: 'after' })
})
