import { expect, test } from 'vitest'
import { keyOfColumn, toContactRow } from './contact-fields.ts'
import { typeOfCells } from './type-of-cells.ts'

test.each([
  ['Plan', 'plan'],
  ['Customer since', 'customer_since'],
  ['Größe (cm)', 'gro_e_cm'],
  ['2nd name', 'nd_name'],
  ['###', undefined],
])('the column %s becomes the field %s', (column, key) => {
  expect(keyOfColumn(column)).toBe(key)
})

test('cells of custom fields are sent as properties', () => {
  expect(toContactRow({ email: 'a@b.co', 'properties.plan': 'pro' })).toEqual({
    email: 'a@b.co',
    properties: { plan: 'pro' },
  })
  expect(toContactRow({ email: 'a@b.co' })).toEqual({ email: 'a@b.co' })
})

test.each([
  [['1', '-2.5', ''], 'number'],
  [['01234', '5'], 'string'],
  [['true', 'FALSE'], 'boolean'],
  [['2027-01-31', '2027-02-01T10:00:00Z'], 'date'],
  [['pro', '5'], 'string'],
  [[], 'string'],
] as const)('cells like %j give a field of type %s', (cells, type) => {
  expect(typeOfCells(cells)).toBe(type)
})
