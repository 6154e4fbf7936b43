import { expect, test } from 'vitest'
import { moved } from './order.ts'

const topics = (...orders: number[]) => orders.map((display_order, nth) => ({ id: 'abcd'[nth] ?? '', display_order }))

/** The ids in order after the changes. */
function after(before: ReturnType<typeof topics>, changes: ReturnType<typeof moved>): string {
  return before
    .map(topic => ({ ...topic, ...changes.find(({ id }) => id === topic.id) }))
    .sort((a, b) => a.display_order - b.display_order)
    .map(({ id }) => id)
    .join('')
}

test('two neighbors swap places with two changes', () => {
  const before = topics(1, 5, 9)
  const changes = moved(before, 2, 1)

  expect(changes).toHaveLength(2)
  expect(after(before, changes)).toBe('acb')
})

test('a topic can move from one end to the other', () => {
  const before = topics(1, 2, 3, 4)

  expect(after(before, moved(before, 3, 0))).toBe('dabc')
  expect(after(before, moved(before, 0, 3))).toBe('bcda')
})

test('topics with the same number end up where they were moved', () => {
  const before = topics(0, 0, 0)

  expect(after(before, moved(before, 0, 1))).toBe('bac')
})

test('nothing moves beyond the ends', () => {
  expect(moved(topics(1, 2), 0, -1)).toEqual([])
  expect(moved(topics(1, 2), 1, 2)).toEqual([])
})
