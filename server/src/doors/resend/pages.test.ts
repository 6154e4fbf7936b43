import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { countOf, cut, pageOf } from './pages.ts'

const idOf = (nth: number) => `00000000-0000-7000-8000-00000000000${nth}`
/** Newest first. */
const all = [5, 4, 3, 2, 1].map(nth => ({ id: idOf(nth) }))

test.each([
  ['all', {}, [5, 4, 3, 2, 1], false],
  ['the first', { limit: 2 }, [5, 4], true],
  ['older than one', { limit: 2, after: idOf(4) }, [3, 2], true],
  ['the last', { limit: 2, after: idOf(2) }, [1], false],
  ['newer than one, the nearest', { limit: 2, before: idOf(2) }, [4, 3], true],
  ['the first page', { limit: 2, before: idOf(4) }, [5], false],
  ['older than one that is gone', { after: idOf(9) }, [], false],
  ['newer than one that is gone', { before: idOf(9) }, [], false],
])('%s', (_, query, nths, has_more) => {
  expect(cut(all, query)).toEqual({ data: nths.map(nth => ({ id: idOf(nth) })), has_more })
})

test.each([{ after: 'x' }, { before: 'x' }, { after: idOf(1), before: idOf(2) }])('%j is refused', query => {
  expect(() => cut(all, query)).toThrow(Refusal)
  expect(() => pageOf(query)).toThrow(Refusal)
})

test('counting reads every page', async () => {
  const many = Array.from({ length: 205 }, (_, nth) => ({
    id: `00000000-0000-7000-8000-${`${205 - nth}`.padStart(12, '0')}`,
  }))
  const read = (items: typeof many) =>
    countOf(async ({ query, page }) =>
      cut(items, { ...query, ...(page.olderThan !== undefined && { after: page.olderThan }) }),
    )

  expect(await read(many)).toBe(205)
  expect(await read([])).toBe(0)
})
