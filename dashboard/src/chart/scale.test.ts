import { expect, test } from 'vitest'
import { labelledSteps, roundTop } from './scale.ts'

test.each([
  [0, 4],
  [3, 4],
  [7, 8],
  [9, 12],
  [10, 12],
  [41, 60],
  [990, 1_000],
  [1_001, 1_200],
])('an axis for %i goes up to %i', (largest, top) => {
  expect(roundTop(largest)).toBe(top)
})

test('no more labels stand on the axis than there is room for', () => {
  expect(labelledSteps(24, 8)).toEqual([0, 3, 6, 9, 12, 15, 18, 21])
  expect(labelledSteps(5, 8)).toEqual([0, 1, 2, 3, 4])
  expect(labelledSteps(0, 8)).toEqual([])
})
