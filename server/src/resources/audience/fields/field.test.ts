import { expect, test } from 'vitest'
import { parseValue, toSortable, toValue } from './field.ts'

test.each([
  ['string', 'pro', 'pro'],
  ['string', 5, undefined],
  ['number', 5.5, 5.5],
  ['number', '5', undefined],
  ['boolean', false, false],
  ['boolean', 0, undefined],
  ['date', '2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['date', '2027-01-31T09:30:00Z', '2027-01-31T09:30:00.000Z'],
  ['date', '2027-02-30', undefined],
  ['date', 'tomorrow', undefined],
] as const)('a %s given as %o is stored as %o', (type, given, kept) => {
  expect(toValue(type, given)).toBe(kept)
})

test.each([
  ['number', '-12.5', -12.5],
  ['number', '1e5', undefined],
  ['number', '', undefined],
  ['number', '0x10', undefined],
  ['boolean', 'TRUE', true],
  ['boolean', 'Sí', true],
  ['boolean', 'perhaps', undefined],
  ['string', '5', '5'],
  ['date', '2027-01-31', '2027-01-31T00:00:00.000Z'],
] as const)('a %s written as %o is parsed as %o', (type, text, value) => {
  expect(parseValue(type, text)).toBe(value)
})

test('the sortable texts of numbers have the order of the numbers', () => {
  const inOrder = [
    -Number.MAX_VALUE,
    -1e9,
    -12.5,
    -1,
    -Number.MIN_VALUE,
    0,
    Number.MIN_VALUE,
    0.1,
    1,
    2,
    10,
    1e9,
    1e300,
  ]

  expect(inOrder.map(toSortable).toSorted()).toEqual(inOrder.map(toSortable))
  expect(toSortable(-0)).toBe(toSortable(0))
})
