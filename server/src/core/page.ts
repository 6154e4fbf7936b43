/** Pages by key, newest first. A cursor is sealed and bound to its list, filters and environment. */
import type { Caller } from './caller.ts'
import { isId } from './id.ts'
import { Refusal } from './refusal.ts'
import { sealedCursors } from './sealed-cursor.ts'

/** `after` is set for a previous page: rows then come oldest first, starting after that id. */
export type PageRequest = { limit: number; before: string | undefined; after?: string }
type PageOf<Item> = { data: Item[]; has_more: boolean; next_cursor?: string }

/** By one of our cursors, or by the id of an item for the APIs of other services: see http/door. */
type Query = { limit?: number; cursor?: string; olderThan?: string; newerThan?: string }

export type Pager = {
  open(caller: Caller, list: string, query: Query): PageRequest
  /** `rows` has one more row than the limit when there is another page. */
  close<Row extends { id: string }, Item>(
    caller: Caller,
    list: string,
    query: Query,
    rows: readonly Row[],
    toItem: (row: Row) => Item,
  ): PageOf<Item>
}

const defaultLimit = 20

export function pager(secret: Buffer): Pager {
  const cursors = sealedCursors(secret)
  const boundTo = (caller: Caller, list: string, query: Query) => {
    const { limit: _limit, cursor: _cursor, olderThan: _older, newerThan: _newer, ...filters } = query
    return [caller.environmentId, list, Object.entries(filters).sort()]
  }
  return {
    open(caller, list, query) {
      const limit = query.limit ?? defaultLimit
      if (query.newerThan !== undefined) return { limit, before: undefined, after: query.newerThan }
      if (query.cursor === undefined) return { limit, before: query.olderThan }
      const id = cursors.open(boundTo(caller, list, query), query.cursor)?.toString('latin1')
      if (id === undefined || !isId(id)) throw new Refusal('invalid_cursor')
      return { limit, before: id }
    },
    close(caller, list, query, rows, toItem) {
      const limit = query.limit ?? defaultLimit
      const data = rows.slice(0, limit)
      if (query.newerThan !== undefined) return { data: data.toReversed().map(toItem), has_more: rows.length > limit }
      const last = data.at(-1)
      if (rows.length <= limit || !last) return { data: data.map(toItem), has_more: false }
      const cursor = cursors.seal(boundTo(caller, list, query), Buffer.from(last.id, 'latin1'))
      return { data: data.map(toItem), has_more: true, next_cursor: cursor }
    },
  }
}
