import { expect, test } from 'vitest'
import { answer, farSide } from '../testing/far-side.ts'

const three = [
  answer({ data: [{ id: '1' }, { id: '2' }], has_more: true, next_cursor: 'a&b' }),
  answer({ data: [], has_more: true, next_cursor: 'c' }),
  // The list of events has a cursor on its last page as well.
  answer({ data: [{ id: '3' }], has_more: false, next_cursor: 'd' }),
]

test('for await iterates over all pages, with the filters of the first', async () => {
  await using far = await farSide(three)
  const ids: string[] = []

  for await (const { id } of far.posthorn.emails.list({ limit: 2, tag: 'welcome', to: undefined })) ids.push(id)

  expect(ids).toEqual(['1', '2', '3'])
  expect(far.sink.received.map(({ path }) => path)).toEqual([
    '/v1/emails?limit=2&tag=welcome',
    '/v1/emails?limit=2&tag=welcome&cursor=a%26b',
    '/v1/emails?limit=2&tag=welcome&cursor=c',
  ])
})

test('a filter that is null counts as not given: JavaScript has no types that forbid it', async () => {
  await using far = await farSide(three)

  await far.posthorn.emails.list(JSON.parse('{"tag":"welcome","to":null}'))

  expect(far.sink.received.map(({ path }) => path)).toEqual(['/v1/emails?tag=welcome'])
})

test('await returns the first page and requests no other', async () => {
  await using far = await farSide(three)

  const page = await far.posthorn.emails.list()

  expect(page).toEqual({ data: [{ id: '1' }, { id: '2' }], has_more: true, next_cursor: 'a&b' })
  expect(far.sink.count).toBe(1)
})

test('a loop that ends early requests no further page', async () => {
  await using far = await farSide(three)

  for await (const _ of far.posthorn.emails.list()) break

  expect(far.sink.count).toBe(1)
})

test('pages() yields page by page', async () => {
  await using far = await farSide(three)
  const sizes: number[] = []

  for await (const { data } of far.posthorn.events.list().pages()) sizes.push(data.length)

  expect(sizes).toEqual([2, 0, 1])
})
