import { expect, test } from 'vitest'
import { asLocalTime, momentOf } from './local-time.ts'

const planned = new Date(2026, 10, 15, 8, 5, 37)

test('a time that is left as it was stays exact, another is the one that was typed', () => {
  expect(asLocalTime(planned)).toBe('2026-11-15T08:05')
  expect(momentOf('2026-11-15T08:05', planned.toISOString())).toBe(planned.toISOString())
  expect(momentOf('2026-11-15T08:06', planned.toISOString())).toBe(new Date(2026, 10, 15, 8, 6).toISOString())
})

test.each(['', '220261-12-01T10:00'])('%j is no moment', typed => {
  expect(momentOf(typed)).toBeUndefined()
})
