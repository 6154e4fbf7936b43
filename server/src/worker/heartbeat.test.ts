import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { enqueue } from '#queue/enqueue.ts'
import { defineJob, type Job } from '#queue/job.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { startWorker, type WorkerOptions } from './runner.ts'
import { perform } from './task.ts'

const job = defineJob<{ n: number; hold?: boolean }>('run')
// The lease is longer than a busy machine may keep a process waiting.
const fast = { beatMs: 200, leaseMs: 2_000 }
const elsewhere = { ...fast, machine: 'elsewhere' }

let url: string
let database: Database
let children: ChildProcess[]
beforeEach(async () => {
  url = await createTestDatabase(inject('clusterUrl'))
  database = openDatabase({ url })
  children = []
  await sql`create table runs (n integer, attempt integer, pid integer)`.execute(database.db)
})
afterEach(async () => {
  await Promise.all(children.map(kill))
  await database[Symbol.asyncDispose]()
})

const add = (...jobs: Job[]) => database.transaction(tx => enqueue(tx, jobs))
const runs = async () =>
  (
    await sql<{
      n: number
      attempt: number
      pid: number
    }>`select n, attempt, pid from runs order by n, attempt`.execute(database.db)
  ).rows
/** Those of graphile; the worker around one beats as well. */
const pools = async () =>
  await database.db
    .selectFrom('worker_heartbeats')
    .select(['pool_id', 'machine'])
    .where('pool_id', 'not like', 'worker-%')
    .execute()
