import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { enqueue } from './enqueue.ts'
import { defineJob, type Job } from './job.ts'
import { type JobsOnly, startJobs } from './jobs-only.fixture.ts'
import { perform } from './task.ts'

const job = defineJob<{ n: number; hold?: boolean }>('run')
// The lease is longer than a busy machine may delay a process.
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
const workers = () => database.db.selectFrom('worker_heartbeats').select(['worker_id', 'machine']).execute()
const waiting = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from jobs`.execute(database.db)).rows[0]?.n)

function startHere(options: Partial<JobsOnly> = {}) {
  const tasks = perform(job, async ({ n }, { attempt }) => {
    await sql`insert into runs values (${n}, ${attempt}, ${process.pid})`.execute(database.db)
  })
  return startJobs({ database, tasks, ...options })
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

// On a busy machine, a process may take ten seconds to start.
vi.setConfig({ testTimeout: 60_000 })
const eventually = (check: () => Promise<void>, timeout = 30_000) => vi.waitFor(check, { timeout, interval: 20 })

test("a killed worker's jobs are taken by another worker, both the started and the waiting ones", async () => {
  const child = spawnWorker(elsewhere)
  const hold = (n: number) => job({ n, hold: true })
  await add(hold(1), hold(2))
  const begunThere = [1, 2].map(n => ({ n, attempt: 1, pid: child.pid }))
  await eventually(async () => expect(await runs()).toEqual(begunThere))
  await sql`insert into jobs (task, payload, held_by) select task, '{"n": 3}', held_by from jobs limit 1`.execute(
    database.db,
  )

  await kill(child)
  await using _worker = await startHere(fast)

  const takenHere = [1, 2].map(n => ({ n, attempt: 2, pid: process.pid }))
  await eventually(async () =>
    expect(await runs()).toEqual([
      begunThere[0],
      takenHere[0],
      begunThere[1],
      takenHere[1],
      { n: 3, attempt: 2, pid: process.pid },
    ]),
  )
  await eventually(async () => expect(await waiting()).toBe(0))
  expect(await workers()).toHaveLength(1)
})

test('a restart on the same machine takes the jobs of its killed predecessor at once', async () => {
  const child = spawnWorker()
  await add(job({ n: 1, hold: true }))
  await eventually(async () => expect(await runs()).toHaveLength(1))
  await eventually(async () => expect(await workers()).toHaveLength(1))
  await kill(child)

  // Far below the lease.
  await using _worker = await startHere({ leaseMs: 120_000 })

  await eventually(async () => expect(await runs()).toMatchObject([{ attempt: 1 }, { attempt: 2, pid: process.pid }]))
})

test('a live worker on the same machine keeps its jobs', async () => {
  const child = spawnWorker(fast)
  await add(job({ n: 1, hold: true }))
  await eventually(async () => expect(await runs()).toHaveLength(1))
  const since = performance.now()

  await using _worker = await startHere(fast)

  // Wait for twice the lease, with heartbeats of both.
  await eventually(async () => expect(performance.now() - since).toBeGreaterThan(2 * fast.leaseMs))
  expect(await workers()).toHaveLength(2)
  expect(await runs()).toMatchObject([{ n: 1, attempt: 1, pid: child.pid }])
})

test('a worker that was suspended for longer than its lease sends heartbeats again and continues', async () => {
  const child = spawnWorker(elsewhere)
  await add(job({ n: 1, hold: true }))
  await eventually(async () => expect(await runs()).toHaveLength(1))
  await eventually(async () => expect(await workers()).toHaveLength(1))

  child.kill('SIGSTOP')
  {
    await using _other = await startHere(fast)
    await eventually(async () => expect(await runs()).toMatchObject([{ attempt: 1 }, { attempt: 2, pid: process.pid }]))
    expect((await workers()).map(worker => worker.machine)).not.toContain('elsewhere')
  }
  child.kill('SIGCONT')
  await add(job({ n: 2 }))

  await eventually(async () => expect(await workers()).toMatchObject([{ machine: 'elsewhere' }]))
  await eventually(async () => expect(await runs()).toMatchObject([{ n: 1 }, { n: 1 }, { n: 2, pid: child.pid }]))
})

test('after an outage, the first worker that is back does not declare the others dead', async () => {
  // The update below makes the child look silent almost whenever the other worker checks, but it sends a heartbeat between any two checks.
  const child = spawnWorker({ machine: 'elsewhere', beatMs: 400, leaseMs: 4_000 })
  await add(job({ n: 1, hold: true }))
  await eventually(async () => expect(await runs()).toHaveLength(1))
  await using _worker = await startHere({ beatMs: 1_000, leaseMs: 4_000 })
  await eventually(async () => expect(await workers()).toHaveLength(2))
  const since = performance.now()

  await eventually(async () => {
    await sql`update worker_heartbeats set seen_at = now() - interval '1 minute'`.execute(database.db)
    expect(performance.now() - since).toBeGreaterThan(5_000)
  })

  expect(await runs()).toMatchObject([{ n: 1, attempt: 1, pid: child.pid }])
})

test('a worker that others may have declared dead starts no job until its heartbeat is back', async () => {
  await using _worker = await startHere(fast)
  await eventually(async () => expect(await workers()).toHaveLength(1))
  const since = performance.now()
  await sql`alter table worker_heartbeats rename to away`.execute(database.db)
  await eventually(async () => expect(performance.now() - since).toBeGreaterThan(fast.leaseMs))

  await add(job({ n: 1 }))
  const asked = performance.now()
  await eventually(async () => expect(performance.now() - asked).toBeGreaterThan(1_500))
  expect(await runs()).toEqual([])
  await sql`alter table away rename to worker_heartbeats`.execute(database.db)

  await eventually(async () => expect(await runs()).toMatchObject([{ n: 1, attempt: 1 }]))
})

test('a worker that was stopped cleanly leaves no row', async () => {
  await (await startHere())[Symbol.asyncDispose]()

  expect(await workers()).toEqual([])
})

test('a row held by an unknown worker is released', async () => {
  await add(job({ n: 1 }))
  await sql`update jobs set held_by = 'never heard of', due_at = null`.execute(database.db)

  await using _worker = await startHere(fast)

  await eventually(async () => expect(await runs()).toMatchObject([{ n: 1 }]))
})

test('a worker releases a job that it holds without knowing, because the answer to taking it was lost', async () => {
  await using _worker = await startHere(fast)
  await eventually(async () => expect(await workers()).toHaveLength(1))
  const [worker] = await workers()
  await database.transaction(async tx => {
    await enqueue(tx, [job({ n: 1 })])
    await sql`update jobs set held_by = ${worker?.worker_id}, due_at = null`.execute(tx)
  })

  await eventually(async () => expect(await runs()).toMatchObject([{ n: 1 }]))
})
