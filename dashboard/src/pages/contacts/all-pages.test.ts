import type { Contact } from '@posthorn/contract/audience/contacts'
import { expect, test } from 'vitest'
import { forAllPages } from './all-pages.ts'

const contact = (id: string) => ({ id }) as Contact // as: only its id is used
const pages = [
  { data: [contact('1'), contact('2'), contact('3')], next_cursor: 'b' },
  { data: [contact('4')], next_cursor: 'c' },
  { data: [] },
]
const read = async (cursor: string | undefined) =>
  pages[cursor === undefined ? 0 : cursor === 'b' ? 1 : 2] ?? { data: [] }

function watch(act: (ids: string[]) => unknown, signal = new AbortController().signal) {
  const told: number[] = []
  const idsOf = (contacts: readonly Contact[]) => contacts.map(({ id }) => id)
  const onProgress = (count: number) => told.push(count)
  return { told, going: forAllPages({ read, size: 2, act: async it => act(idsOf(it)), onProgress, signal }) }
}

test('every contact is processed once, a few at a time, with progress after each few', async () => {
  const seen: string[][] = []
  const { told, going } = watch(ids => seen.push(ids))
  await going

  expect({ seen, told }).toEqual({ seen: [['1', '2'], ['3'], ['4']], told: [2, 3, 4] })
})

test('after a stop no more are processed, also of the same page', async () => {
  const control = new AbortController()
  const seen: string[] = []
  const { told, going } = watch(ids => {
    seen.push(...ids)
    control.abort()
  }, control.signal)

  await expect(going).rejects.toThrow()
  expect({ seen, told }).toEqual({ seen: ['1', '2'], told: [2] })
})

test('a failure leaves what was done before it counted', async () => {
  const { told, going } = watch(ids => {
    if (ids.includes('3')) throw new Error('No.')
  })

  await expect(going).rejects.toThrow('No.')
  expect(told).toEqual([2])
})
