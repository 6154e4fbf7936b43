import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { Fatal } from '#core/fatal.ts'
import { canRunPgBouncer, startPgBouncer } from '../../../testing/pgbouncer.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { openDatabase } from '../database.ts'
import { plannedOnce } from '../prepared.ts'
import { findPooling } from './find-pooling.ts'

const setting = 'DATABASE_URL'

test('PostgreSQL without a pooler is detected', async () => {
  expect(await findPooling(await createTestDatabase(inject('clusterUrl')), setting)).toBe('none')
})

test.skipIf(!canRunPgBouncer).each(['session', 'transaction'] as const)(
  'PgBouncer in %s mode is detected',
  async mode => {
    await using bouncer = await startPgBouncer(await createTestDatabase(inject('clusterUrl')), mode)

    expect(await findPooling(bouncer.url, setting)).toBe(mode)
  },
)

test.skipIf(!canRunPgBouncer)('transaction mode is detected even while others use the pool', async () => {
  await using bouncer = await startPgBouncer(await createTestDatabase(inject('clusterUrl')), 'transaction')
  await using others = openDatabase({ url: bouncer.url, pooling: 'transaction', connections: 15 })
  const stopping = new AbortController()
  const traffic = Array.from({ length: 15 }, async () => {
    while (!stopping.signal.aborted) await sql`select 1`.execute(others.db)
  })

  const found = []
  for (let nth = 0; nth < 8; nth++) found.push(await findPooling(bouncer.url, setting))
  stopping.abort()
  await Promise.all(traffic)

  expect(new Set(found)).toEqual(new Set(['transaction']))
})

test.skipIf(!canRunPgBouncer).each([
  [
    'statement',
    '',
    /^DATABASE_URL leads to a pooler in statement mode.*Set its pool_mode to transaction or session\.$/,
  ],
  [
    'session',
    'max_db_connections = 1',
    /^The pooler of DATABASE_URL gives no second connection\. Raise its default_pool_size/,
  ],
] as const)('%s mode, %s: is refused with what to change', async (mode, more, sentence) => {
  await using bouncer = await startPgBouncer(await createTestDatabase(inject('clusterUrl')), mode, more)

  const refusal = await findPooling(bouncer.url, setting).catch(error => error)

  expect(refusal).toBeInstanceOf(Fatal)
  expect(refusal.message).toMatch(sentence)
})

test.skipIf(!canRunPgBouncer).each(['session', 'transaction'] as const)(
  'in %s mode our connections have the same settings and timeouts as without a pooler, and leak none to others',
  async mode => {
    await using bouncer = await startPgBouncer(await createTestDatabase(inject('clusterUrl')), mode)
    await using database = openDatabase({ url: bouncer.url, pooling: mode, queryTimeoutMs: 1_000 })
    const shown = sql<{
      seqscan: string
      timeout: string
      jit: string
    }>`select current_setting('enable_seqscan') as seqscan,
      current_setting('statement_timeout') as timeout, current_setting('jit') as jit`

    const [{ rows: read }, { rows: written }, { rows: slow }] = await Promise.all([
      shown.execute(database.db),
      database.transaction(tx => shown.execute(tx)),
      shown.execute(database.slowReads('one')),
    ])
    const gaveUp = await sql`select pg_sleep(3)`.execute(database.db).catch(error => error)
    const { rows: after } = await shown.execute(database.db)

    const ours = { seqscan: 'off', timeout: '900ms', jit: 'off' }
    expect([read, written, after]).toEqual([[ours], [ours], [ours]])
    expect(slow).toEqual([{ seqscan: 'on', timeout: '2250ms', jit: 'off' }])
    expect(gaveUp.code).toBe('57014')
    if (mode === 'transaction')
      expect((await database.pool.query(`select current_setting('enable_seqscan') as seqscan`)).rows).toEqual([
        { seqscan: 'on' },
      ])
  },
)

test.skipIf(!canRunPgBouncer)(
  'in transaction mode a failed statement rolls back its transaction, and its connection stays usable',
  async () => {
    await using bouncer = await startPgBouncer(await createTestDatabase(inject('clusterUrl')), 'transaction')
    await using database = openDatabase({ url: bouncer.url, pooling: 'transaction', connections: 2 })
    await sql`create table words (word text primary key)`.execute(database.db)
    const add = (word: string) => plannedOnce`insert into words values (${word})`

    await add('one').execute(database.db)
    const twice = await add('one')
      .execute(database.db)
      .catch(error => error)
    const undone = await database
      .transaction(async tx => {
        await add('two').execute(tx)
        await pause(1)
        await add('one').execute(tx)
      })
      .catch(error => error)
    await Promise.all(Array.from({ length: 50 }, (_, n) => add(`many ${n}`).execute(database.db)))

    expect([twice.code, undone.code]).toEqual(['23505', '23505'])
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer from words where word <> 'two'`.execute(database.db)
    expect(rows).toEqual([{ count: 51 }])
    expect((await sql`select from words where word = 'two'`.execute(database.db)).rows).toEqual([])
  },
)
