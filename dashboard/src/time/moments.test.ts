import { expect, test } from 'vitest'
import { duration, relative } from './moments.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()

test.each([
  [0, 'just now'],
  [-30, 'just now'],
  [30, 'in a moment'],
  [-60, '1 min. ago'],
  [-240, '4 min. ago'],
  [-3_600, '1 hr. ago'],
  [7_200, 'in 2 hr.'],
  [-86_400, 'yesterday'],
  [-3 * 86_400, '3 days ago'],
])('%i seconds from now is “%s”', (seconds, words) => {
  expect(relative(at(seconds), now)).toBe(words)
})

test('more than a week away it is a date, with the year if it is another one', () => {
  expect(relative('2026-10-01T12:00:00Z', now)).toBe('Oct 1')
  expect(relative('2025-10-01T12:00:00Z', now)).toBe('Oct 1, 2025')
})

test.each([
  [38, '38 ms'],
  [1_234, '1.2 s'],
  [240_000, '4 min'],
])('%i milliseconds are “%s”', (ms, words) => {
  expect(duration(ms)).toBe(words)
})
