import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import { startWorker } from './runner.ts'
import type { Schedule } from './schedule.ts'
import type { Tasks } from './task.ts'

let database: Database
let seen: object[]
beforeEach(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  seen = []
})
afterEach(async () => {
  vi.useRealTimers()
  await database[Symbol.asyncDispose]()
})

const tasks: Tasks = {
  sweep: async (payload: object) => {
    seen.push(payload)
  },
}
const schedules: Schedule[] = [{ task: 'sweep', cron: '* * * * *', payload: { what: 'keys' } }]
const start = (doing = tasks) => startWorker({ database, tasks: doing, schedules, log: pino({ level: 'silent' }) })

test('a schedule runs its task when its minute comes, once for all workers', async () => {
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: minute - 50 })
  await using _one = await start()
  await using _two = await start()

  vi.setSystemTime(minute)

  await vi.waitFor(() => expect(seen).toMatchObject([{ what: 'keys' }]), { timeout: 5_000 })
  const { rows } =
    await sql`select identifier from graphile_worker._private_known_crontabs where last_execution is not null`.execute(
      database.db,
    )
  expect(rows).toHaveLength(1)
})

test('the minutes that passed while no worker ran are made up for by one job', async () => {
  const known = async () =>
    (
      await sql<{ caught_up: boolean | null }>`
        select last_execution > now() - interval '2 minutes' as caught_up
        from graphile_worker._private_known_crontabs`.execute(database.db)
    ).rows
  {
    await using _worker = await start()
    await vi.waitFor(async () => expect(await known()).toEqual([{ caught_up: null }]))
  }
  await sql`update graphile_worker._private_known_crontabs set known_since = now() - interval '1 hour'`.execute(
    database.db,
  )

  // This one schedules and leaves the task to others.
  await using _worker = await start({ other: async () => {} })

  await vi.waitFor(async () => expect(await known()).toEqual([{ caught_up: true }]), { timeout: 5_000 })
  const jobs = await sql`select task_identifier as task from graphile_worker.jobs`.execute(database.db)
  expect(jobs.rows).toEqual([{ task: 'sweep' }])
})
