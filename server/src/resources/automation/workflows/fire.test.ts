import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type Schedules, schedules } from '../../../../testing/schedules.ts'
import { fireDueSchedules } from './fire.ts'

let database: Database
let second: Database
let room: Schedules
let live: Caller
let simulated: Caller
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  database = openDatabase({ url })
  second = openDatabase({ url })
  const callers = await createCallers(database)
  live = callers.live
  simulated = callers.test
  room = schedules(database)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
})
beforeEach(() => room.clear())

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)

/** Sets the clock of the test environment. */
const setClock = async (shown: string): Promise<number> => {
  const aheadMs = Date.parse(shown) - Date.now()
  await sql`update environments set clock_ahead_ms = ${aheadMs} where id = ${simulated.environmentId}`.execute(
    database.db,
  )
  return aheadMs
}

test('two concurrent workers fire a schedule once', async () => {
  const at = ago(1)
  const workflows = await Promise.all(Array.from({ length: 20 }, () => room.create(live)))
  for (const workflow of workflows) await room.dueAt(workflow, at)

  await Promise.all([database, second, database, second].map(fireDueSchedules))
  await fireDueSchedules(database)

  expect((await room.jobs()).map(({ payload }) => payload.workflowId).toSorted()).toEqual(
    workflows.map(({ workflowId }) => workflowId).toSorted(),
  )
  for (const workflow of workflows) expect(await room.firedAt(workflow)).toEqual([at.toISOString()])
})

test('a schedule that is not due or is paused does not fire', async () => {
  await room.create(live)
  const paused = await room.create(live)
  await room.dueAt(paused, ago(1))
  await sql`update workflows set status = 'paused' where id = ${paused.workflowId}`.execute(database.db)

  await fireDueSchedules(database)

  expect(await room.jobs()).toEqual([])
})

test('a live schedule that missed times fires once for them, and then on time', async () => {
  const workflow = await room.create(live, { cron: '0 * * * *' })
  const missed = ago(3 * 86_400)
  await room.dueAt(workflow, missed)

  await fireDueSchedules(database)
  expect(await room.firedAt(workflow)).toEqual([missed.toISOString()])
  await room.sweep()
  await fireDueSchedules(database)

  expect(await room.firedAt(workflow)).toEqual([])
  const next = (await room.nextFireAt(workflow))?.getTime() ?? 0
  expect(next).toBeGreaterThan(Date.now())
  expect(next).toBeLessThanOrEqual(Date.now() + 3_600_000)
  expect(next % 3_600_000).toBe(0)
})

test('a test schedule fires for each time its clock has passed, also across clock changes', async () => {
  const aheadMs = await setClock('2027-03-30T12:00:00.000Z')
  const workflow = await room.create(simulated, { cron: '30 2 * * *', timezone: 'Europe/Berlin' })
  await room.dueAt(workflow, new Date(Date.parse('2027-03-27T01:30:00.000Z') - aheadMs))

  const fired: string[] = []
  for (let round = 0; round < 6; round++) {
    await fireDueSchedules(database)
    fired.push(...(await room.firedAt(workflow)))
    await room.sweep()
  }

  // On the 28th there is no 02:30: it fires when the clock skips it.
  expect(fired).toEqual([
    '2027-03-27T01:30:00.000Z',
    '2027-03-28T01:00:00.000Z',
    '2027-03-29T00:30:00.000Z',
    '2027-03-30T00:30:00.000Z',
  ])
  expect((await room.nextFireAt(workflow))?.getTime()).toBe(Date.parse('2027-03-31T00:30:00.000Z') - aheadMs)
})

test('in a test environment, the next time waits for everything before it', async () => {
  const workflow = await room.create(simulated)
  await room.addRuns(workflow, 1, ago(7_200))
  await room.dueAt(workflow, ago(3_600))

  await fireDueSchedules(database)
  expect(await room.firedAt(workflow), 'a run has something to do before then').toEqual([])

  await sql`update workflow_runs set waits_until = now()`.execute(database.db)
  await fireDueSchedules(database)
  expect(await room.firedAt(workflow), 'nobody has').toHaveLength(1)

  await room.dueAt(workflow, ago(1_800))
  await fireDueSchedules(database)
  expect(await room.firedAt(workflow), 'the last sweep is still running').toHaveLength(1)
})
