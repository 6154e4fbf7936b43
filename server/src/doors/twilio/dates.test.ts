import { expect, test } from 'vitest'
import { datesOf, sendAtOf } from './dates.ts'

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
  [{ 'DateSent<': '2026-02-30' }, { created_before: '2026-02-30' }],
  [{ 'DateSent<': '1' }, { created_before: '1' }],
])('%j filters by %j', (asked, expected) => {
  expect(datesOf(asked)).toEqual(expected)
})

test.each([
  ['2026-11-17T12:00:00Z', '2026-11-17T12:00:00Z'],
  ['2026-11-17T12:00:00+01:00', '2026-11-17T11:00:00.000Z'],
  ['2026-11-17T12:00:00-0530', '2026-11-17T17:30:00.000Z'],
  ['2026-11-17T12:00:00', '2026-11-17T12:00:00'],
  ['2026-11-17T99:00:00+01:00', '2026-11-17T99:00:00+01:00'],
  ['2026-02-30T12:00:00+01:00', '2026-02-30T12:00:00+01:00'],
  ['tomorrow', 'tomorrow'],
])('SendAt %s is %s', (asked, expected) => {
  expect(sendAtOf(asked)).toBe(expected)
})
