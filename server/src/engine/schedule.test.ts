import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { systemClock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import { startJobs } from './jobs-only.fixture.ts'
import { makeScheduled, nextTime, type Schedule } from './schedule.ts'

let database: Database
let runs: number
beforeEach(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  runs = 0
})
afterEach(() => database[Symbol.asyncDispose]())

const tasks = { sweep: async () => void runs++ }
const schedules: Schedule[] = [{ task: 'sweep', everyMinutes: 60, offsetMinutes: 15 }]
const make = () => database.transaction(tx => makeScheduled(tx, schedules, systemClock()))
const start = () => startJobs({ database, tasks, schedules })
const dueIn = async () =>
  (await sql<{ s: number }>`select extract(epoch from due_at - now())::float8 as s from jobs`.execute(database.db)).rows
const comeDue = () => sql`update jobs set due_at = now() - interval '5 hours'`.execute(database.db)

test.each([
  [{ everyMinutes: 10 }, '2026-11-16T07:09:59.999Z', '2026-11-16T07:10:00.000Z'],
  [{ everyMinutes: 10 }, '2026-11-16T07:10:00.000Z', '2026-11-16T07:20:00.000Z'],
  [{ everyMinutes: 60, offsetMinutes: 15 }, '2026-11-16T07:14:00.000Z', '2026-11-16T07:15:00.000Z'],
  [{ everyMinutes: 60, offsetMinutes: 15 }, '2026-11-16T23:20:00.000Z', '2026-11-17T00:15:00.000Z'],
  [{ everyMinutes: 1_440, offsetMinutes: 225 }, '2026-11-16T03:44:00.000Z', '2026-11-16T03:45:00.000Z'],
  [{ everyMinutes: 1_440, offsetMinutes: 225 }, '2026-11-16T03:45:00.000Z', '2026-11-17T03:45:00.000Z'],
])('%j after %s is next due at %s', (schedule, now, next) => {
  expect(nextTime({ task: 'any', ...schedule }, new Date(now)).toISOString()).toBe(next)
})

test('several workers create one job for a schedule, and leave an existing one unchanged', async () => {
  await Promise.all([make(), make(), make()])
  const [first] = await dueIn()
  await comeDue()
  await make()

  expect(first?.s).toBeGreaterThan(0)
  expect(first?.s).toBeLessThanOrEqual(3_600)
  expect((await dueIn()).map(({ s }) => Math.round(s / 3_600))).toEqual([-5])
})

test('runs that were missed while no worker ran are made up once, by one worker, and the schedule continues', async () => {
  await make()
  await comeDue()

  await using _one = await start()
  await using _two = await start()

  await vi.waitFor(async () => expect((await dueIn())[0]?.s).toBeGreaterThan(0), { timeout: 10_000 })
  expect(runs).toBe(1)
})

test('a scheduled job that fails is retried soon, and stays scheduled', async () => {
  await make()
  await comeDue()
  const failing = async () => {
    runs++
    throw new Error('not today')
  }

  await using _worker = await startJobs({ database, tasks: { sweep: failing }, schedules })

  await vi.waitFor(() => expect(runs).toBe(2), { timeout: 10_000 })
  const kept = await sql`select schedule, last_error from jobs`.execute(database.db)
  expect(kept.rows).toEqual([{ schedule: 'sweep', last_error: 'not today' }])
})
