import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Config } from './definition.ts'
import { parseDuration } from './duration.ts'
import { dueAfter } from './timing.ts'

const from = new Date('2027-01-30T12:00:00.250Z') // a Saturday

test.each<[Config<'delay'>, string]>([
  [{ seconds: 90 }, '2027-01-30T12:01:30.250Z'],
  [{ minutes: 2 }, '2027-01-30T12:02:00.250Z'],
  [{ hours: 1.5 }, '2027-01-30T13:30:00.250Z'],
  [{ days: 3 }, '2027-02-02T12:00:00.250Z'],
  [{ duration: 'P3DT2H' }, '2027-02-02T14:00:00.250Z'],
  [{ until: { time: '13:00', timezone: 'UTC' } }, '2027-01-30T13:00:00.000Z'],
  [{ until: { time: '12:00', timezone: 'UTC' } }, '2027-01-31T12:00:00.000Z'],
  [{ until: { time: '13:00', timezone: 'Europe/Berlin' } }, '2027-01-31T12:00:00.000Z'],
  [{ until: { time: '17:45', timezone: 'Asia/Kolkata' } }, '2027-01-30T12:15:00.000Z'],
  [{ until: { time: '09:00', timezone: 'UTC', weekdays: ['monday'] } }, '2027-02-01T09:00:00.000Z'],
  [{ until: { time: '09:00', timezone: 'UTC', weekdays: ['saturday'] } }, '2027-02-06T09:00:00.000Z'],
  [{ until: { time: '13:00', timezone: 'UTC', weekdays: ['saturday'] } }, '2027-01-30T13:00:00.000Z'],
  [{ until: { time: '09:00', timezone: 'UTC', weekdays: ['friday', 'tuesday'] } }, '2027-02-02T09:00:00.000Z'],
  // It is already Sunday there.
  [{ until: { time: '04:00', timezone: 'Pacific/Kiritimati', weekdays: ['sunday'] } }, '2027-01-30T14:00:00.000Z'],
])('%j ends at the right time', (delay, expected) => {
  expect(dueAfter(delay, from).toISOString()).toBe(expected)
})

describe('a time of day on the day of a clock change', () => {
  test.each([
    ['is skipped', 'Europe/Berlin', '02:30', '2027-03-27T12:00:00Z', '2027-03-28T01:00:00.000Z'],
    ['is skipped', 'America/New_York', '02:00', '2027-03-13T12:00:00Z', '2027-03-14T07:00:00.000Z'],
    ['is skipped', 'Australia/Lord_Howe', '02:15', '2027-10-02T12:00:00Z', '2027-10-02T15:30:00.000Z'],
    ['comes twice', 'Europe/Berlin', '02:30', '2027-10-30T12:00:00Z', '2027-10-31T00:30:00.000Z'],
    ['comes twice and has come once', 'Europe/Berlin', '02:30', '2027-10-31T00:45:00Z', '2027-11-01T01:30:00.000Z'],
    ['comes twice', 'Australia/Lord_Howe', '01:45', '2027-04-03T12:00:00Z', '2027-04-03T14:45:00.000Z'],
    ['is after the change', 'Europe/Berlin', '09:00', '2027-03-27T12:00:00Z', '2027-03-28T07:00:00.000Z'],
  ])('%s: %s %s', (_, timezone, time, start, expected) => {
    expect(dueAfter({ until: { time, timezone } }, new Date(start)).toISOString()).toBe(expected)
  })
})

test('a time of day is always in the future, at most a day and the clock change away', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC', 'America/Nuuk']
  const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  const start = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...zones), time, start, (timezone, [hour, minute], from) => {
      const text = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
      const ahead = dueAfter({ until: { time: text, timezone } }, from).getTime() - from.getTime()
      expect(ahead).toBeGreaterThan(0)
      expect(ahead).toBeLessThanOrEqual(26 * 3_600_000)
    }),
  )
})

test.each([
  ['P1D', 86_400_000],
  ['PT1H', 3_600_000],
  ['PT90S', 90_000],
  ['P1W', 604_800_000],
  ['P1W2DT3H4M5S', 788_645_000],
  ['PT0S', 0],
])('%s is a valid duration', (text, expected) => expect(parseDuration(text)).toBe(expected))

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  'P1Y',
  'P1M',
  '1D',
  'p1d',
  'P-1D',
  'P1.5D',
  'PT1H1D',
  'P1D ',
  `P${'1'.repeat(100)}D`,
])('%j is none', text => expect(parseDuration(text)).toBeUndefined())
