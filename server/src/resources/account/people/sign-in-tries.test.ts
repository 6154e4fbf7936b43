import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Refusal } from '#core/refusal.ts'
import { type Database, type Db, openDatabase } from '#postgres/database.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { clearTry, countTry, forgetTries, type Trying } from './sign-in-tries.ts'

let processes: [Database, Database]
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  processes = [openDatabase({ url }), openDatabase({ url })]
})
afterAll(() => Promise.all(processes.map(one => one[Symbol.asyncDispose]())))

let places = 0
const newPlace = () => `198.51.${(places >> 8) + 100}.${places++ & 255}`

/** How many of `count` attempts at once pass, over two processes. */
async function passing(count: number, trying: (nth: number) => Trying): Promise<number> {
  const verdicts = await Promise.allSettled(
    Array.from({ length: count }, (_, nth) => countTry((processes[nth % 2] as Database).db, trying(nth))),
  )
  for (const one of verdicts) if (one.status === 'rejected') expect(one.reason.code).toBe('rate_limit_exceeded')
  return verdicts.filter(one => one.status === 'fulfilled').length
}

/** The same one after the other, in a transaction, where the database clock does not move. */
const standingStill = (count: number, trying: (nth: number) => Trying): Promise<number> =>
  processes[0].transaction(async tx => {
    let passed = 0
    for (let nth = 0; nth < count; nth++) if ((await waitOf(trying(nth), tx)) === 0) passed++
    return passed
  })

const waitOf = (trying: Trying, db: Db = processes[0].db): Promise<number> =>
  countTry(db, trying).then(
    () => 0,
    (refusal: Refusal) => refusal.retryAfterSeconds ?? Number.NaN,
  )

/** As if this much time had passed. */
const pass = (seconds: number, db: Db = processes[0].db) =>
  sql`update sign_in_tries set window_start = window_start - make_interval(secs => ${seconds})`.execute(db)

test('of many attempts at one account from one network five pass, and strangers elsewhere have no effect', async () => {
  const place = newPlace()

  const tries = await passing(12, () => ({ address: place, account: 'ada@example.com' }))

  // On a slow machine a second may have passed, and with it the wait of the sixth.
  expect([5, 6]).toContain(tries)
  expect(await waitOf({ address: place, account: 'ADA@Example.com' })).toBeGreaterThan(0)
  expect(await passing(1, () => ({ address: newPlace(), account: 'ada@example.com' }))).toBe(1)
  expect(await passing(1, () => ({ address: place, account: 'bob@example.com' }))).toBe(1)
})

test('every further attempt waits twice as long, up to a minute, however many are refused', async () => {
  const trying = { address: newPlace(), account: 'grace@example.com' }
  const waits: number[] = []

  // In a transaction the database clock does not move.
  await processes[0].transaction(async tx => {
    for (let nth = 0; nth < 5; nth++) expect(await waitOf(trying, tx)).toBe(0)
    for (let nth = 0; nth < 9; nth++) {
      const wait = await waitOf(trying, tx)
      for (let more = 0; more < 5; more++) expect(await waitOf(trying, tx)).toBe(wait)
      waits.push(wait)
      await pass(wait, tx)
      expect(await waitOf(trying, tx)).toBe(0)
    }
    await pass(3_600, tx)
    for (let nth = 0; nth < 5; nth++) expect(await waitOf(trying, tx)).toBe(0)
  })

  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
})

test('of attempts at one account from all networks a hundred pass, then at most one in ten seconds', async () => {
  const trying = () => ({ address: newPlace(), account: 'heidi@example.com' })

  expect(await standingStill(110, trying)).toBe(100)
  for (let nth = 0; nth < 6; nth++) {
    await pass(10)
    expect(await standingStill(5, trying)).toBe(1)
  }
})

test('an attempt refused by an upper limit is not counted', async () => {
  const owner = { address: newPlace(), account: 'ivan@example.com' }
  await processes[0].transaction(async tx => {
    for (let nth = 0; nth < 100; nth++) await waitOf({ ...owner, address: newPlace() }, tx)
    for (let nth = 0; nth < 20; nth++) expect(await waitOf(owner, tx)).toBeGreaterThan(0)

    for (let nth = 0; nth < 60; nth++) expect(await waitOf({ ...owner, account: `neighbour-${nth}` }, tx)).toBe(0)
  })
})

test('a known browser is counted separately from strangers', async () => {
  await standingStill(100, () => ({ address: newPlace(), account: 'judy@example.com' }))

  expect(await standingStill(10, () => ({ known: 'browser of judy@example.com' }))).toBe(5)
  expect(await passing(1, () => ({ known: 'another browser of judy@example.com' }))).toBe(1)
})

test('of attempts at many accounts from one network sixty pass, and the next waits', async () => {
  const network = (nth: number) => ({ address: `2001:db8:1:2::${nth}`, account: `person-${nth}@example.com` })

  expect(await standingStill(70, network)).toBe(60)
})

test.each([
  ['a network with zeros in it', (nth: number) => `2001:db8::${nth.toString(16)}:1`],
  ['a network that ends in zeros', (nth: number) => `2001:db8:7::${nth.toString(16)}`],
  ['addresses in many spellings', (nth: number) => ['2001:DB8:0:0:9::1', '2001:0db8::9:0:0:1'][nth % 2] as string],
])('%s: all addresses share their attempts', async (_what, addressOf) => {
  await processes[0].db.deleteFrom('sign_in_tries').execute()
  const network = (nth: number) => ({ address: addressOf(nth), account: `somebody-${nth}@example.com` })

  expect(await standingStill(65, network)).toBe(60)
})

test('a sign-in resets its count, and does not use up the attempts of others at the same address', async () => {
  const trying = { address: newPlace(), account: 'carol@example.com' }

  for (let nth = 0; nth < 70; nth++) {
    await countTry(processes[0].db, trying)
    await clearTry(processes[0].db, trying)
  }
  expect(await standingStill(6, () => trying)).toBe(5)
})

test('the attempts at an account from all networks can be cleared', async () => {
  const [here, there] = [newPlace(), newPlace()].map(address => ({ address, account: 'dave@example.com' }))
  const other = { address: newPlace(), account: 'erin@example.com' }
  const all = [here, there, other] as Trying[]

  await processes[0].transaction(async tx => {
    for (const trying of all) for (let nth = 0; nth < 6; nth++) await waitOf(trying, tx)
    await forgetTries(tx, 'Dave@example.com')

    expect(await Promise.all(all.map(trying => waitOf(trying, tx)))).toEqual([0, 0, 1])
  })
})
