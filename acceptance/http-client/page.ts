import { expect } from 'vitest'
import type { Client } from './client.ts'

export type Page<Item> = { data: Item[]; has_more: boolean; next_cursor?: string }

/** Follows the cursors from the first page to the last, and calls `between` before each further one. */
export async function readAll<Item>(api: Client, path: string, between?: () => Promise<unknown>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const next = cursor ? `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}` : ''
    const { status, body } = await api.get<Page<Item>>(`${path}${next}`)
    expect(status, path).toBe(200)
    expect(body.has_more).toBe(body.next_cursor !== undefined)
    items.push(...body.data)
    cursor = body.next_cursor
    if (cursor) await between?.()
  } while (cursor)
  return items
}
