import { expect, test } from 'vitest'
import { endOf, startOf } from './spans.ts'

test.each([
  ['hour', '2026-12-31T23:59:59.999Z', '2026-12-31T23:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['hour', '2026-07-01T10:00:00.000Z', '2026-07-01T10:00:00.000Z', '2026-07-01T11:00:00.000Z'],
  ['day', '2028-02-28T12:30:00.000Z', '2028-02-28T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['day', '2026-12-31T00:00:00.000Z', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['month', '2026-01-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
  ['month', '2026-12-15T00:00:00.000Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
] as const)('the %s of %s is from %s to %s', (span, time, start, end) => {
  expect(startOf[span](new Date(time)).toISOString()).toBe(start)
  expect(endOf[span](new Date(time)).toISOString()).toBe(end)
})
