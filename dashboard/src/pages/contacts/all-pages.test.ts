import type { Contact } from '@posthorn/contract/audience/contacts'
import { expect, test } from 'vitest'
import { forAllPages, inBatches } from './all-pages.ts'

const contact = (id: string) => ({ id }) as Contact // as: only its id is used
const pages = [
  { data: [contact('1'), contact('2')], next_cursor: 'b' },
  { data: [contact('3')], next_cursor: 'c' },
  { data: [] },
]
const read = async (cursor: string | undefined) =>
  pages[cursor === undefined ? 0 : cursor === 'b' ? 1 : 2] ?? { data: [] }

test('every contact is processed once, with progress after each page', async () => {
  const seen: string[] = []
  const told: number[] = []
  const done = await forAllPages({
    read,
    act: async contacts => seen.push(...contacts.map(({ id }) => id)),
    onProgress: count => told.push(count),
    signal: new AbortController().signal,
  })

  expect({ seen, told, done }).toEqual({ seen: ['1', '2', '3'], told: [2, 3, 3], done: 3 })
})

test('after a stop no further page is processed', async () => {
  const control = new AbortController()
  const seen: string[] = []
  const going = forAllPages({
    read,
    act: async contacts => {
      seen.push(...contacts.map(({ id }) => id))
      control.abort()
    },
    onProgress: () => {},
    signal: control.signal,
  })

  await expect(going).rejects.toThrow()
  expect(seen).toEqual(['1', '2'])
})

test('at most six run at once', async () => {
  let [now, most] = [0, 0]
  await inBatches(Array.from({ length: 14 }), async () => {
    most = Math.max(most, ++now)
    await Promise.resolve()
    now--
  })

  expect(most).toBe(6)
})
