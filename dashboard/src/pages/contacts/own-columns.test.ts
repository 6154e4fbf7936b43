import { expect, test } from 'vitest'
import { columnsFrom } from './own-columns.ts'

test.each([
  [null, []],
  ['', []],
  ['plan,seats', ['plan', 'seats']],
  ['plan,<b>,,X', ['plan']],
])('%j', (kept, expected) => {
  expect(columnsFrom(kept)).toEqual(expected)
})
