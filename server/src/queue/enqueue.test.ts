import { once } from 'node:events'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { untilSomebodyWaits } from '../../testing/locks.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import { enqueue } from './enqueue.ts'
import { defineJob } from './job.ts'

const greet = defineJob<{ name: string }>('greet')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => sql`truncate graphile_worker._private_jobs`.execute(database.db))

type Row = { task: string; payload: unknown; key: string | null; priority: number; max_attempts: number; run_at: Date }
const jobs = async () =>
  (
    await sql<Row & { queue: string | null }>`
      select task_identifier as task, payload, jobs.key, jobs.priority, jobs.max_attempts, jobs.run_at, queue_name as queue
      from graphile_worker.jobs join graphile_worker._private_jobs private using (id) order by id`.execute(database.db)
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

test('a task that nobody has used before is made once, also by two who are the first at once', async () => {
  const novel = defineJob<{ by: string }>('novel')

  const both = await database.transaction(async tx => {
    await enqueue(tx, [novel({ by: 'Ada' }), greet({ name: 'Ada' })])
    const second = add(greet({ name: 'Bob' }), novel({ by: 'Bob' }))
    await untilSomebodyWaits(database.db)
    return { second }
  })
  await both.second

  expect((await jobs()).filter(({ task }) => task === 'novel').map(({ payload }) => payload)).toEqual([
    { by: 'Ada' },
    { by: 'Bob' },
  ])
})

test('workers hear of new jobs when they are committed, and of how many', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('listen "jobs:insert"')
    const heard = once(client, 'notification')

    await add(greet({ name: 'Ada' }), greet({ name: 'Bob' }))

    const [{ payload }] = await heard
    expect(JSON.parse(payload)).toMatchObject({ count: 2 })
  } finally {
    client.release(true)
  }
})

test('no jobs are no statement', async () => {
  await add()

  expect(await jobs()).toEqual([])
})

test('a job keeps what it was told', async () => {
  const runAt = new Date('2040-01-02T03:04:05.678Z')

  await add(greet({ name: 'Ada' }, { runAt, key: 'ada', priority: -3, maxAttempts: 7, queue: 'slow' }))

  expect(await jobs()).toEqual([
    {
      task: 'greet',
      payload: { name: 'Ada' },
      key: 'ada',
      priority: -3,
      max_attempts: 7,
      run_at: runAt,
      queue: 'slow',
    },
  ])
})

test('of the jobs with one key the last one waits, added together or one after the other', async () => {
  await add(greet({ name: 'first' }, { key: 'k' }), greet({ name: 'other' }), greet({ name: 'second' }, { key: 'k' }))
  expect((await jobs()).map(job => job.payload)).toEqual([{ name: 'other' }, { name: 'second' }])

  await add(greet({ name: 'third' }, { key: 'k' }))

  expect((await jobs()).map(job => job.payload)).toEqual([{ name: 'other' }, { name: 'third' }])
})

test('transactions that add the same keys in other orders do not lock each other out', async () => {
  const keys = Array.from({ length: 50 }, (_, n) => `key ${n}`)
  const batch = (list: string[]) => add(...list.map(key => greet({ name: key }, { key })))
  await batch(keys)

  const rounds = Array.from({ length: 20 }, (_, n) => batch(n % 2 ? keys : keys.toReversed()))

  await expect(Promise.all(rounds)).resolves.toBeDefined()
  expect(await jobs()).toHaveLength(50)
})
