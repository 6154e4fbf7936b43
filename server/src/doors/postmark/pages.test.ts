import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { itemsAt, readUpTo } from './pages.ts'

const numbers = (all: number, asked: number[] = []) =>
  async function read({ limit, cursor = '0' }: { limit: number; cursor?: string }) {
    asked.push(limit)
    const from = Number(cursor)
    const data = Array.from({ length: Math.max(0, Math.min(limit, all - from)) }, (_, nth) => from + nth)
    return { data, has_more: from + limit < all, next_cursor: String(from + limit) }
  }

test.each([
  [{ count: 2, offset: 0 }, 5, [0, 1], 3],
  [{ count: 2, offset: 3 }, 5, [3, 4], 5],
  [{ count: 3, offset: 150 }, 1_000, [150, 151, 152], 154],
  [{ count: 10, offset: 20 }, 5, [], 5],
  [{}, 0, [], 0],
])('%j of %i', async (asked, all, items, total) => {
  expect(await itemsAt(asked, numbers(all))).toEqual({ items, total })
})

test('pages respect our maximum and stop at the limit', async () => {
  const asked: number[] = []
  const { items, hasMore } = await readUpTo(250, numbers(10_000, asked))
  expect([items.length, hasMore, asked]).toEqual([250, true, [100, 100, 50]])
})

test('an offset that is too large is refused before reading', async () => {
  const asked: number[] = []
  await expect(itemsAt({ count: 500, offset: 501 }, numbers(10_000, asked))).rejects.toBeInstanceOf(Refusal)
  expect(asked).toEqual([])
})
