import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { startEmbeddedPostgres } from '#postgres/embedded/server.ts'
import { migrate } from '#postgres/migrate.ts'
import { parseConfig } from '#setup/config.ts'
import { createTestDatabase, openTestDatabase } from '../../../testing/postgres.ts'
import { emptyFolder } from '../terminal.fixture.ts'
import { openInstance } from './open.ts'

test('the embedded database of the data folder is found while it runs, and reported missing when it has stopped', async () => {
  const config = parseConfig({ POSTHORN_DATA_DIR: emptyFolder() })
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
  await using direct = openDatabase({ url: postgres.url })
  await migrate(direct)

  const found = await openInstance(config)
  const { rows } = await sql<{ n: string }>`select count(*) as n from organizations`.execute(found.db)
  await found[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()

  expect(rows).toEqual([{ n: '0' }])
  await expect(openInstance(config)).rejects.toThrow(`Posthorn is not running on ${config.dataDir}`)
})

test('an unreachable database is named without its password', async () => {
  const config = parseConfig({ DATABASE_URL: 'postgres://ph:secret@127.0.0.1:1/ph' })

  const refusal: Error = await openInstance(config).then(
    () => new Error('opened'),
    error => error,
  )

  expect(refusal.message).toBe(
    'The database at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1. Is it running and reachable?',
  )
})

test('a refused login points at DATABASE_URL', async () => {
  const url = new URL(await createTestDatabase(inject('clusterUrl')))
  url.password = 'wrong'

  await expect(openInstance(parseConfig({ DATABASE_URL: url.href }))).rejects.toThrow(
    /password authentication failed.*Check user, password and database name in DATABASE_URL/,
  )
})

test('a database without our tables needs a migration, and is not changed', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  await sql`drop table schema_migrations`.execute(database.db)
  const config = parseConfig({ DATABASE_URL: database.pool.options.connectionString })

  await expect(openInstance(config)).rejects.toThrow(
    /^Migrations are missing: ground_floor, email, sms, engagement, webhooks and \d+ more\. Run `npm run migrate`\.$/,
  )

  const { rows } = await sql<{ t: string | null }>`select to_regclass('schema_migrations') as t`.execute(database.db)
  expect(rows).toEqual([{ t: null }])
})
