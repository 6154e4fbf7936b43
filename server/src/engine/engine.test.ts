import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { Stopping } from '#core/process/stopping.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createTestDatabase, startTestCluster } from '../../testing/postgres.ts'
import { enqueue } from './enqueue.ts'
import { defineJob, type Job } from './job.ts'
import { type JobsOnly, startJobs } from './jobs-only.fixture.ts'
import { perform, type Task } from './task.ts'
import { wake } from './wake.ts'

const job = defineJob<{ n: number }>('run')

let database: Database
let lines: { level: number; msg: string; err?: { message: string } }[]
beforeEach(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  lines = []
})
afterEach(() => database[Symbol.asyncDispose]())

const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(chunk))
      done()
    },
  }),
)
const start = (task: Task<{ n: number }>, options: Partial<JobsOnly> = {}) =>
  startJobs({ database, log, tasks: perform(job, task), ...options })
const add = (...jobs: Job[]) => database.transaction(tx => enqueue(tx, jobs))
const left = async (at = database) =>
  (
    await sql<{ attempts: number; held_by: string | null }>`
      select attempts, held_by from jobs order by id`.execute(at.db)
  ).rows
// A busy machine takes many times as long.
vi.setConfig({ testTimeout: 60_000 })
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 })

/** Blocks tasks until the test opens it. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return { opened, open }
}

test('each job runs once when 2 workers race for 2,000 jobs', async () => {
  const taken: number[][] = [[], []]
  await using _one = await start(async ({ n }) => void taken[0]?.push(n))
  await using _two = await start(async ({ n }) => void taken[1]?.push(n))

  for (let k = 0; k < 20; k++) await add(...Array.from({ length: 100 }, (_, i) => job({ n: k * 100 + i })))

  await eventually(async () => expect(await left()).toEqual([]))
  expect(taken.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 2_000 }, (_, n) => n))
  expect(taken.map(list => list.length > 0)).toEqual([true, true])
})

test('a task that throws is logged once and retried', async () => {
  const attempts: number[] = []
  await using _worker = await start(async (_payload, { attempt }) => {
    attempts.push(attempt)
    if (attempt === 1) throw new Error('not today')
  })

  await add(job({ n: 1 }))

  await eventually(() => expect(attempts).toEqual([1, 2]))
  await eventually(async () => expect(await left()).toEqual([]))
  expect(lines.filter(line => line.level >= 40)).toMatchObject([
    { level: 50, msg: 'task failed', task: 'run', attempt: 1, err: { message: 'not today' } },
  ])
})

test('a task that is released because its worker stops is retried, and no error is logged', async () => {
  const attempts: number[] = []
  await using _worker = await start(async (_payload, { attempt }) => {
    attempts.push(attempt)
    if (attempt === 1) throw new Stopping()
  })

  await add(job({ n: 1 }))

  await eventually(() => expect(attempts).toEqual([1, 2]))
  await eventually(async () => expect(await left()).toEqual([]))
  expect(lines.filter(line => line.level >= 40)).toEqual([])
})

test('stopping waits for the running task and starts no other', async () => {
  const door = gate()
  const begun: number[] = []
  const worker = await start(
    async ({ n }) => {
      begun.push(n)
      await door.opened
    },
    { concurrency: 1 },
  )
  await add(job({ n: 1 }), job({ n: 2 }), job({ n: 3 }))
  await eventually(() => expect(begun).toEqual([1]))

  let stopped = false
  const stopping = worker[Symbol.asyncDispose]().then(() => {
    stopped = true
  })
  expect(stopped).toBe(false)
  door.open()
  await stopping

  expect(begun).toEqual([1])
  expect(await left()).toEqual([
    { attempts: 0, held_by: null },
    { attempts: 0, held_by: null },
  ])
})

test('stopping aborts the signal of a task that does not end, and releases its job after the timeout', async () => {
  let signal: AbortSignal | undefined
  const worker = await start(
    async (_payload, context) => {
      signal = context.signal
      await new Promise(() => {})
    },
    { stopWithinMs: 300 },
  )
  await add(job({ n: 1 }))
  await eventually(() => expect(signal).toBeDefined())

  await worker[Symbol.asyncDispose]()

  expect(signal?.aborted).toBe(true)
  expect(await left()).toEqual([{ attempts: 0, held_by: null }])
})

test('a job that another worker holds by now is not deleted by the first worker', async () => {
  const door = gate()
  const begun: number[] = []
  await using _worker = await start(async ({ n }) => {
    begun.push(n)
    if (n === 1) await door.opened
  })
  await add(job({ n: 1 }))
  await eventually(() => expect(begun).toEqual([1]))
  await sql`update jobs set held_by = 'another', token = token + 1`.execute(database.db)

  door.open()
  // Results are written in order: once the second job is deleted, the first would be too.
  await add(job({ n: 2 }))
  await eventually(() => expect(begun).toEqual([1, 2]))

  await eventually(async () => expect(await left()).toEqual([{ attempts: 0, held_by: 'another' }]))
})

test('a worker whose database sessions are terminated again and again continues, and each job is done', async () => {
  const done: number[] = []
  await using _worker = await start(async ({ n }) => void done.push(n))
  await using killer = openDatabase({ url: inject('clusterUrl') })
  const name = new URL(database.pool.options.connectionString ?? '').pathname.slice(1)
  const terminateAll = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(killer.db)

  for (let n = 0; n < 20; n++) {
    await eventually(() => add(job({ n })))
    await terminateAll()
  }

  await eventually(async () => expect(await left()).toEqual([]))
  expect(new Set(done).size).toBe(20)
  expect(lines.filter(line => line.level >= 50)).toEqual([])
})

test('a task that ends while Postgres is down is recorded when Postgres is back, and not run again', async () => {
  await using cluster = await startTestCluster()
  await using own = openDatabase({ url: await createTestDatabase(cluster.url) })
  const door = gate()
  const begun: number[] = []
  const task: Task<{ n: number }> = async ({ n }) => {
    begun.push(n)
    await door.opened
  }
  await using _worker = await start(task, { database: own })
  await own.transaction(tx => enqueue(tx, [job({ n: 1 })]))
  await eventually(() => expect(begun).toEqual([1]))

  // The embedded server restarts it.
  process.kill(await postmasterOf(own), 'SIGKILL')
  door.open()

  await eventually(async () => expect(await left(own)).toEqual([]))
  await own.transaction(tx => enqueue(tx, [job({ n: 2 })]))
  await eventually(() => expect(begun).toEqual([1, 2]))
}, 60_000)

test('a worker can stop while Postgres is down', async () => {
  await using cluster = await startTestCluster()
  await using own = openDatabase({ url: await createTestDatabase(cluster.url) })
  const worker = await start(async () => {}, { database: own })
  await cluster[Symbol.asyncDispose]()

  const since = performance.now()
  await worker[Symbol.asyncDispose]()

  expect(performance.now() - since).toBeLessThan(5_000)
}, 60_000)

async function postmasterOf(at: Database): Promise<number> {
  const { rows } = await sql<{ folder: string }>`select current_setting('data_directory') as folder`.execute(at.db)
  return Number(readFileSync(`${rows[0]?.folder}/postmaster.pid`, 'utf8').split('\n')[0])
}

test('a worker that cannot take work although the database answers reports a failure', async () => {
  await using worker = await start(async () => {}, { giveUpAfterMs: 100 })
  await eventually(() => expect(worker.isWorking()).toBe(true))

  await sql`alter table jobs rename to others`.execute(database.db)

  expect(await worker.failed).toMatchObject({ message: expect.stringContaining('cannot be taken') })
  expect(worker.isWorking()).toBe(false)
})

test('a worker that could not take work for a while recovers by itself', async () => {
  const done: number[] = []
  await using worker = await start(async ({ n }) => void done.push(n))
  await sql`alter table jobs rename to others`.execute(database.db)
  await eventually(() => expect(worker.isWorking()).toBe(false))

  await sql`alter table others rename to jobs`.execute(database.db)
  await add(job({ n: 1 }))

  await eventually(() => expect(done).toEqual([1]))
  await eventually(() => expect(worker.isWorking()).toBe(true))
})

test('a deadlock while a job is completed is retried, and the worker continues', async () => {
  await sql`create sequence deletions`.execute(database.db)
  await sql`create function deadlock() returns trigger language plpgsql as $$ begin
    if nextval('deletions') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if; return null; end $$`.execute(
    database.db,
  )
  await sql`create trigger deadlock before delete on jobs execute function deadlock()`.execute(database.db)
  const done: number[] = []
  await using _worker = await start(async ({ n }) => void done.push(n))

  await add(job({ n: 1 }))

  await eventually(async () => expect(await left()).toEqual([]))
  expect(done).toEqual([1])
  expect(lines.filter(line => line.level >= 40)).toEqual([])
})

test('the number of rows in each batch is reported for metrics', async () => {
  const heard: [string, number][] = []
  await add(...Array.from({ length: 7 }, (_, n) => job({ n })))

  await using _worker = await start(async () => {}, { taken: (table, count) => heard.push([table, count]) })

  await eventually(async () => expect(await left()).toEqual([]))
  expect(heard).toEqual([['jobs', 7]])
})

test('a notification to all workers that names no work table is passed to `heard`', async () => {
  const heard: string[] = []
  await using _worker = await start(async () => {}, { heard: what => void heard.push(what) })

  await eventually(async () => {
    await database.transaction(tx => wake(tx, 'something'))
    expect(heard).toContain('something')
  })
})
