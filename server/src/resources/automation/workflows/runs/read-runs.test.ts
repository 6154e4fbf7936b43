import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createCallers } from '../../../../../testing/callers.ts'
import { planOf } from '../../../../../testing/plans.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { schedules } from '../../../../../testing/schedules.ts'
import { listRuns } from '../store.ts'

test('runs of a rare state are found without reading the others', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live } = await createCallers(database)
  const room = schedules(database)
  const workflow = await room.create(live)
  await room.addRuns(workflow, 5_000)
  await sql`update workflow_runs set state = 'completed', finished_at = now()`.execute(database.db)
  await sql`vacuum analyze workflow_runs`.execute(database.db)

  const plan = await planOf(database.slowReads(live.environmentId), db =>
    listRuns(db, workflow, { limit: 20, before: undefined }, { state: 'failed' }),
  )

  expect(plan).toContain('workflow_runs_by_state')
})
