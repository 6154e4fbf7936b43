/** Pages by key, newest first. A cursor is opaque, signed, and bound to its list, filters and environment. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Caller } from './caller.ts'
import { isId } from './id.ts'
import { Refusal } from './refusal.ts'

export type PageRequest = { limit: number; before: string | undefined }
type PageOf<Item> = { data: Item[]; has_more: boolean; next_cursor?: string }

type Query = { limit?: number; cursor?: string }

export type Pager = {
  open(caller: Caller, list: string, query: Query): PageRequest
  /** `rows` holds one more than the limit when there is another page. */
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
  const sign = (caller: Caller, list: string, query: Query, id: string): Buffer => {
    const { limit: _limit, cursor: _cursor, ...filters } = query
    const bound = JSON.stringify([caller.environmentId, list, Object.entries(filters).sort(), id])
    return createHmac('sha256', secret).update(bound).digest().subarray(0, 16)
  }
  return {
    open(caller, list, query) {
      const limit = query.limit ?? defaultLimit
      if (query.cursor === undefined) return { limit, before: undefined }
      const bytes = Buffer.from(query.cursor, 'base64url')
      const id = bytes.subarray(16).toString('latin1')
      const known = bytes.length === 52 && bytes.toString('base64url') === query.cursor && isId(id)
      if (!known || !timingSafeEqual(bytes.subarray(0, 16), sign(caller, list, query, id)))
        throw new Refusal('invalid_cursor')
      return { limit, before: id }
    },
    close(caller, list, query, rows, toItem) {
      const limit = query.limit ?? defaultLimit
      const data = rows.slice(0, limit)
      const last = data.at(-1)
      if (rows.length <= limit || !last) return { data: data.map(toItem), has_more: false }
      const cursor = Buffer.concat([sign(caller, list, query, last.id), Buffer.from(last.id, 'latin1')])
      return { data: data.map(toItem), has_more: true, next_cursor: cursor.toString('base64url') }
    },
  }
}
