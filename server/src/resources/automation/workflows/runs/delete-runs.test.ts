import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { type Schedules, schedules } from '../../../../../testing/schedules.ts'
import { deleteAllRuns } from './delete-runs.ts'

let database: Database
let room: Schedules
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  room = schedules(database)
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
const remove = (job: Parameters<typeof deleteAllRuns>[2]) => deleteAllRuns(database, () => now, job)

test('deleting a workflow deletes all its data and nothing of others', async () => {
  const { live } = await createCallers(database)
  const [gone, kept] = [await room.create(live), await room.create(live)]
  for (const workflow of [gone, kept]) {
    await room.addRuns(workflow, 1_001)
    await sql`insert into workflow_sweeps (environment_id, workflow_id, fired_at)
      values (${workflow.environmentId}, ${workflow.workflowId}, now())`.execute(database.db)
  }
  await sql`insert into workflow_run_steps (environment_id, run_id, nth, step, type, entered_at)
    select environment_id, id, 1, 'wait', 'delay', now() from workflow_runs`.execute(database.db)
  await sql`insert into workflow_waits (environment_id, subject_id, type, run_id)
    select environment_id, contact_id, 'contact.updated', id from workflow_runs`.execute(database.db)

  expect(await remove({ ...kept, isLast: true }), 'it still exists').toBe(0)
  await sql`delete from workflows where id = ${gone.workflowId}`.execute(database.db)
  expect(await remove(gone)).toBe(1_001)
  expect(await remove(gone)).toBe(0)

  const { rows } = await sql`
    select (select count(*)::integer from workflow_runs where workflow_id = ${kept.workflowId}) as runs,
      (select count(*)::integer from workflow_runs) as "allRuns",
      (select count(*)::integer from workflow_run_steps) as steps,
      (select count(*)::integer from workflow_waits) as waits,
      (select array_agg(workflow_id) from workflow_versions) as versions,
      (select array_agg(workflow_id) from workflow_sweeps) as sweeps`.execute(database.db)
  expect(rows).toEqual([
    {
      ...{ runs: 1_001, allRuns: 1_001, steps: 1_001, waits: 1_001 },
      ...{ versions: [kept.workflowId], sweeps: [kept.workflowId] },
    },
  ])
})

test('a run that started while the workflow was being deleted is deleted, too', async () => {
  const { live } = await createCallers(database)
  const gone = await room.create(live)
  await sql`delete from workflows where id = ${gone.workflowId}`.execute(database.db)
  await emptyTables(database.db, 'jobs')

  await remove(gone)
  await room.addRuns(gone, 1)
  const jobs = await room.jobs<Parameters<typeof remove>[0]>('delete_workflow_runs')
  expect(jobs).toHaveLength(1)
  for (const { payload } of jobs) expect(await remove(payload)).toBe(1)

  expect(await room.insiders(gone)).toEqual([])
  expect(await room.jobs('delete_workflow_runs'), 'no further one').toHaveLength(1)
})
