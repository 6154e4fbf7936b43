import { expect, test } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const now = new Date('1994-11-06T08:49:00Z')

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['-5', 0],
  ['86400', 86_400_000],
  ['86401', 86_400_000],
  ['9'.repeat(400), 86_400_000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
  ['Sun Nov  6 08:49:37 1994', 37_000],
  ['Sun, 06 Nov 1994 08:48:00 GMT', 0],
  ['Wed, 06 Nov 2994 08:49:37 GMT', 86_400_000],
])('%s is a wait of %i ms', (header, waitMs) => {
  expect(parseRetryAfter(header, now)).toBe(waitMs)
})

test.each([
  ...['', 'soon', '1.5', '1e3', '0x10', '5 minutes', 'NaN', 'Infinity', '12, 13', '٣'],
  ...['1994-11-06T08:49:37Z', 'Sun, 06 Nov 1994 08:49:37 CET', 'Sun, 99 Nov 1994 08:49:37 GMT', 'Nov 1994', '6 apples'],
])('%j is ignored', header => {
  expect(parseRetryAfter(header, now)).toBeUndefined()
})

test('a missing header is undefined, and the first of several counts', () => {
  expect(parseRetryAfter(undefined, now)).toBeUndefined()
  expect(parseRetryAfter(['1', '2'], now)).toBe(1_000)
})
