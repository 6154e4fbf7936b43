import { expect, test } from 'vitest'
import { planOf } from '#core/addresses/numbering-plans.ts'
import { describeQuiet, quietAt, readTimeOfDay } from './quiet-hours.ts'
import { zonesOf } from './zones.ts'

const night = { from: 21 * 60, to: 8 * 60 }
const noon = { from: 12 * 60, to: 13 * 60 + 30 }

test.each([
  ['in the evening in Berlin', night, '+4915112345678', '2026-01-15T20:00:00Z', '2026-01-16T07:00:00Z Europe/Berlin'],
  ['a minute before', night, '+4915112345678', '2026-01-15T19:59:59Z', undefined],
  ['before the morning', night, '+4915112345678', '2026-01-16T06:59:59Z', '2026-01-16T07:00:00Z Europe/Berlin'],
  ['in the morning', night, '+4915112345678', '2026-01-16T07:00:00Z', undefined],
  [
    'when the clock goes forward',
    night,
    '+4915112345678',
    '2026-03-28T22:00:00Z',
    '2026-03-29T06:00:00Z Europe/Berlin',
  ],
  ['when it goes back', night, '+4915112345678', '2026-10-24T22:00:00Z', '2026-10-25T07:00:00Z Europe/Berlin'],
  ['at noon', noon, '+819012345678', '2026-01-15T03:30:00Z', '2026-01-15T04:30:00Z Asia/Tokyo'],
  [
    'where only the west sleeps',
    night,
    '+14155552671',
    '2026-01-15T15:00:00Z',
    '2026-01-15T16:00:00Z America/Los_Angeles',
  ],
  [
    'where only the east sleeps',
    night,
    '+12125552671',
    '2026-01-16T02:30:00Z',
    '2026-01-16T16:00:00Z America/Los_Angeles',
  ],
  ['when all are awake', night, '+14155552671', '2026-01-15T18:00:00Z', undefined],
  ['in Hawaii', night, '+18085552671', '2026-01-15T17:00:00Z', '2026-01-15T18:00:00Z Pacific/Honolulu'],
  ['in Guam', night, '+16715552671', '2026-01-15T18:00:00Z', '2026-01-15T22:00:00Z Pacific/Guam'],
  ['in Jamaica', night, '+18765552671', '2026-01-15T12:00:00Z', '2026-01-15T13:00:00Z America/Jamaica'],
  [
    'from one end of Russia to the other',
    night,
    '+79161234567',
    '2026-01-15T09:00:00Z',
    '2026-01-16T06:00:00Z Europe/Kaliningrad',
  ],
  ['in Kazakhstan', night, '+77012345678', '2026-01-15T05:00:00Z', undefined],
  ['for a satellite', night, '+870772345678', '2026-01-15T23:00:00Z', undefined],
])('%s', (_, hours, number, moment, expected) => {
  const quiet = quietAt(hours, number, new Date(moment))
  expect(quiet && `${quiet.until.toISOString().replace('.000', '')} ${quiet.zone}`).toBe(expected)
})

const codes = Array.from({ length: 999 }, (_, nth) => String(nth + 1)).filter(code => planOf(`+${code}`)?.code === code)
const placeless = ['800', '808', '870', '878', '881', '882', '883', '888', '979']

test('every country has its zones, and some hours of the day that are quiet in none of them', () => {
  expect(codes.filter(code => zonesOf(`+${code}0000000`).length === 0)).toEqual(placeless)
  const longest = { from: 20 * 60, to: 8 * 60 }
  for (const code of codes.filter(one => !placeless.includes(one))) {
    for (let hour = 0; hour < 24; hour++) {
      const moment = new Date(Date.UTC(2026, 0, 15, hour))
      const { until = moment } = quietAt(longest, `+${code}0000000`, moment) ?? {}
      expect(quietAt(longest, `+${code}0000000`, until), `${code} at ${hour}`).toBeUndefined()
      expect(until.getTime() - moment.getTime(), `${code} at ${hour}`).toBeLessThanOrEqual(86_400_000)
    }
  }
})

test('quiet hours are described in words', () => {
  expect(describeQuiet(noon, { until: new Date(), zone: 'Asia/Tokyo' })).toBe('quiet hours until 13:30 in Asia/Tokyo')
})

test.each([
  ['00:00', 0],
  ['23:59', 1_439],
  ['24:00', undefined],
  ['9:00', undefined],
  ['', undefined],
])('%s is the minute %s of the day', (text, minute) => expect(readTimeOfDay(text)).toBe(minute))
