import { expect, test } from 'vitest'
import { dollarsOf } from './dollars.ts'

test.each([
  [0, '$0.00'],
  [1, '$0.001'],
  [10, '$0.01'],
  [-35, '-$0.035'],
  [48_761, '$48.76'],
])('%d credits are %s', (credits, text) => {
  expect(dollarsOf(credits)).toBe(text)
})
