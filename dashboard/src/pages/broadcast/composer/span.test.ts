import { expect, test } from 'vitest'
import { spanOf, spanText, spanWords } from './span.ts'

test.each([
  ['90m', 90, 'm', '90 minutes'],
  ['6h', 6, 'h', '6 hours'],
  ['1h', 1, 'h', '1 hour'],
] as const)('%s', (text, amount, unit, words) => {
  expect(spanOf(text)).toEqual({ amount, unit })
  expect(spanText(amount, unit)).toBe(text)
  expect(spanWords(text)).toBe(words)
})

test.each([
  [0, 'h'],
  [1.5, 'h'],
  [169, 'h'],
  [10_000, 'm'],
] as const)('%d%s is not stored', (amount, unit) => {
  expect(spanText(amount, unit)).toBeUndefined()
})

test('an invalid text is not a span', () => {
  expect(spanOf(undefined)).toBeUndefined()
  expect(spanOf('soon')).toBeUndefined()
})
