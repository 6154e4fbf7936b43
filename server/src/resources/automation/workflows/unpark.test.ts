import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { type Schedules, schedules, type WorkflowKey } from '../../../../testing/schedules.ts'
import { unpark } from './unpark.ts'

let database: Database
let room: Schedules
let workflow: WorkflowKey
let other: WorkflowKey
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  room = schedules(database)
  const { live } = await createCallers(database)
  workflow = await room.create(live)
  other = await room.create(live)
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  await emptyTables(database.db, 'workflow_runs')
  await sql`update workflows set status = 'active'`.execute(database.db)
  await room.addRuns(workflow, 1_001)
  await room.addRuns(other, 1)
  await sql`update workflow_runs set parked = true, due_at = null`.execute(database.db)
})

const due = async () => (await sql`select from workflow_runs where due_at <= now()`.execute(database.db)).rows.length
const parked = async () =>
  (await sql<{ id: string }>`select id from workflow_runs where parked`.execute(database.db)).rows.length

test('all parked runs of a workflow become due; repeating it is harmless', async () => {
  const [first, second] = await Promise.all([unpark(database, workflow), unpark(database, workflow)])

  expect(first + second).toBe(1_001)
  expect(await unpark(database, workflow)).toBe(0)
  expect(await due()).toBe(1_001)
  expect(await parked(), 'the run of the other workflow').toBe(1)
})

test('runs of a workflow that was paused again stay parked', async () => {
  await sql`update workflows set status = 'paused' where id = ${workflow.workflowId}`.execute(database.db)

  expect(await unpark(database, workflow)).toBe(0)

  expect(await parked()).toBe(1_002)
  expect(await due()).toBe(0)
})
