import { expect, test } from 'vitest'
import { missingOf, parseValues, withSamples } from './sample-values.ts'

test('every variable gets a value at its path', () => {
  expect(withSamples({}, ['code', 'order.total', 'order.customer.name'])).toEqual({
    code: '481502',
    order: { total: 'total', customer: { name: 'Ada Lovelace' } },
  })
})

test('existing values are kept', () => {
  const values = { code: 0, order: { total: null }, items: ['a'] }
  expect(withSamples(values, ['code', 'order.total', 'order.id', 'items.first'])).toEqual({
    code: 0,
    order: { total: null, id: 'id' },
    items: ['a'],
  })
})

test('a sample text is replaced by an object if the variable has fields', () => {
  expect(withSamples({}, ['order', 'order.id'])).toEqual({ order: { id: 'id' } })
  expect(withSamples({ order: 'order' }, ['order', 'order.id'])).toEqual({ order: { id: 'id' } })
})

test('variables without a value are listed', () => {
  expect(missingOf({ user: { name: 'Ada' }, toString: 1 }, ['user.name', 'user.age', 'constructor'])).toEqual([
    'user.age',
    'constructor',
  ])
})

test('the values must be an object', () => {
  expect(parseValues('{"a": [1]}')).toEqual({ a: [1] })
  expect(parseValues('  ')).toEqual({})
  expect(parseValues('[1]')).toContain('object')
  expect(parseValues('{"a": ')).toEqual(expect.any(String))
})
