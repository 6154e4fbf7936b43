import { isSubscribed } from '@posthorn/contract/audience/yes-or-no'
import { expect, test } from 'vitest'
import type { ImportField, ImportRow } from './fields.ts'
import { noTotals, sendRows } from './send-rows.ts'

const fields: readonly ImportField[] = [
  { name: 'email', label: 'Email', knownAs: [] },
  { name: 'wants', label: 'Wants', knownAs: [], flag: isSubscribed },
]
const mapping = ['email', 'wants']
const answer = { created: 0, updated: 0, unchanged: 0, refused: [] }
const { signal } = new AbortController()
const people = (count: number) => Array.from({ length: count }, (_, nth) => [`ada${nth}@example.com`, 'yes'])

test('all rows are sent once, in batches the server accepts, with progress after each batch', async () => {
  const pages: ImportRow[][] = []
  const told: number[] = []

  const totals = await sendRows(noTotals, {
    rows: people(1_203),
    mapping,
    fields,
    signal,
    onProgress: ({ done }) => told.push(done),
    send: async rows => {
      pages.push(rows)
      return { ...answer, created: rows.length }
    },
  })

  expect(pages.map(({ length }) => length)).toEqual([500, 500, 203])
  expect(pages.flat().map(({ email }) => email)).toEqual(people(1_203).map(([email]) => email))
  expect(told).toEqual([500, 1_000, 1_203])
  expect(totals).toMatchObject({ created: 1_203, done: 1_203, refused: [] })
})

test('a refusal names the row in the file, whatever rows were skipped before it', async () => {
  const rows = people(600)
  rows[2] = ['bad@example.com', 'perhaps']

  const totals = await sendRows(noTotals, {
    rows,
    mapping,
    fields,
    signal,
    onProgress: () => {},
    send: async sent => ({ ...answer, refused: [{ row: sent.length - 1, message: 'no' }] }),
  })

  expect(totals.refused).toEqual([
    { row: 2, message: '"perhaps" is neither yes nor no' },
    { row: 499, message: 'no' },
    { row: 599, message: 'no' },
  ])
})

test('an interrupted import resumes where it stopped', async () => {
  let calls = 0
  let reached = noTotals
  const work = {
    rows: people(1_200),
    mapping,
    fields,
    signal,
    onProgress: (totals: typeof noTotals) => {
      reached = totals
    },
    send: async (rows: ImportRow[]) => {
      if (++calls === 2) throw new Error('gone')
      return { ...answer, created: rows.length }
    },
  }

  await expect(sendRows(noTotals, work)).rejects.toThrow('gone')
  expect(reached.done).toBe(500)

  expect(await sendRows(reached, work)).toMatchObject({ done: 1_200, created: 1_200 })
})

test('a stopped import sends nothing more', async () => {
  const stop = new AbortController()

  const totals = await sendRows(noTotals, {
    rows: people(5_000),
    mapping,
    fields,
    signal: stop.signal,
    onProgress: () => stop.abort(),
    send: async rows => ({ ...answer, created: rows.length }),
  })

  expect(totals.done).toBe(500)
})
