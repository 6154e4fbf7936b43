import { expect, test } from 'vitest'
import { hasMoved, placeAt, scrollStep } from './drag.ts'

const list = { left: 0, right: 200, top: 100, bottom: 400 }
const cards = [100, 150, 200].map(top => ({ top, bottom: top + 40 }))

test.each([
  ['above all', 101, 0],
  ['in the upper half of the first', 119, 0],
  ['in its lower half', 121, 1],
  ['between two', 145, 1],
  ['in the lower half of the last', 225, 3],
  ['below all', 390, 3],
  ['above the list', 99, undefined],
  ['below the list', 401, undefined],
])('%s', (_, y, before) => {
  expect(placeAt(list, cards, { x: 20, y })).toBe(before)
})

test('outside the list there is no drop position', () => {
  for (const x of [-1, 201]) expect(placeAt(list, cards, { x, y: 120 })).toBeUndefined()
})

test('small pointer movements during a press do not start a drag', () => {
  expect(hasMoved({ x: 10, y: 10 }, { x: 13, y: 7 })).toBe(false)
  expect(hasMoved({ x: 10, y: 10 }, { x: 10, y: 16 })).toBe(true)
})

test.each([
  [250, 0],
  [133, 0],
  [116, -6],
  [100, -12],
  [20, -12],
  [384, 6],
  [500, 12],
])('held at %i, the panel scrolls by %i', (y, step) => {
  expect(scrollStep(list, y)).toBe(step)
})
