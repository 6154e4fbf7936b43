import { expect, test } from 'vitest'
import { before, change, periodOf, rangeOf, type Step, valuesOf } from './period.ts'

const now = Date.parse('2026-11-15T12:34:56Z')
const none = {
  emails_sent: 0,
  recipients_reached: 0,
  emails_delivered: 0,
  recipients_delivered: 0,
  emails_opened: 0,
  emails_clicked: 0,
  emails_opened_by_people: 0,
  emails_clicked_by_people: 0,
  emails_bounced: 0,
  emails_complained: 0,
  delivery_rate: 0,
  open_rate: 0,
  click_rate: 0,
  bounce_rate: 0,
  complaint_rate: 0,
}

test('a day is 24 full hours up to the current one', () => {
  const { start, starts } = periodOf('24h', now)

  expect(start).toBe('2026-11-14T13:00:00.000Z')
  expect(starts).toHaveLength(24)
  expect(starts.at(-1)).toBe('2026-11-15T12:00:00.000Z')
})

test('a week is 7 full days in UTC, including today', () => {
  const { starts } = periodOf('7d', now)

  expect(starts).toHaveLength(7)
  expect(starts.at(-1)).toBe('2026-11-15T00:00:00.000Z')
})

test('steps omitted by the server are 0', () => {
  const series: Step[] = [{ ...none, start: '2026-11-14T00:00:00.000Z', emails_sent: 5 }]

  expect(valuesOf(periodOf('7d', now), series, 'emails_sent')).toEqual([0, 0, 0, 0, 0, 5, 0])
})

test('a range includes both of its days, and has hourly steps if it is short', () => {
  expect(rangeOf('2026-11-01', '2026-11-30')).toMatchObject({
    start: '2026-11-01T00:00:00.000Z',
    end: '2026-12-01T00:00:00.000Z',
    granularity: 'day',
  })
  expect(rangeOf('2026-11-01', '2026-11-30')?.starts).toHaveLength(30)
  expect(rangeOf('2026-11-01', '2026-11-01')?.starts).toHaveLength(24)
})

test.each([
  ['2026-11-02', '2026-11-01'],
  ['2026-11-02', undefined],
  ['x', '2026-11-01'],
  ['2020-01-01', '2026-11-01'],
])('from %s to %s is not a valid range', (from, to) => {
  expect(rangeOf(from, to)).toBeUndefined()
})

test('the previous period has the same length and ends where this one starts', () => {
  expect(before(periodOf('7d', now))).toEqual({ start: '2026-11-02T00:00:00.000Z', end: '2026-11-09T00:00:00.000Z' })
})

test.each([
  [112, 100, '+12 %'],
  [50, 100, '−50 %'],
  [5, 0, undefined],
  [5, 5, undefined],
])('%i after %i is %s', (value, then, words) => {
  expect(change(value, then)).toBe(words)
})
