import { expect, test } from 'vitest'
import { formatsFor } from './formats.ts'

const afternoon = new Date('2026-11-15T18:05:09Z')

test.each([
  ['en-US', 'Nov 15', 'Nov 15, 2026, 1:05:09 PM EST', '1:05 PM'],
  ['en-GB', '15 Nov', '15 Nov 2026, 13:05:09 GMT-5', '13:05'],
  ['de', '15 Nov', '15 Nov 2026, 13:05:09 GMT-5', '13:05'],
  ['fr-CA', 'Nov 15', 'Nov 15, 2026, 13:05:09 EST', '13:05'],
  ['en-GB@posix', '15 Nov', '15 Nov 2026, 13:05:09 GMT-5', '13:05'],
  ['what?', 'Nov 15', 'Nov 15, 2026, 1:05:09 PM EST', '1:05 PM'],
  ['ja-JP', 'Nov 15', 'Nov 15, 2026, 13:05:09 GMT-5', '13:05'],
])('%s: the region’s date order, one clock, and the zone of a full time', (language, day, full, clock) => {
  const formats = formatsFor(language, 'America/New_York')
  const plain = (format: Intl.DateTimeFormat) => format.format(afternoon).replaceAll('\u202f', ' ')

  expect([plain(formats.day), plain(formats.full), plain(formats.clock)]).toEqual([day, full, clock])
  expect(plain(formats.preciseClock).includes('PM')).toBe(clock.includes('PM'))
})
