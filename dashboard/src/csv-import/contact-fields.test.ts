import { expect, test } from 'vitest'
import { contactFields, keyOfColumn, toContactRow } from './contact-fields.ts'
import { guessMapping, mapRow } from './mapping.ts'
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
  [{ unsubscribed: true }, { email_subscribed: false }],
  [{ unsubscribed: false }, { email_subscribed: true }],
  [{ unsubscribed: true, email_subscribed: true }, { email_subscribed: false }],
  [{ unsubscribed: false, email_subscribed: false }, { email_subscribed: false }],
])('%j is sent as %j', (row, sent) => {
  expect(toContactRow({ email: 'a@b.co', ...row })).toEqual({ email: 'a@b.co', ...sent })
})

test.each([
  ['yes', { row: { unsubscribed: true } }],
  ['0', { row: { unsubscribed: false } }],
  ['subscribed', { problem: expect.stringContaining('"subscribed"') }],
])('%j in a column of the unsubscribed', (cell, mapped) => {
  expect(mapRow([cell], guessMapping(['Opt-out'], contactFields), contactFields)).toEqual(mapped)
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
