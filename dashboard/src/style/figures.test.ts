import { expect, test } from 'vitest'
import { counted, nounFor } from './figures.ts'

test.each([
  [0, '0 emails'],
  [1, '1 email'],
  [2, '2 emails'],
  [1.5, '1.5 emails'],
  [48_760, '48,760 emails'],
])('%d has the right noun', (value, words) => {
  expect(counted(value, 'email')).toBe(words)
  expect(words).toContain(nounFor(value, 'email'))
})
