import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres.ts'
import { type Database, openDatabase } from './database.ts'
import { type Migration, migrate, pendingMigrations, readMigrations } from './migrate.ts'
import { buildSearchIndexes, slowSearches } from './partitions/search-indexes.ts'

/** A database without tables. */
async function emptyDatabase() {
  const url = await createTestDatabase(inject('clusterUrl'))
  const database = openDatabase({ url })
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  return database
}

test('an empty database has all migrations pending, is migrated once, and then has none pending', async () => {
  await using database = await emptyDatabase()
  const all = (await readMigrations()).map(one => one.name)

  expect(await pendingMigrations(database.db)).toEqual(all)
  expect(await migrate(database)).toEqual(all)
  expect(await pendingMigrations(database.db)).toEqual([])
  expect(await migrate(database)).toEqual([])
})

test('five processes that migrate at once apply each migration once', async () => {
  await using database = await emptyDatabase()

  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database)))

  expect(applied.flat()).toEqual((await readMigrations()).map(one => one.name))
})

test('a migration that was edited after its release is refused', async () => {
  await using database = await emptyDatabase()
  await migrate(database)
  await sql`update schema_migrations set checksum = 'other' where number = 1`.execute(database.db)

  await expect(migrate(database)).rejects.toThrow(/changed after it was applied/)
})

test('migrations are numbered without a gap', async () => {
  const numbers = (await readMigrations()).map(one => one.number)

  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

const migration = (number: number, text: string): Migration => ({ number, name: `m${number}`, text, checksum: text })

test('an index is built concurrently beside readers and writers, by one of several processes, and again after a failed try', async () => {
  await using database = await emptyDatabase()
  const { pool } = database
  const table = migration(1, 'create table things (id integer not null); insert into things values (1), (1)')
  const index = migration(2, '-- For look-ups.\ncreate unique index concurrently things_by_id on things (id);')
  await expect(migrate(database, [table, index])).rejects.toThrow(/could not create unique index/)
  await sql`delete from things where ctid = (select max(ctid) from things)`.execute(database.db)

  const writer = await pool.connect()
  await writer.query('begin; insert into things values (2)')
  const applied = Promise.all(Array.from({ length: 3 }, () => migrate(database, [table, index])))
  await writer.query('insert into things values (3); commit')
  writer.release()

  expect((await applied).flat()).toEqual(['m2'])
  const { rows } = await pool.query(`select indisvalid from pg_index where indexrelid = 'things_by_id'::regclass`)
  expect(rows).toEqual([{ indisvalid: true }])
})

/** Earlier migrations were written when tables had few rows. */
const firstConcurrent = 23

test('a migration that does not get its lock lets others pass, and is retried', async () => {
  await using database = await emptyDatabase()
  const table = migration(1, 'create table things (id integer)')
  const change = migration(2, 'alter table things add column name text')
  await migrate(database, [table])
  const writer = await database.pool.connect()
  await writer.query('begin; insert into things values (1)')

  const applied = migrate(database, [table, change])
  await expect.poll(() => waitingForLocks(database), { interval: 5 }).toBe(1)
  await sql`insert into things values (2)`.execute(database.db)
  await writer.query('commit')
  writer.release()

  expect(await applied).toEqual(['m2'])
})

async function waitingForLocks({ db }: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows[0]?.waiting ?? 0
}

test('an index on a table that has rows is built concurrently, alone in its file', async () => {
  for (const { number, name, text } of await readMigrations()) {
    if (number < firstConcurrent) continue
    const made = new Set(Array.from(text.matchAll(/create table (\w+)/gi), ([, table]) => table))
    // `on only` builds nothing: partition-indexes.ts builds it concurrently.
    for (const [, table] of text.matchAll(/create (?:unique )?index \w+ on (?!only )(\w+)/gi))
      expect(made, `${name} builds an index on ${table}`).toContain(table)
    const statements = text
      .replace(/^--.*$/gm, '')
      .trim()
      .split(';')
      .filter(Boolean)
    if (/concurrently/i.test(text)) expect(statements, name).toHaveLength(1)
  }
})

test('without the right to create the extension, searches work without its index until it exists', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url })
  const { db } = database
  await sql`drop extension pg_trgm cascade`.execute(db)

  await db.connection().execute(async one => {
    await sql`create role without_rights`.execute(one)
    await sql`set role without_rights`.execute(one)
    await buildSearchIndexes(one)
    await sql`reset role`.execute(one)
    await sql`drop role without_rights`.execute(one)
  })
  expect(await slowSearches(db)).toEqual(['contacts', 'suppressions'])

  await migrate(database)
  expect(await slowSearches(db)).toEqual([])
})

test('a search index whose build was interrupted is built again', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  await sql`update pg_index set indisvalid = false where indexrelid = 'contacts_search'::regclass`.execute(database.db)
  expect(await slowSearches(database.db)).toEqual(['contacts'])

  await migrate(database)
  expect(await slowSearches(database.db)).toEqual([])
})
