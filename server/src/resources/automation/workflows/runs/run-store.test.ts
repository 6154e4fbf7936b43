import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createCallers } from '../../../../../testing/callers.ts'
import { planOf } from '../../../../../testing/plans.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { schedules } from '../../../../../testing/schedules.ts'
import { lockRuns } from './run-store.ts'

test('locking runs does not read other contacts', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const { live } = await createCallers(database)
  const room = schedules(database)
  const workflow = await room.create(live)
  await room.addRuns(workflow, 2_000)
  await sql`
    insert into contacts (environment_id, id, email, email_subscribed, sms_subscribed, created_at, updated_at)
    select environment_id, contact_id, contact_id || '@example.com', true, false, now(), now() from workflow_runs`.execute(
    database.db,
  )
  await sql`vacuum analyze workflow_runs, contacts`.execute(database.db)
  const { rows } = await sql<{ environmentId: string; runId: string }>`
    select environment_id as "environmentId", id as "runId" from workflow_runs limit 200`.execute(database.db)

  // `as`: the plan is explained in the same transaction.
  const plan = await database.transaction(tx => planOf(tx, asked => lockRuns(asked as typeof tx, rows)))

  expect(plan).toMatch(
    /contacts_pkey on contacts c .*\n +Index Cond: \(\(environment_id = r\.environment_id\) AND \(id = r\.contact_id\)\)/,
  )
})
