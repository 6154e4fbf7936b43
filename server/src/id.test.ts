import { expect, test } from 'vitest'
import { isId, newId } from './id.ts'

test('ids are UUIDv7 and sort by the time they were made at', () => {
  const times = [0, 1, 1_000, 1_700_000_000_000, 1_800_000_000_000].map(time => newId(new Date(time)))

  for (const id of times) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect([...times].sort()).toEqual(times)
})

test('a hundred thousand ids of one millisecond are all different', () => {
  const now = new Date()
  const ids = new Set(Array.from({ length: 100_000 }, () => newId(now)))

  expect(ids.size).toBe(100_000)
})

test.each([
  '',
  'x',
  '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b1',
  '01945C1E-8D7A-7C3B-9A54-3F1F6D0C2B11',
  "' or 1=1",
  'a'.repeat(10_000),
  '\u0000',
])('%j cannot be an id', text => {
  expect(isId(text)).toBe(false)
})

test('every id that we make can be one', () => {
  expect(Array.from({ length: 1_000 }, () => newId(new Date())).every(isId)).toBe(true)
})
