import { expect, test } from 'vitest'
import { datesOf } from './dates.ts'

test.each([
  [{}, {}],
  [
    { DateSent: '2026-11-17' },
    { created_after: '2026-11-16T23:59:59.999Z', created_before: '2026-11-18T00:00:00.000Z' },
  ],
  [
    { DateSent: '2026-11-17T12:00:00Z' },
    { created_after: '2026-11-16T23:59:59.999Z', created_before: '2026-11-18T00:00:00.000Z' },
  ],
  [{ 'DateSent>': '2026-11-17T12:00:00Z' }, { created_after: '2026-11-17T11:59:59.999Z' }],
  [{ 'DateSent<': '2026-11-17' }, { created_before: '2026-11-17T00:00:00.001Z' }],
  [{ 'DateSent<': 'yesterday' }, { created_before: 'yesterday' }],
])('%j asks for %j', (asked, expected) => {
  expect(datesOf(asked)).toEqual(expected)
})
