import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { canRunPgBouncer, startPgBouncer } from '../../../testing/pgbouncer.ts'
import { createBareDatabase } from '../../../testing/postgres.ts'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'

/** Defaults that administrators choose for a server, a database or an account. */
const others = {
  datestyle: 'German, DMY',
  timezone: 'Pacific/Apia',
  intervalstyle: 'sql_standard',
  standard_conforming_strings: 'off',
  quote_all_identifiers: 'on',
  default_transaction_isolation: 'serializable',
  statement_timeout: '20',
  lock_timeout: '20',
  idle_in_transaction_session_timeout: '20',
}

async function databaseWithOthers(): Promise<string> {
  const url = await createBareDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url })
  const name = sql.id(new URL(url).pathname.slice(1))
  for (const [setting, value] of Object.entries(others))
    await sql`alter database ${name} set ${sql.id(setting)} = ${sql.lit(value)}`.execute(database.db)
  return url
}

const read = sql<object>`select '2026-11-19T23:30:00.5Z'::timestamptz as moment, ${'2026-11-19T23:30:00Z'}::timestamptz::date::text as day,
  ('90 minutes'::interval)::text as span, '\\'::text as backslash, quote_ident('word') as name,
  current_setting('transaction_isolation') as isolation`

const expected = {
  moment: new Date('2026-11-19T23:30:00.5Z'),
  day: '2026-11-19',
  span: '01:30:00',
  backslash: '\\',
  name: 'word',
  isolation: 'read committed',
}

test('whatever the defaults of a database are, its tables are created and its answers read the same', async () => {
  const url = await databaseWithOthers()
  {
    await using migrating = openDatabase({ url, queryTimeoutMs: 0 })
    await migrate(migrating)
  }

  await using database = openDatabase({ url })

  expect((await read.execute(database.db)).rows).toEqual([expected])
  expect((await database.transaction(tx => read.execute(tx))).rows).toEqual([expected])
  expect((await read.execute(database.slowReads('one'))).rows).toEqual([expected])
})

test.skipIf(!canRunPgBouncer).each(['session', 'transaction'] as const)(
  'through PgBouncer in %s mode they are read the same as well',
  async mode => {
    await using bouncer = await startPgBouncer(await databaseWithOthers(), mode)
    await using database = openDatabase({ url: bouncer.url, pooling: mode })

    expect((await read.execute(database.db)).rows).toEqual([expected])
    expect((await database.transaction(tx => read.execute(tx))).rows).toEqual([expected])
    expect((await read.execute(database.slowReads('one'))).rows).toEqual([expected])
  },
)

test('a statement without a time limit of ours has none of the database either', async () => {
  await using database = openDatabase({ url: await databaseWithOthers(), queryTimeoutMs: 0 })

  await sql`select pg_sleep(0.1)`.execute(database.db)
})

test('options in the URL are kept, and replace none of ours', async () => {
  const url = new URL(await createBareDatabase(inject('clusterUrl')))
  url.searchParams.set('options', '-c search_path=mine -c datestyle=SQL')
  await using database = openDatabase({ url: url.href, queryTimeoutMs: 1_000 })

  const { rows } = await sql<object>`
    select current_setting('search_path') as path, current_setting('datestyle') as style, current_setting('statement_timeout') as timeout`.execute(
    database.db,
  )

  expect(rows).toEqual([{ path: 'mine', style: 'ISO, MDY', timeout: '900ms' }])
})
