/** Postmark pages by offset, we page by key: lists are read from the start, page by page, up to a limit. */
import { type Static, Type } from 'typebox'
import { invalid } from '#core/refusal.ts'

export const pageQuery = {
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
}
export type PageQuery = Static<ReturnType<typeof Type.Object<typeof pageQuery>>>

type Page<Item> = { data: readonly Item[]; has_more: boolean; next_cursor?: string }
export type ReadPage<Item> = (asked: { limit: number; cursor?: string }) => Promise<Page<Item>>

/** Each page is a separate query. */
const maxRead = 1_000

/** `total` counts the items read, plus one if there are more, so that clients continue reading. */
export async function itemsAt<Item>({ count = 100, offset = 0 }: PageQuery, read: ReadPage<Item>) {
  if (count + offset > maxRead)
    throw invalid({ path: 'offset', message: `must be at most ${maxRead - count}: use a shorter time range instead` })
  const { items, hasMore } = await readUpTo(count + offset, read)
  return { items: items.slice(offset), total: items.length + (hasMore ? 1 : 0) }
}

export async function readUpTo<Item>(maxItems: number, read: ReadPage<Item>) {
  const items: Item[] = []
  let cursor: string | undefined
  let hasMore = true
  while (hasMore && items.length < maxItems) {
    const page = await read({ limit: Math.min(100, maxItems - items.length), ...(cursor !== undefined && { cursor }) })
    items.push(...page.data)
    cursor = page.next_cursor
    hasMore = page.has_more
  }
  return { items, hasMore }
}
