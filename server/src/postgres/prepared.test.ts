import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres.ts'
import { openDatabase } from './database.ts'
import { openConnection } from './transaction.ts'

test('a look-up that was planned for an almost empty table still uses the key after the table has grown', async () => {
  // One connection, so that the plan is always the same.
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')), connections: 1 })
  const { pool } = database
  await pool.query('create table words (id integer primary key, word text)')
  await pool.query(`insert into words values (1, 'one')`)
  await pool.query('analyze words')
  const lookUp = `/* planned once */ select found.word from unnest((select $1::integer[])) as wanted (id)
    cross join lateral (select word from words where id = wanted.id limit 1) as found`
  const connection = await openConnection({ pool })
  // PostgreSQL keeps a generic plan from the sixth execution on.
  for (let nth = 0; nth < 8; nth++) expect((await connection.query(lookUp, ['{1}'])).rows).toEqual([{ word: 'one' }])
  await connection.query('insert into words select n, n::text from generate_series(2, 10000) n', [])

  const { rows: prepared } = await connection.query(
    'select name, generic_plans > 0 as kept from pg_prepared_statements',
    [],
  )
  const { rows: plan } = await connection.query(`explain execute ${prepared[0].name}('{7,8}')`, [])
  connection.release()

  expect(prepared).toEqual([{ name: expect.any(String), kept: true }])
  expect(plan.map(row => row['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan using words_pkey/)
})
