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

test.each([
  ['a network with zeros in it', (nth: number) => `2001:db8::${nth.toString(16)}:1`],
  ['a network that ends in zeros', (nth: number) => `2001:db8:7::${nth.toString(16)}`],
  ['addresses in many spellings', (nth: number) => ['2001:DB8:0:0:9::1', '2001:0db8::9:0:0:1'][nth % 2] as string],
])('no address of %s has tries of its own', async (_what, addressOf) => {
  for (const one of processes.slice(0, 1)) await one.db.deleteFrom('sign_in_tries').execute()
  const network = (nth: number) => ({ address: addressOf(nth), account: `somebody-${nth}@example.com` })

  expect(await passing(65, network)).toBe(60)
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
