/** Pages by item id: `after` continues after it, `before` is the page before it. Newest first, like our own lists. */
import { type Static, Type } from 'typebox'
import { isId } from '#core/id.ts'
import { invalid } from '#core/refusal.ts'
import type { IdPage } from '#http/door/door.ts'

export const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  after: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
})
export type PageQuery = Static<typeof PageQuery>

const defaultLimit = 20

/** For one of our paginated lists. */
export function pageOf({ limit, after, before }: PageQuery): { query: { limit: number }; page: IdPage } {
  refuseInvalid({ after, before })
  return { query: { limit: limit ?? defaultLimit }, page: { olderThan: after, newerThan: before } }
}

/** For one of our lists without pages. */
export function cut<Item extends { id: string }>(all: readonly Item[], { limit, after, before }: PageQuery) {
  refuseInvalid({ after, before })
  const maxItems = limit ?? all.length
  const place = all.findIndex(({ id }) => id === (after ?? before))
  if (before !== undefined) {
    const newer = all.slice(0, Math.max(0, place))
    return { data: newer.slice(-maxItems), has_more: newer.length > maxItems }
  }
  const older = after === undefined ? all : place < 0 ? [] : all.slice(place + 1)
  return { data: older.slice(0, maxItems), has_more: older.length > maxItems }
}

function refuseInvalid({ after, before }: { after: string | undefined; before: string | undefined }): void {
  if (after !== undefined && before !== undefined)
    throw invalid({ path: 'after', message: 'must not be combined with before' })
  for (const [path, id] of Object.entries({ after, before }))
    if (id !== undefined && !isId(id)) throw invalid({ path, message: 'must be the id of an item of the list' })
}

export function list<Item, Their extends object>(
  { data, has_more }: { data: readonly Item[]; has_more: boolean },
  translate: (item: Item) => Their,
) {
  return { object: 'list', has_more, data: data.map(translate) }
}

type Pages = (page: ReturnType<typeof pageOf>) => Promise<{ data: readonly { id: string }[]; has_more: boolean }>

/** Where counting stops, as for contacts. */
const maxCounted = 10_000

/** The number of items of one of our paginated lists. */
export async function countOf(read: Pages): Promise<number> {
  let count = 0
  let after: string | undefined
  do {
    const { data, has_more } = await read(pageOf({ limit: 100, ...(after !== undefined && { after }) }))
    count += data.length
    after = has_more ? data.at(-1)?.id : undefined
  } while (after !== undefined && count < maxCounted)
  return count
}
