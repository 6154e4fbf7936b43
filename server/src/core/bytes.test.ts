import { expect, test } from 'vitest'
import { describeBytes } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [17.4, '17 bytes'],
  [1_023, '1,023 bytes'],
  [1_024, '1 KiB'],
  [2_560, '2.5 KiB'],
  [50 * 2 ** 20, '50 MiB'],
  [900.4 * 2 ** 20, '900 MiB'],
  [2 ** 30, '1.0 GiB'],
  [1_234.56 * 2 ** 30, '1,234.6 GiB'],
])('%d bytes are %s', (bytes, words) => {
  expect(describeBytes(bytes)).toBe(words)
})
