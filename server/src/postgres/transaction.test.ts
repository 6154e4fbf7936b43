import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase } from '../../testing/postgres.ts'
import type { Database, Tx } from './database.ts'
import { withCommit } from './transaction.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  await sql`create table marks (id integer primary key)`.execute(database.db)
})
afterAll(() => database[Symbol.asyncDispose]())

const mark = (tx: Tx, id: number) => sql`insert into marks (id) values (${id})`.execute(tx)

async function marks(from: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from marks where id >= ${from} order by id`.execute(database.db)
  return rows.map(row => row.id)
}

test('statements sent with the commit run in order inside the transaction', async () => {
  const seen = await database.transaction(async tx => {
    withCommit(tx, mark(tx, 100))
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from marks where id = 100`.execute(
      tx,
    )
    for (let id = 101; id < 150; id++) withCommit(tx, mark(tx, id))
    return rows[0]?.count
  })

  expect(seen, 'a later statement sees it').toBe(1)
  expect(await marks(100)).toHaveLength(50)
})

test('a failing statement sent with the commit rolls back everything, and its error is reported', async () => {
  const work = database.transaction(async tx => {
    withCommit(tx, mark(tx, 200))
    withCommit(tx, mark(tx, 200))
    withCommit(tx, mark(tx, 201))
  })

  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await marks(200)).toEqual([])
})

test('its error is also reported when an awaited statement fails because of it', async () => {
  const work = database.transaction(async tx => {
    withCommit(tx, mark(tx, 300))
    withCommit(tx, mark(tx, 300))
    await mark(tx, 301)
  })

  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await marks(300)).toEqual([])
})

test('an error of the work itself rolls back statements already sent', async () => {
  const work = database.transaction(async tx => {
    withCommit(tx, mark(tx, 400))
    throw new Error('changed my mind')
  })

  await expect(work).rejects.toThrow('changed my mind')
  expect(await marks(400)).toEqual([])
})

test('a statement after the end of the transaction is refused, and does not run on its own', async () => {
  let late: Tx | undefined
  await database.transaction(async tx => {
    late = tx
    await mark(tx, 500)
  })

  await expect(mark(late as Tx, 501)).rejects.toThrow('after the transaction')
  expect(() => withCommit(late as Tx, Promise.resolve())).toThrow('no transaction')
  expect(await marks(500)).toEqual([500])
})

test('withCommit refuses a statement that was not sent yet, and everything is rolled back', async () => {
  const late = async (tx: Tx) => {
    await Promise.resolve()
    await mark(tx, 601)
  }
  const work = database.transaction(async tx => {
    withCommit(tx, mark(tx, 600))
    withCommit(tx, late(tx))
  })

  await expect(work).rejects.toThrow('has not been sent yet')
  expect(await marks(600)).toEqual([])
})

test('statements sent together each get their own answer', async () => {
  const sums = await database.transaction(tx =>
    Promise.all(
      Array.from({ length: 30 }, async (_, nth) => {
        const { rows } = await sql<{ sum: number }>`select ${nth}::integer + sum(n)::integer as sum
          from unnest(${[nth, nth]}::integer[]) as n`.execute(tx)
        return rows[0]?.sum
      }),
    ),
  )

  expect(sums).toEqual(Array.from({ length: 30 }, (_, nth) => 3 * nth))
})

test('a connection that dies in the middle is not reused', async () => {
  const work = database.transaction(async tx => {
    withCommit(tx, mark(tx, 600))
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
    await mark(tx, 601)
  })

  await expect(work).rejects.toThrow()
  for (let nth = 0; nth < 20; nth++) await database.transaction(tx => mark(tx, 650 + nth))
  expect(await marks(600)).toEqual(Array.from({ length: 20 }, (_, nth) => 650 + nth))
})
