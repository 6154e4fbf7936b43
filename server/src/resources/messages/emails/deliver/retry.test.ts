import { expect, test } from 'vitest'
import { pauseAfter } from '#sending/retry.ts'
import { retrySchedule } from './retry.ts'

const seconds = (attempt: number, chance = 0.5) => pauseAfter(attempt, chance, retrySchedule) / 1_000

test('the first retry is after 5 minutes, each pause is twice as long, and the longest is 4,000 s', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map(attempt => seconds(attempt))).toEqual([
    300, 600, 1_200, 2_400, 4_000, 4_000, 4_000,
  ])
})

test('each pause is up to a tenth shorter or longer, so that emails deferred together are spread out', () => {
  expect([seconds(1, 0), seconds(1, 1)]).toEqual([270, 330])
  expect([seconds(9, 0), seconds(9, 1)]).toEqual([3_600, 4_400])
})

test('an email is given up after five days', () => {
  expect(retrySchedule.giveUpAfterMs).toBe(5 * 24 * 60 * 60 * 1_000)
})

test('even the thousandth pause is a number of milliseconds', () => {
  expect(pauseAfter(2_000, 0.123, retrySchedule)).toSatisfy(Number.isSafeInteger)
})
