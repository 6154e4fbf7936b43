import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { isHeld } from './work-table.ts'

test('a result finds its row by its key, not among all that is held', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  // Nothing was held when PostgreSQL last looked, so that index promises to be short.
  await sql`insert into jobs (task, payload) select 'none', '{}' from generate_series(1, 10000)`.execute(database.db)
  await sql`vacuum analyze jobs`.execute(database.db)

  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain update jobs j set attempts = 1 from unnest(${[1, 2, 3]}::bigint[]) as given (id)
    where j.id = given.id and ${isHeld('j')}`.execute(database.db)

  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('jobs_pkey')
  expect(plan).not.toContain('jobs_held')
})
