import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { openDatabase } from '#postgres/database.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { keyOf, openEmailFixture } from '../emails.fixture.ts'
import { findEnvelopes } from './content-store.ts'

test('a plan made while there were no emails finds each email by its key and not by its sender', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url, connections: 1 })
  // PostgreSQL keeps a plan from the sixth execution on.
  for (let nth = 0; nth < 6; nth++) {
    const nobody = { environmentId: newId(new Date()), emailId: newId(new Date()) }
    expect(await findEnvelopes(database.db, [nobody])).toEqual([])
  }
  await using mail = await openEmailFixture(url, createCallers)
  const email = await mail.acceptOne(['ada@a.example'])

  expect(await findEnvelopes(database.db, [keyOf(email)])).toMatchObject([
    { emailId: email.id, content: { to: ['ada@a.example'] } },
  ])

  await sql`select pg_stat_force_next_flush()`.execute(database.db)
  const { rows: plans } = await sql`select custom_plans::integer, generic_plans::integer from pg_prepared_statements
    where statement like '%email_bodies%'`.execute(database.db)
  const { rows: read } = await sql`select sum(idx_scan)::integer as scans from pg_stat_user_indexes
    where relname like 'emails%' and indexrelname like '%lower%'`.execute(database.db)
  expect({ plans, read }).toEqual({ plans: [{ custom_plans: 5, generic_plans: 2 }], read: [{ scans: 0 }] })
})
