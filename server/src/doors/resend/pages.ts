/** Pages by the id of an item: `after` goes on behind it, `before` is the page in front of it. Newest first, as our own lists. */
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

const usualLimit = 20

/** For a list of ours that has pages. */
export function pageOf({ limit, after, before }: PageQuery): { query: { limit: number }; page: IdPage } {
  refuseOdd({ after, before })
  return { query: { limit: limit ?? usualLimit }, page: { olderThan: after, newerThan: before } }
}

/** For a list of ours that has all in one. */
export function cut<Item extends { id: string }>(all: readonly Item[], { limit, after, before }: PageQuery) {
  refuseOdd({ after, before })
  const most = limit ?? all.length
  const place = all.findIndex(({ id }) => id === (after ?? before))
  if (before !== undefined) {
    const newer = all.slice(0, Math.max(0, place))
    return { data: newer.slice(-most), has_more: newer.length > most }
  }
  const older = after === undefined ? all : place < 0 ? [] : all.slice(place + 1)
  return { data: older.slice(0, most), has_more: older.length > most }
}

function refuseOdd({ after, before }: { after: string | undefined; before: string | undefined }): void {
  if (after !== undefined && before !== undefined)
    throw invalid({ path: 'after', message: 'must not come together with before' })
  for (const [path, id] of Object.entries({ after, before }))
    if (id !== undefined && !isId(id)) throw invalid({ path, message: 'must be the id of an item of the list' })
}

export function list<Item, Their extends object>(
  { data, has_more }: { data: readonly Item[]; has_more: boolean },
  translate: (item: Item) => Their,
) {
  return { object: 'list', has_more, data: data.map(translate) }
}
