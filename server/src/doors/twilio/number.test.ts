import { expect, test } from 'vitest'
import { numberIn } from './number.ts'

test.each([
  ['+14155552671', '+14155552671'],
  [' 14155552671', '+14155552671'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['+49 171.1234567 ', '+491711234567'],
  ['12345', '12345'],
  ['ACME 24', 'ACME 24'],
  ['4155552671', '4155552671'],
  ['+1x', '+1x'],
  ['+', '+'],
  ['', ''],
])('%j is %j', (text, number) => {
  expect(numberIn(text)).toBe(number)
})
