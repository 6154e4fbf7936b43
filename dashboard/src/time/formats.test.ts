import { expect, test } from 'vitest'
import { formatsFor } from './formats.ts'

const afternoon = new Date(2026, 10, 15, 13, 5, 9)

test.each([
  ['en-US', 'Nov 15', 'Nov 15, 2026, 1:05:09 PM', '1:05 PM'],
  ['en-GB', '15 Nov', '15 Nov 2026, 13:05:09', '13:05'],
  ['de', '15 Nov', '15 Nov 2026, 13:05:09', '13:05'],
  ['fr-CA', 'Nov 15', 'Nov 15, 2026, 13:05:09', '13:05'],
  ['en-GB@posix', '15 Nov', '15 Nov 2026, 13:05:09', '13:05'],
  ['what?', 'Nov 15', 'Nov 15, 2026, 1:05:09 PM', '1:05 PM'],
  ['ja-JP', 'Nov 15', 'Nov 15, 2026, 13:05:09', '13:05'],
])('%s: the region’s date order and one clock', (language, day, full, clock) => {
  const formats = formatsFor(language)
  const plain = (format: Intl.DateTimeFormat) => format.format(afternoon).replaceAll('\u202f', ' ')

  expect([plain(formats.day), plain(formats.full), plain(formats.clock)]).toEqual([day, full, clock])
  expect(plain(formats.preciseClock).includes('PM')).toBe(clock.includes('PM'))
})
