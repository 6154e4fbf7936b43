import { once } from 'node:events'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import { enqueue } from './enqueue.ts'
import { defineJob } from './job.ts'

const greet = defineJob<{ name: string }>('greet')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => emptyTables(database.db, 'jobs'))

const jobs = async () =>
  (
    await sql<{
      task: string
      payload: unknown
      due_at: Date
    }>`select task, payload, due_at from jobs order by id`.execute(database.db)
  ).rows
const add = (...list: Parameters<typeof enqueue>[1]) => database.transaction(tx => enqueue(tx, list))

test('a job is enqueued only if its transaction commits', async () => {
  const undone = database.transaction(async tx => {
    await enqueue(tx, [greet({ name: 'Ada' })])
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  expect(await jobs()).toEqual([])

  await add(greet({ name: 'Grace' }))

  expect(await jobs()).toMatchObject([{ task: 'greet', payload: { name: 'Grace' } }])
})

test('a thousand jobs are added in one statement', async () => {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }

  const thousand = Array.from({ length: 1000 }, (_, n) => greet({ name: `${n}` }))
  await database.db
    .withPlugin(counter)
    .transaction()
    .execute(tx => enqueue(tx, thousand))

  expect(statements).toBe(1)
  expect(await jobs()).toHaveLength(1000)
})

test('workers are notified of new jobs at commit', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('listen posthorn_work')
    const heard = once(client, 'notification')

    await add(greet({ name: 'Ada' }), greet({ name: 'Bob' }))

    const [{ payload }] = await heard
    expect(payload).toBe('jobs')
  } finally {
    client.release(true)
  }
})

test('no jobs need no statement', async () => {
  await add()

  expect(await jobs()).toEqual([])
})

test('a job is due at its runAt, or at once', async () => {
  const runAt = new Date('2040-01-02T03:04:05.678Z')
  await add(greet({ name: 'Ada' }, { runAt }), greet({ name: 'Bob' }))

  expect(await jobs()).toMatchObject([{ due_at: runAt }, { due_at: expect.any(Date) }])
})
