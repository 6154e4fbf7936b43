import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { endHold } from '#postgres/restored-copy.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import { enqueue } from './enqueue.ts'
import { defineJob } from './job.ts'
import { startJobs } from './jobs-only.fixture.ts'
import { reportHold } from './report-hold.ts'
import { makeScheduled } from './schedule.ts'
import { perform } from './task.ts'
import { wake } from './wake.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

const send = defineJob<object>('send')
const cleanUp = defineJob<object>('clean_up')

const hold = () =>
  sql`insert into restored_copy (taken_at, last_position) values ('2026-11-16 03:00Z', 0)`.execute(database.db)

test('running workers do only housekeeping while a restored copy is on hold, and everything once it is resumed', async () => {
  const done: string[] = []
  const tasks = {
    ...perform(send, async () => void done.push('sent')),
    ...perform(cleanUp, async () => void done.push('cleaned up')),
  }
  const schedules = [{ task: cleanUp.task, everyMinutes: 1 }]
  // The clock is a day ahead, so that the job is not due again during the test, even if a minute begins meanwhile.
  const clock = () => new Date(Date.now() + 86_400_000)
  await using _one = await startJobs({ database, tasks, schedules, clock })
  await using _two = await startJobs({ database, tasks, schedules, clock })
  await hold()
  await database.transaction(tx => enqueue(tx, [send({}), send({})]))
  // This job was held during two crashes.
  await sql`update jobs set crashes = 2 where id = (select max(id) from jobs)`.execute(database.db)
  await database.transaction(tx => makeScheduled(tx, schedules, new Date(Date.now() - 120_000)))

  await vi.waitFor(() => expect(done).toEqual(['cleaned up']), 5_000)
  await new Promise(resolve => setTimeout(resolve, 1_200))
  expect(done).toEqual(['cleaned up'])

  await database.transaction(async tx => {
    await endHold(tx)
    await wake(tx, 'jobs')
  })
  await vi.waitFor(() => expect(done.toSorted()).toEqual(['cleaned up', 'sent', 'sent']), 5_000)
})

test('a worker logs that the restored copy is on hold at once and every ten minutes, and logs when it is resumed', async () => {
  const lines: { level: number; msg: string; takenAt?: string }[] = []
  const output = new Writable({
    write(chunk, _encoding, finished) {
      lines.push(JSON.parse(chunk))
      finished()
    },
  })
  let nowMs = 0
  const tell = reportHold(database, pino(output), () => nowMs)

  await tell()
  expect(lines).toEqual([])
  await hold()
  await tell()
  await tell()
  expect(lines).toMatchObject([
    { level: 40, takenAt: '2026-11-16T03:00:00.000Z', msg: expect.stringContaining('posthorn -- resume') },
  ])
  nowMs += 600_000
  await tell()
  expect(lines).toHaveLength(2)
  await database.transaction(endHold)
  await tell()
  await tell()
  expect(lines.map(({ msg }) => msg).slice(2)).toEqual(['the restored copy was resumed'])
})
