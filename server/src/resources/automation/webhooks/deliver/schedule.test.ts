import { expect, test } from 'vitest'
import { attemptSchedule, pauseAfter } from './schedule.ts'

test('ten attempts: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, 75:35:05 in all', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(tries => pauseAfter(tries, 0.5, attemptSchedule))

  const hour = 3_600
  const seconds = [5, 300, 1_800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
  expect(pauses).toEqual([...seconds.map(pause => pause * 1_000), undefined])
  expect(seconds.reduce((sum, pause) => sum + pause)).toBe(75 * hour + 35 * 60 + 5)
})

test('jitter spreads a pause by a tenth to either side', () => {
  expect(pauseAfter(1, 0, attemptSchedule)).toBe(4_500)
  expect(pauseAfter(1, 1, attemptSchedule)).toBe(5_500)
})

test('a longer Retry-After is respected, a shorter one ignored', () => {
  expect(pauseAfter(1, 0.5, attemptSchedule, 60_000)).toBe(60_000)
  expect(pauseAfter(2, 0.5, attemptSchedule, 1_000)).toBe(300_000)
})

test('a Retry-After does not add an attempt', () => {
  expect(pauseAfter(10, 0.5, attemptSchedule, 60_000)).toBeUndefined()
})
