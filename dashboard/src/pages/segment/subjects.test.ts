import { expect, test } from 'vitest'
import { conditionAbout, kindOf, operatorsFor, subjectOf, subjects, withOperator } from './subjects.ts'

const own = [
  { key: 'plan', type: 'string' },
  { key: 'seats', type: 'number' },
] as const

test('whatever can be chosen begins with a condition about it', () => {
  for (const { value } of subjects(own)) expect(subjectOf(conditionAbout(value, own))).toBe(value)
})

test('a condition about a field begins with what fits its kind', () => {
  expect(conditionAbout('properties.seats', own)).toEqual({ field: 'properties.seats', operator: 'eq', value: 0 })
  expect(conditionAbout('created_at', own)).toEqual({ field: 'created_at', operator: 'in_last_days', value: 30 })
  expect(conditionAbout('email_subscribed', own)).toEqual({ field: 'email_subscribed', operator: 'eq', value: true })
})

test('another operator keeps the value that fits it', () => {
  expect(withOperator('first_name', 'contains', 'text', 'Ada')).toMatchObject({ value: 'Ada' })
  expect(withOperator('created_at', 'gte', 'moment', 30)).toMatchObject({ value: '' })
  expect(withOperator('first_name', 'exists', 'text', 'Ada')).toEqual({ field: 'first_name', operator: 'exists' })
})

test('a field that is gone is a text', () => {
  expect(kindOf('properties.gone', own)).toBe('text')
  expect(operatorsFor('moment')).toContainEqual({ value: 'gt', label: 'after' })
})
