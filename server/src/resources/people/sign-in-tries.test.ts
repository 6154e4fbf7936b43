import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { countTry, forgiveTry } from './sign-in-tries.ts'

let processes: Database[]
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  processes = [openDatabase({ url }), openDatabase({ url })]
})
afterAll(() => Promise.all(processes.map(one => one[Symbol.asyncDispose]())))

let places = 0
const newPlace = () => `198.51.100.${places++}`

/** How many of so many tries at once are let through, over two processes. */
async function passing(count: number, trying: (nth: number) => { address: string; account: string }): Promise<number> {
  const verdicts = await Promise.allSettled(
    Array.from({ length: count }, (_, nth) => countTry((processes[nth % 2] as Database).db, trying(nth))),
  )
  for (const one of verdicts) if (one.status === 'rejected') expect(one.reason.code).toBe('rate_limit_exceeded')
  return verdicts.filter(one => one.status === 'fulfilled').length
}

test('of many tries at one account exactly ten are looked at, from wherever they come', async () => {
  expect(await passing(30, () => ({ address: newPlace(), account: 'ada@example.com' }))).toBe(10)
  expect(await passing(1, () => ({ address: newPlace(), account: 'ADA@Example.com' }))).toBe(0)
  expect(await passing(1, () => ({ address: newPlace(), account: 'bob@example.com' }))).toBe(1)
})

test('of many accounts tried from one network exactly sixty are looked at', async () => {
  const network = (nth: number) => ({ address: `2001:db8:1:2::${nth}`, account: `person-${nth}@example.com` })

  expect(await passing(70, network)).toBe(60)
})

test('whoever signs in starts again, and does not use up what others of the same address have', async () => {
  const [process] = processes as [Database]
  const trying = { address: newPlace(), account: 'carol@example.com' }

  for (let nth = 0; nth < 70; nth++) {
    await countTry(process.db, trying)
    await forgiveTry(process.db, trying)
  }
  expect(await passing(11, () => trying)).toBe(10)
})