const waiting = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from graphile_worker.jobs`.execute(database.db)).rows[0]?.n)

function startHere(options: Partial<WorkerOptions> = {}) {
  const tasks = perform(job, async ({ n }, { attempt }) => {
    await sql`insert into runs values (${n}, ${attempt}, ${process.pid})`.execute(database.db)
  })
  return startWorker({ database, tasks, log: pino({ level: 'silent' }), ...options })
}

function spawnWorker(options: object = {}): ChildProcess {
  const fixture = new URL('./worker-process.fixture.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [fixture, JSON.stringify({ url, ...options })], { stdio: 'inherit' })
  children.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const eventually = (check: () => Promise<void>, timeout = 10_000) => vi.waitFor(check, { timeout, interval: 20 })

test("a killed worker's jobs are picked up by another one, the begun and the waiting", async () => {
  const child = spawnWorker(elsewhere)
  const hold = (n: number) => job({ n, hold: true })
  await add(hold(1), hold(2))
  const begunThere = [1, 2].map(n => ({ n, attempt: 1, pid: child.pid }))
  await eventually(async () => expect(await runs()).toEqual(begunThere))
  await sql`insert into graphile_worker._private_jobs (task_id, payload, locked_by, locked_at)
    select task_id, '{"n": 3}', locked_by, now() from graphile_worker._private_jobs limit 1`.execute(database.db)

  await kill(child)
  await using _worker = await startHere(fast)

  const takenHere = [1, 2].map(n => ({ n, attempt: 2, pid: process.pid }))
  await eventually(async () =>
    expect(await runs()).toEqual([
      begunThere[0],
      takenHere[0],
      begunThere[1],
      takenHere[1],
      { n: 3, attempt: 1, pid: process.pid },
    ]),
  )
  await eventually(async () => expect(await waiting()).toBe(0))
  expect(await pools()).toHaveLength(1)
})

test('a restart on the same machine takes the jobs of its killed predecessor at once', async () => {
  const child = spawnWorker()
  await add(job({ n: 1, hold: true }))
  await eventually(async () => expect(await runs()).toHaveLength(1))
  await eventually(async () => expect(await pools()).toHaveLength(1))
  await kill(child)

  // Beat and lease are the real ones: 10 s and 30 s.
  await using _worker = await startHere()

  await eventually(
    async () => expect(await runs()).toMatchObject([{ attempt: 1 }, { attempt: 2, pid: process.pid }]),
    5_000,
  )
})

test('a neighbour that lives keeps its jobs', async () => {
  const child = spawnWorker(fast)
  await add(job({ n: 1, hold: true }))
  await eventually(async () => expect(await runs()).toHaveLength(1))
  const since = performance.now()

  await using _worker = await startHere(fast)

  // Twice the lease, seen by the beats of both.
  await eventually(async () => expect(performance.now() - since).toBeGreaterThan(2 * fast.leaseMs))
  expect(await pools()).toHaveLength(2)
  expect(await runs()).toMatchObject([{ n: 1, attempt: 1, pid: child.pid }])
})

test('a worker that was stopped for longer than its lease beats again and carries on', async () => {
  const child = spawnWorker(elsewhere)
  await add(job({ n: 1, hold: true }))
  await eventually(async () => expect(await runs()).toHaveLength(1))
  await eventually(async () => expect(await pools()).toHaveLength(1))

  child.kill('SIGSTOP')
  {
    await using _other = await startHere(fast)
    await eventually(async () => expect(await runs()).toMatchObject([{ attempt: 1 }, { attempt: 2, pid: process.pid }]))
    expect((await pools()).map(pool => pool.machine)).not.toContain('elsewhere')
  }
  child.kill('SIGCONT')
  await add(job({ n: 2 }))

  await eventually(async () => expect(await pools()).toMatchObject([{ machine: 'elsewhere' }]))
  await eventually(async () => expect(await runs()).toMatchObject([{ n: 1 }, { n: 1 }, { n: 2, pid: child.pid }]))
})

test('after an outage the first one that is back does not write off the others', async () => {
  // Nearly always silent when the other one looks, and yet not silent for as long as that one takes between two looks.
  const child = spawnWorker({ machine: 'elsewhere', beatMs: 400, leaseMs: 4_000 })
  await add(job({ n: 1, hold: true }))
  await eventually(async () => expect(await runs()).toHaveLength(1))
  await using _worker = await startHere({ beatMs: 1_000, leaseMs: 4_000 })
  await eventually(async () => expect(await pools()).toHaveLength(2))
  const since = performance.now()

  await eventually(async () => {
    await sql`update worker_heartbeats set seen_at = now() - interval '1 minute'`.execute(database.db)
    expect(performance.now() - since).toBeGreaterThan(5_000)
  })

  expect(await runs()).toMatchObject([{ n: 1, attempt: 1, pid: child.pid }])
})

test('a job is not begun when its worker may have been written off, and runs when the heartbeat is back', async () => {
  await using _worker = await startHere(fast)
  await eventually(async () => expect(await pools()).toHaveLength(1))
  const since = performance.now()
  await sql`alter table worker_heartbeats rename to away`.execute(database.db)
  await eventually(async () => expect(performance.now() - since).toBeGreaterThan(fast.leaseMs))

  await add(job({ n: 1 }))
  const lastError = async () =>
    (await sql<{ last_error: string }>`select last_error from graphile_worker.jobs`.execute(database.db)).rows
  await eventually(async () =>
    expect(await lastError()).toMatchObject([{ last_error: expect.stringContaining('not begun') }]),
  )
  expect(await runs()).toEqual([])
  await sql`alter table away rename to worker_heartbeats`.execute(database.db)

  await eventually(async () => expect(await runs()).toMatchObject([{ n: 1, attempt: 2 }]))
})

test('a worker that has stopped in good order leaves no row and no lock', async () => {
  await (await startHere())[Symbol.asyncDispose]()

  expect(await pools()).toEqual([])
})

test('locks of a pool that never beat are given back after the lease', async () => {
  await add(job({ n: 1 }))
  await lock('pool-never-heard-of')

  await using _worker = await startHere(fast)

  await eventually(async () => expect(await runs()).toMatchObject([{ n: 1 }]))
})

test('a job whose claim was never answered is given back by the pool that holds it without knowing', async () => {
  await using _worker = await startHere(fast)
  await eventually(async () => expect(await pools()).toHaveLength(1))
  const [pool] = await pools()
  await database.transaction(async tx => {
    await enqueue(tx, [job({ n: 1 }, { queue: 'one' })])
    await sql`update graphile_worker._private_jobs set locked_by = ${pool?.pool_id}, locked_at = now()`.execute(tx)
    await sql`update graphile_worker._private_job_queues set locked_by = ${pool?.pool_id}, locked_at = now()`.execute(
      tx,
    )
  })

  await eventually(async () => expect(await runs()).toMatchObject([{ n: 1 }]))
})

const lock = (poolId: string) =>
  sql`update graphile_worker._private_jobs set locked_by = ${poolId}, locked_at = now()`.execute(database.db)
