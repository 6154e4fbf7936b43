import { expect, test } from 'vitest'
import { defaultWarmUp, warmUpOn } from './warm-up.ts'

const since = new Date('2026-11-01T00:00:00Z')

test.each([
  ['2026-10-31T12:00:00Z', { day: 1, perDay: 50 }],
  ['2026-11-01T23:59:59Z', { day: 1, perDay: 50 }],
  ['2026-11-02T00:00:00Z', { day: 2, perDay: 100 }],
  ['2026-11-04T00:00:00Z', { day: 4, perDay: 250 }],
  ['2026-11-30T23:59:59Z', { day: 30, perDay: 100_000 }],
  ['2026-12-01T00:00:00Z', undefined],
])('at %s an address that is new since 1 November may send %j', (at, expected) => {
  expect(warmUpOn(new Date(at), since)).toEqual(expected)
})

test('an address without a first day is warm', () => {
  expect(warmUpOn(new Date(), undefined)).toBeUndefined()
})

test('the amounts rise from step to step', () => {
  const rising = defaultWarmUp.every(({ untilDay, perDay }, nth) => {
    const before = defaultWarmUp[nth - 1]
    return !before || (before.untilDay < untilDay && before.perDay < perDay)
  })
  expect(rising).toBe(true)
})
