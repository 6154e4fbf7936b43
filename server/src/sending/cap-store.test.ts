import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { allow, type Caps } from './cap-store.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
})
afterAll(() => database[Symbol.asyncDispose]())

const ask = (name: string, caps: Omit<Caps, 'words'>, wanted: number) =>
  database.transaction(tx => allow(tx, name, { words: '', ...caps }, wanted))

test('a destination is allowed the rest of its daily cap', async () => {
  expect(await ask('day', { perDay: 25 }, 20)).toMatchObject({ count: 20 })
  expect(await ask('day', { perDay: 25 }, 20)).toMatchObject({ count: 5 })

  const { count, forMs } = await ask('day', { perDay: 25 }, 20)

  expect(count).toBe(0)
  const midnight = new Date().setUTCHours(24, 0, 0, 0)
  expect(Math.abs(Date.now() + forMs - midnight)).toBeLessThan(5_000)
})

test('the stricter of two caps applies, and both are counted', async () => {
  const caps = { perMinute: 1_000_000, perDay: 30 }
  expect(await ask('both', caps, 20)).toMatchObject({ count: 20 })

  expect(await ask('both', { ...caps, perMinute: 1 }, 20)).toMatchObject({ count: 0 })
  expect(await ask('both', { perDay: 30 }, 20)).toMatchObject({ count: 10 })
})

test("yesterday's messages do not count", async () => {
  await ask('past', { perDay: 5 }, 5)
  await sql`update destination_counts set starts_at = starts_at - interval '1 day' where name = 'past'`.execute(
    database.db,
  )

  expect(await ask('past', { perDay: 5 }, 4)).toMatchObject({ count: 4 })
  expect(await ask('past', { perDay: 5 }, 4)).toMatchObject({ count: 1 })
})

test('workers that ask at the same time get no more than the cap in total', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => ask('many', { perDay: 55 }, 10)))

  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(55)
})
