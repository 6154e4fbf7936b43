import { afterEach, expect, test, vi } from 'vitest'
import { timeOfIso } from './iso-time.ts'

test.each([
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T09:30', '2027-01-31T09:30:00.000Z'],
  ['2027-01-31T09:30:00', '2027-01-31T09:30:00.000Z'],
  ['2028-02-29T09:30:00Z', '2028-02-29T09:30:00.000Z'],
  ['2027-01-31T09:30:00.123456+02:00', '2027-01-31T07:30:00.123Z'],
  ['2027-01-31T09:30:00-0530', '2027-01-31T15:00:00.000Z'],
])('%s is %s, in every time zone', (text, time) => {
  for (const [zone, offset] of [
    ['UTC', 0],
    ['Asia/Kolkata', -330],
  ] as const) {
    vi.stubEnv('TZ', zone)
    expect(new Date(0).getTimezoneOffset()).toBe(offset)
    expect(timeOfIso(text)?.toISOString(), zone).toBe(time)
  }
})
afterEach(() => vi.unstubAllEnvs())

test.each([
  '2027-02-29',
  '2027-02-30T00:00:00Z',
  '2027-04-31T00:00:00+02:00',
  '2027-01-31T24:00:00Z',
  '2027-06-30T23:59:60Z',
  '2027-01-31T09:30:00+25:00',
  '0000-01-01',
  '2027-01-31T09:30:00z ',
  '31 Jan 2027',
  '1',
  '',
])('%j is none', text => {
  expect(timeOfIso(text)).toBeUndefined()
})
