import { expect, test } from 'vitest'
import { ignoredFieldsHeader } from './ignored-fields.ts'

test('the header holds only valid characters and is bounded', () => {
  const header = ignoredFieldsHeader([
    'a\r\nSet-Cookie: x',
    'é',
    '\ud800',
    ...Array.from({ length: 50 }, (_, n) => `f${n}`),
  ])

  expect(header).toMatch(/^[\x21-\x7e ]+$/)
  expect(header.length).toBeLessThan(1_000)
  expect(header.endsWith('...')).toBe(true)
})
