import { expect, test } from 'vitest'
import { addressesIn } from './addresses.ts'

test.each([
  ['', []],
  ['ada@example.com', ['ada@example.com']],
  [
    ' ada@example.com,bob@example.com;\n\teve@example.com ada@example.com\n',
    ['ada@example.com', 'bob@example.com', 'eve@example.com'],
  ],
])('%j', (text, expected) => {
  expect(addressesIn(text)).toEqual(expected)
})
