import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { newId, newIds } from '#core/id.ts'
import { openDatabase } from '#postgres/database.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { isHeld, takeDue } from './work-table.ts'

test('a result finds its row by the primary key, not by scanning all held rows', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  // No row was held at the last analyze, so PostgreSQL expects the index of held rows to be short.
  await sql`insert into jobs (task, payload) select 'none', '{}' from generate_series(1, 10000)`.execute(database.db)
  await sql`vacuum analyze jobs`.execute(database.db)

  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain update jobs j set attempts = 1 from unnest(${[1, 2, 3]}::bigint[]) as given (id)
    where j.id = given.id and ${isHeld('j')}`.execute(database.db)

  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('jobs_pkey')
  expect(plan).not.toContain('jobs_held')
})

test('the room reserved for the first priority is not used by the others', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  await sql`create table tasks (id integer, priority smallint, due_at timestamptz default now(), held_by text,
    token integer default 0, crashes smallint default 0)`.execute(database.db)
  await sql`insert into tasks (id, priority) select id, (array[0, 10, 15])[1 + id % 3] from generate_series(0, 29) as id`.execute(
    database.db,
  )
  const table = { name: 'tasks', key: ['id'], priorities: [0, 10, 15] }
  const take = async (limit: number, most: number) => {
    const taking = { workerId: 'me', limit, others: { from: 10, limit: most }, columns: sql`work.id` }
    return (await takeDue(database.db, table, taking)).map(({ priority }) => priority).toSorted()
  }

  expect(await take(8, 4)).toEqual(Array(8).fill(0))
  expect(await take(20, 4)).toEqual([0, 0, 10, 10, 10, 10])
  expect(await take(20, 9)).toEqual([10, 10, 10, 10, 10, 10, 15, 15, 15])
})

test('a plan cached while the table was empty finds each row by its ctid, not by an index on part of its key', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')), connections: 1 })
  const table = { name: 'deliveries', key: ['environment_id', 'email_id', 'nth'], priorities: [0, 10] }
  const take = () => takeDue(database.db, table, { workerId: 'me', limit: 100, columns: sql`work.nth` })
  // PostgreSQL keeps a generic plan from the sixth execution on.
  for (let nth = 0; nth < 6; nth++) expect(await take()).toEqual([])
  await sql`insert into deliveries (environment_id, email_id, nth, address, state, due_at, give_up_at)
    select ${newId(new Date())}, email_id, 0, 'a@example.com', 'waiting', now(), now() + interval '1 day'
    from unnest(${newIds(new Date(), 500)}::uuid[]) as email_id`.execute(database.db)

  expect(await take()).toHaveLength(100)

  await sql`select pg_stat_force_next_flush()`.execute(database.db)
  const { rows } = await sql`select sum(idx_tup_read)::integer as read from pg_stat_user_indexes
    where relname like 'deliveries%' and indexrelname like '%lower%'`.execute(database.db)
  expect(rows).toEqual([{ read: 0 }])
})
