import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { type Database, openDatabase } from '../database.ts'
import { buildPartitionIndexes } from './partition-indexes.ts'

const setUp = async () => {
  const database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  await sql`create table things (environment_id uuid, id integer, word text) partition by range (id)`.execute(
    database.db,
  )
  for (const nth of [0, 1])
    await sql`create table ${sql.id(`things_${nth}`)} partition of things for values from (${sql.lit(nth * 10)}) to (${sql.lit(nth * 10 + 10)})`.execute(
      database.db,
    )
  await sql`create index things_by_word on only things (word, id) where word is not null`.execute(database.db)
  return database
}
const isValid = async ({ db }: Database) => {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = 'things_by_word'::regclass`.execute(db)
  return rows[0]?.valid
}
const definitions = async ({ db }: Database) => {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename like 'things\\__' order by 1`.execute(db)
  return rows.map(({ indexdef }) => indexdef)
}
const build = ({ db }: Database) => db.connection().execute(buildPartitionIndexes)

test('an index `on only` the table is built on its partitions, and later partitions have it', async () => {
  await using database = await setUp()
  expect(await isValid(database)).toBe(false)

  await build(database)
  await sql`create table things_2 partition of things for values from (20) to (30)`.execute(database.db)
  await build(database)

  expect(await isValid(database)).toBe(true)
  const of = (table: string, name: string) =>
    `CREATE INDEX ${name} ON public.${table} USING btree (word, id) WHERE (word IS NOT NULL)`
  expect(await definitions(database)).toEqual([
    of('things_0', 'things_0_things_by_word'),
    of('things_1', 'things_1_things_by_word'),
    of('things_2', 'things_2_word_id_idx'),
  ])
})

test('an index left by an interrupted try is built again', async () => {
  await using database = await setUp()
  await sql`create index things_1_things_by_word on things_1 (word)`.execute(database.db)

  await build(database)

  expect(await isValid(database)).toBe(true)
})
