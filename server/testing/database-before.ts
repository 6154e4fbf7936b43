/** A database in the state before the given migration, for tests of how that migration changes its rows. */
import { sql } from 'kysely'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { migrate, readMigrations } from '#postgres/migrate.ts'

export async function databaseBefore(number: number): Promise<Database> {
  await using cluster = openDatabase({ url: inject('clusterUrl') })
  const name = `before_${number}_${process.pid}`
  await sql`create database ${sql.id(name)}`.execute(cluster.db)
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  const database = openDatabase({ url: url.href })
  await migrate(
    database,
    (await readMigrations()).filter(one => one.number < number),
  )
  return database
}
