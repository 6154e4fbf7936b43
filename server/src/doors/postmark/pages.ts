/** Their lists go by number, ours by place: read from the front, page by page, up to a bound. */
import { type Static, Type } from 'typebox'
import { invalid } from '#core/refusal.ts'

export const pageQuery = {
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
}
export type PageQuery = Static<ReturnType<typeof Type.Object<typeof pageQuery>>>

type Page<Item> = { data: readonly Item[]; has_more: boolean; next_cursor?: string }
export type ReadPage<Item> = (asked: { limit: number; cursor?: string }) => Promise<Page<Item>>

/** Each page is a query of its own. */
const maxRead = 1_000

/** `total` counts what was seen, and one more if there are others: so whoever reads on does. */
export async function itemsAt<Item>({ count = 100, offset = 0 }: PageQuery, read: ReadPage<Item>) {
  if (count + offset > maxRead)
    throw invalid({ path: 'offset', message: `must be at most ${maxRead - count}: ask for a shorter time instead` })
  const { items, hasMore } = await readUpTo(count + offset, read)
  return { items: items.slice(offset), total: items.length + (hasMore ? 1 : 0) }
}

export async function readUpTo<Item>(most: number, read: ReadPage<Item>) {
  const items: Item[] = []
  let cursor: string | undefined
  let hasMore = true
  while (hasMore && items.length < most) {
    const page = await read({ limit: Math.min(100, most - items.length), ...(cursor !== undefined && { cursor }) })
    items.push(...page.data)
    cursor = page.next_cursor
    hasMore = page.has_more
  }
  return { items, hasMore }
}
