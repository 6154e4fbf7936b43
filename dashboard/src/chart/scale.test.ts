import { expect, test } from 'vitest'
import { fewSteps, labelledSteps, roundTop, stepAt } from './scale.ts'

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

test('the axis has no more labels than fit', () => {
  expect(labelledSteps(24, 8)).toEqual([0, 3, 6, 9, 12, 15, 18, 21])
  expect(labelledSteps(5, 8)).toEqual([0, 1, 2, 3, 4])
  expect(labelledSteps(0, 8)).toEqual([])
})

test('a step is found from anywhere in its band', () => {
  expect([0, 9.9, 10, 25].map(distance => stepAt(distance, 10))).toEqual([0, 0, 1, 2])
})

test('one or two steps with values are not drawn as a line', () => {
  const lone = [0, 0, 5]

  expect(fewSteps([lone, [0, 0, 4]])).toEqual([2])
  expect(fewSteps([lone, [0, 3, 0]])).toEqual([1, 2])
  expect(fewSteps([lone, [1, 3, 0]])).toBeUndefined()
  expect(fewSteps([[0, 0, 0]]), 'nothing at all is a flat line').toBeUndefined()
})
