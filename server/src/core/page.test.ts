import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Caller } from './caller.ts'
import { newId } from './id.ts'
import { pager } from './page.ts'
import { Refusal } from './refusal.ts'

const pages = pager(randomBytes(32))
const caller = { environmentId: newId(new Date()) } as Caller
const rows = Array.from({ length: 3 }, () => ({ id: newId(new Date()) }))
const firstPage = (query: object = {}) => pages.close(caller, 'contacts', { limit: 2, ...query }, rows, row => row)

test('a full page has a cursor that continues after its last row', () => {
  const page = firstPage()

  expect(page.data).toEqual(rows.slice(0, 2))
  expect(page.has_more).toBe(true)
  expect(pages.open(caller, 'contacts', { limit: 2, cursor: page.next_cursor ?? '' }).before).toBe(rows[1]?.id)
})

test('the last page has no cursor', () => {
  expect(pages.close(caller, 'contacts', { limit: 3 }, rows, row => row)).toEqual({ data: rows, has_more: false })
})

test('the limit may change from page to page', () => {
  const cursor = firstPage().next_cursor ?? ''

  expect(pages.open(caller, 'contacts', { limit: 50, cursor }).limit).toBe(50)
})

const refusedWith = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
  return 'accepted'
}

test('a cursor is refused in another list, with other filters, in another environment and by another installation', () => {
  const cursor = firstPage({ search: 'ada' }).next_cursor ?? ''
  const other = { environmentId: newId(new Date()) } as Caller

  expect(refusedWith(() => pages.open(caller, 'contacts', { search: 'ada', cursor } as object))).toBe('accepted')
  expect(refusedWith(() => pages.open(caller, 'topics', { search: 'ada', cursor } as object))).toBe('invalid_cursor')
  expect(refusedWith(() => pages.open(caller, 'contacts', { search: 'bob', cursor } as object))).toBe('invalid_cursor')
  expect(refusedWith(() => pages.open(caller, 'contacts', { cursor }))).toBe('invalid_cursor')
  expect(refusedWith(() => pages.open(other, 'contacts', { search: 'ada', cursor } as object))).toBe('invalid_cursor')
  expect(refusedWith(() => pager(randomBytes(32)).open(caller, 'contacts', { search: 'ada', cursor } as object))).toBe(
    'invalid_cursor',
  )
})

test('a cursor with any character changed is refused', () => {
  const cursor = firstPage().next_cursor ?? ''
  for (let at = 0; at < cursor.length; at++) {
    const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
    expect(refusedWith(() => pages.open(caller, 'contacts', { limit: 2, cursor: changed }))).toBe('invalid_cursor')
  }
})

test('a cursor does not reveal its row', () => {
  const { next_cursor = '', data } = firstPage()

  expect(Buffer.from(next_cursor, 'base64url').toString('latin1')).not.toContain(data[1]?.id.slice(0, 8))
})

test.each(['', 'x', '1; drop table contacts', '=', 'é', 'A'.repeat(1024)])('the cursor %j is refused', cursor => {
  expect(refusedWith(() => pages.open(caller, 'contacts', { cursor }))).toBe('invalid_cursor')
})
