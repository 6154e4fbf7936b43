import { expect, test } from 'vitest'
import { minSecondsAfterDrain, stopTimes } from './stop-times.ts'

test.each([
  ['start', null, 0.3, { allMs: 9_500, noticeMs: 300, answersMs: 5_000, workMs: 7_000 }],
  ['worker', null, 0.3, { allMs: 30_000, noticeMs: 300, answersMs: 25_500, workMs: 25_000 }],
  ['api', null, 10, { allMs: 19_200, noticeMs: 10_000, answersMs: 5_000, workMs: 16_000 }],
  ['api', 60, 20, { allMs: 60_000, noticeMs: 20_000, answersMs: 35_800, workMs: 50_000 }],
] as const)('%s, set to stop within %s s with a drain of %s s', (role, stopSeconds, drainSeconds, expected) => {
  expect(stopTimes(role, { stopSeconds, drainSeconds })).toEqual(expected)
})

test('the shortest stop leaves time for answers and for work', () => {
  const { answersMs, workMs } = stopTimes('start', { stopSeconds: 5 + minSecondsAfterDrain, drainSeconds: 5 })
  expect(Math.min(answersMs, workMs)).toBeGreaterThan(500)
})
