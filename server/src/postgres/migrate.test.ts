import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres.ts'
import { openDatabase } from './database.ts'
import { migrate, pendingMigrations, readMigrations } from './migrate.ts'

/** A database without anything in it. */
async function emptyDatabase() {
  const url = await createTestDatabase(inject('clusterUrl'))
  const database = openDatabase({ url })
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  return database
}

test('an empty database says what it lacks, is migrated once, and lacks nothing then', async () => {
  await using database = await emptyDatabase()
  const all = (await readMigrations()).map(one => one.name)

  expect(await pendingMigrations(database.db)).toEqual(all)
  expect(await migrate(database)).toEqual(all)
  expect(await pendingMigrations(database.db)).toEqual([])
  expect(await migrate(database)).toEqual([])
})

test('five that migrate at once apply each migration once', async () => {
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
