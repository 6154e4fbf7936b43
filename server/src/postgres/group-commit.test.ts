import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import type { Database, Tx } from './database.ts'
import { groupCommit } from './group-commit.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  await sql`create table numbers (n integer primary key check (n <> 13))`.execute(database.db)
})
afterAll(() => database[Symbol.asyncDispose]())

async function insert(tx: Tx, numbers: readonly number[]) {
  await sql`insert into numbers select unnest(${numbers}::integer[])`.execute(tx)
  return numbers.map(n => n * 10)
}
const stored = async () =>
  (await sql<{ n: number }>`select n from numbers order by n`.execute(database.db)).rows.map(row => row.n)
const clear = () => sql`truncate numbers`.execute(database.db)

test('an idle server commits one item at once, a busy one commits all waiting items together', async () => {
  await clear()
  const sizes: number[] = []
  const submit = groupCommit(database, insert, { onBatch: size => sizes.push(size) })

  const results = await Promise.all([1, 2, 3, 4, 5].map(submit))

  expect(results).toEqual([10, 20, 30, 40, 50])
  expect(sizes).toEqual([1, 4])
  expect(await stored()).toEqual([1, 2, 3, 4, 5])
})

test('no item is answered before its commit', async () => {
  await clear()
  const submit = groupCommit(database, insert)

  await Promise.all(
    [1, 2, 3].map(async n => {
      await submit(n)
      expect(await stored()).toContain(n)
    }),
  )
})

test('an item that the database rejects does not fail the others of its batch', async () => {
  await clear()
  const submit = groupCommit(database, insert)

  const outcomes = await Promise.allSettled([1, 12, 13, 14, 15].map(submit))

  expect(outcomes.map(one => one.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await stored()).toEqual([1, 12, 14, 15])
})

test('a bad item alone in its batch does not fail the waiting items', async () => {
  await clear()
  const submit = groupCommit(database, insert)

  const outcomes = await Promise.allSettled([13, 1, 2].map(submit))

  expect(outcomes.map(one => one.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})

test('a refusal affects only its own item, and the others are committed', async () => {
  await clear()
  const refuseOdd = async (tx: Tx, numbers: readonly number[]) => {
    await insert(
      tx,
      numbers.filter(n => n % 2 === 0),
    )
    return numbers.map(n => (n % 2 === 0 ? n : new Refusal('invalid_state')))
  }
  const submit = groupCommit(database, refuseOdd)

  const outcomes = await Promise.allSettled([2, 3, 4].map(submit))

  expect(outcomes.map(one => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await stored()).toEqual([2, 4])
})

test('when the queue is full, callers are told to retry, so memory stays bounded', async () => {
  await clear()
  const submit = groupCommit(database, insert, { maxBatch: 1, maxWaiting: 3 })

  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(submit))

  const refused = outcomes.filter(one => one.status === 'rejected').map(one => one.reason)
  expect(refused.map(reason => reason instanceof Refusal && reason.code)).toEqual([
    'service_unavailable',
    'service_unavailable',
  ])
  expect(await stored()).toEqual([1, 2, 3, 4])
})

test('when the database is down, all waiting callers learn it at once', async () => {
  const lost = await openTestDatabase(inject('clusterUrl'))
  await lost[Symbol.asyncDispose]()
  const submit = groupCommit(lost, insert)

  const outcomes = await Promise.allSettled([1, 2, 3].map(submit))

  expect(outcomes.map(one => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
})
