import { expect, test } from 'vitest'
import { inWords } from './in-words.ts'

test.each([
  [1, '1 second'],
  [60, '1 minute'],
  [3 * 86_400, '3 days'],
  [86_400 + 2 * 3_600, '1 day, 2 hours'],
  [90_061, '1 day, 1 hour, 1 minute, 1 second'],
])('%i seconds are %s', (seconds, words) => {
  expect(inWords(seconds * 1_000)).toBe(words)
})
