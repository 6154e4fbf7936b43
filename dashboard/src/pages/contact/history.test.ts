import { expect, test } from 'vitest'
import { merged } from './history.ts'

const list = (hasMore: boolean, ...days: number[]) => ({
  hasMore,
  entries: days.map(day => ({ id: `${day}`, at: `2027-01-${String(day).padStart(2, '0')}T00:00:00.000Z` })),
})
const days = (...sources: ReturnType<typeof list>[]) => merged(sources).map(({ id }) => Number(id))

test('several lists are merged, newest first', () => {
  expect(days(list(false, 9, 3), list(false, 8, 4, 1))).toEqual([9, 8, 4, 3, 1])
})

test('nothing is shown below a gap that is not loaded yet', () => {
  expect(days(list(true, 9, 7), list(false, 8, 4, 1))).toEqual([9, 8, 7])
  expect(days(list(true, 9, 3), list(true, 8, 5))).toEqual([9, 8, 5])
})

test('empty lists are ignored', () => {
  expect(days(list(false), list(false, 2))).toEqual([2])
})
