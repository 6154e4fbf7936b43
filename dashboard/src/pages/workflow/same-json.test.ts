import { expect, test } from 'vitest'
import { isSameJson } from './same-json.ts'

test.each([
  [{ a: 1, b: [{ c: null, d: 'x' }] }, { b: [{ d: 'x', c: null }], a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [[1, 2], [2, 1], false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: null }, {}, false],
  [[], {}, false],
  [0, '0', false],
  [null, {}, false],
])('%j and %j: %j', (a, b, isSame) => {
  expect(isSameJson(a, b)).toBe(isSame)
  expect(isSameJson(b, a)).toBe(isSame)
})
