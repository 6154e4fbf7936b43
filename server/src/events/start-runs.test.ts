import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createCallers } from '../../testing/callers.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { insertRuns, type NewRun } from './start-runs.ts'

let database: Database
let live: Caller
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  live = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const newRun = (reentry: NewRun['reentry']): NewRun => ({
  environmentId: live.environmentId,
  workflowId: newId(new Date()),
  version: 1,
  firstStep: 'hello',
  contactId: newId(new Date()),
  reentry,
  trigger: { type: 'contact_created', fired_at: new Date().toISOString() },
  at: new Date(),
  createdAt: new Date(),
})
const start = (run: NewRun) => database.transaction(tx => insertRuns(tx, [run]))
const finish = ({ contactId }: NewRun) =>
  sql`update workflow_runs set finished_at = now(), state = 'completed' where contact_id = ${contactId}`.execute(
    database.db,
  )

test.each<[NewRun['reentry'], again: number]>([
  ['once', 0],
  ['after_finish', 1],
])('%s: a contact has one run at a time, and %i more after it has finished', async (reentry, again) => {
  const run = newRun(reentry)
  expect([await start(run), await start(run)]).toEqual([1, 0])
  await finish(run)
  expect([await start(run), await start(run)]).toEqual([again, 0])
})

test.each(['once', 'after_finish'] as const)(
  '%s: a start does not wait for the transaction that advances the run',
  async reentry => {
    const run = newRun(reentry)
    await start(run)

    await database.transaction(async mover => {
      await sql`update workflow_runs set tries = 1 where contact_id = ${run.contactId}`.execute(mover)
      const started = await database.transaction(async tx => {
        await sql`set local lock_timeout = '500ms'`.execute(tx)
        return insertRuns(tx, [run])
      })
      expect(started).toBe(0)
    })
  },
)

test('runs of a contact that enters a workflow all the time fail from the hundredth on, until an hour later', async () => {
  const run = newRun('after_finish')
  await start(run)
  await finish(run)
  await sql`
    insert into workflow_runs (environment_id, id, workflow_id, version, contact_id, state, entered_at, trigger, started_at, finished_at)
    select environment_id, gen_random_uuid(), workflow_id, version, contact_id, state, entered_at, trigger, started_at, finished_at
    from workflow_runs, generate_series(1, 98) where contact_id = ${run.contactId}`.execute(database.db)
  const begun = async () => {
    const { rows } = await sql<{ state: string; error: string | null; due: boolean; ended: boolean }>`
      select state, error, due_at is not null as due, finished_at is not null as ended from workflow_runs
      where contact_id = ${run.contactId} and state <> 'completed' order by state`.execute(database.db)
    return rows
  }
  const running = { state: 'running', error: null, due: true, ended: false }
  const error = expect.stringContaining('Look for workflows that start each other.')
  const failed = { state: 'failed', error, due: false, ended: true }

  await start(run)
  expect(await begun()).toEqual([running])
  await finish(run)
  await start(run)
  await start(run)
  expect(await begun()).toEqual([failed, failed])
  await start({ ...run, at: new Date(run.at.getTime() + 3_600_001) })
  expect(await begun()).toEqual([failed, failed, running])
})
