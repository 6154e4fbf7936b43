import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { newId, timeOf } from '#core/id.ts'
import { databaseBefore } from '../../../testing/database-before.ts'
import { untilLockWait } from '../../../testing/locks.ts'
import { insertMessage } from '../../../testing/message-rows.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { findPartitions, isAmong, isOfMonthsOf, makePartitions, partitioned, startOf } from './partitions.ts'

const environment = newId(new Date())
const firstsOf = async (database: Awaited<ReturnType<typeof databaseBefore>>, table: keyof typeof partitioned) =>
  (await findPartitions(database.db, partitioned[table])).map(({ name }) => name)

const insertBody = (pool: { query(text: string, values: unknown[]): Promise<unknown> }, id: string) =>
  pool.query('insert into email_bodies (environment_id, email_id, packed) values ($1, $2, $3)', [environment, id, id])

test.each([
  ['month', '2026-11-16T23:00:00Z', 0, '2026-11-01'],
  ['month', '2026-11-16T23:00:00Z', 2, '2027-01-01'],
  ['week', '2026-11-16T00:00:00Z', 0, '2026-11-16'],
  ['week', '2026-11-15T23:59:59Z', 0, '2026-11-09'],
  ['week', '2026-12-31T12:00:00Z', 1, '2027-01-04'],
] as const)('the %s of %s, %i later, begins on %s', (period, now, later, start) => {
  expect(startOf(period, new Date(now), later).toISOString()).toBe(`${start}T00:00:00.000Z`)
})

test('partitions exist for today and the next periods, and making them again changes nothing', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  const later = new Date('2031-05-07T12:00:00Z')
  // The day the test template was made: midnight may have passed since.
  const [first] = await findPartitions(database.db, partitioned.request_log)
  const then = timeOf(first?.from ?? '')
  expect(Date.now() - then.getTime()).toBeLessThan(2 * 86_400_000)

  expect(await makePartitions(database, then)).toEqual([])
  const made = await makePartitions(database, later)

  expect(made).toContain('emails_20310501')
  expect(made.filter(name => name.startsWith('email_bodies'))).toEqual([
    'email_bodies_20310505',
    'email_bodies_20310512',
    'email_bodies_20310519',
  ])
  expect(await makePartitions(database, later)).toEqual([])
  expect(await makePartitions(database, new Date('2031-06-01T00:00:00Z'))).toContain('emails_20310801')
})

test('rows older than their partition move into it, and can still be found', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  const [early, other] = [newId(new Date('2031-05-07T12:00:00Z')), newId(new Date('2035-01-01T00:00:00Z'))]
  for (const id of [early, other]) await insertBody(database.pool, id)

  await makePartitions(database, new Date('2031-05-08T00:00:00Z'))

  const { rows } = await sql<{ place: string; id: string }>`
    select tableoid::regclass::text as place, email_id as id from email_bodies order by email_id`.execute(database.db)
  expect(rows).toEqual([
    { place: 'email_bodies_20310505', id: early },
    { place: 'email_bodies_rest', id: other },
  ])
})

test('a late partition can be made while rows of its period are being written', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  const id = newId(new Date('2031-05-07T12:00:00Z'))
  const writer = await database.pool.connect()
  await writer.query('begin')
  await insertBody(writer, id)

  const making = makePartitions(database, new Date('2031-05-08T00:00:00Z'))
  await untilLockWait(database.db)
  await writer.query('commit')
  writer.release()

  expect(await making).toContain('email_bodies_20310505')
  const { rows } = await sql`select tableoid::regclass::text as place, email_id as id from email_bodies`.execute(
    database.db,
  )
  expect(rows).toEqual([{ place: 'email_bodies_20310505', id }])
})

test('while somebody reads a table for long, its partitions wait, others are made, and nobody waits for them', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  const reader = await database.pool.connect()
  await reader.query('begin')
  await reader.query('select from email_bodies')

  const begun = performance.now()
  const made = await makePartitions(database, new Date('2031-05-08T00:00:00Z'))
  const tookMs = performance.now() - begun
  await reader.query('commit')
  reader.release()

  expect(tookMs).toBeLessThan(4_000)
  expect(made).toContain('emails_20310501')
  expect(made.filter(name => name.startsWith('email_bodies'))).toEqual([])
  expect(await makePartitions(database, new Date('2031-05-08T00:00:00Z'))).toEqual([
    'email_bodies_20310505',
    'email_bodies_20310512',
    'email_bodies_20310519',
  ])
})

test('a look-up by ids reads only the partitions of these ids', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  const ids = [newId(new Date()), newId(new Date())]
  const plan = async (condition: ReturnType<typeof isAmong>) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select from emails e join unnest(${[environment, environment]}::uuid[], ${ids}::uuid[]) as wanted (environment_id, id)
        on e.environment_id = wanted.environment_id and e.id = wanted.id where ${condition}`.execute(database.db)
    return new Set(rows.flatMap(row => /emails_(\w+?)(?:_pkey)? /.exec(row['QUERY PLAN'])?.[1] ?? []))
  }

  expect((await plan(isAmong('e.id', ids))).size).toBe(1)
  expect((await plan(isOfMonthsOf('e.id', ids))).size).toBe(1)
  expect((await plan(sql<boolean>`true`)).size).toBe(4)
})

test('isOfMonthsOf includes the months of the ids to the last millisecond, and no other month', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  const moments = [
    '2026-11-30T23:59:59.999Z',
    '2026-12-01T00:00:00.000Z',
    '2026-12-31T23:59:59.999Z',
    '2027-01-01T00:00:00.000Z',
  ]
  const ids = moments.map(moment => newId(new Date(moment)))
  const held = async (...of: number[]) => {
    const asked = of.map(nth => ids[nth] ?? '')
    const { rows } = await sql<{ nth: number }>`
      select nth::integer - 1 as nth from unnest(${ids}::uuid[]) with ordinality as made (id, nth)
      where ${isOfMonthsOf('made.id', asked)} order by nth`.execute(database.db)
    return rows.map(({ nth }) => nth)
  }

  expect(await held(1)).toEqual([1, 2])
  expect(await held(2)).toEqual([1, 2])
  expect(await held(2, 0)).toEqual([0, 1, 2])
  expect(await held(3, 0)).toEqual([0, 1, 2, 3])
  expect(await held()).toEqual([])
})

/** Tables that are newer than that migration. */
const newer = [
  'email_bodies',
  'email_search',
  'email_blocks',
  'sms_blocks',
  'audit_log',
  'request_log',
  'outside_uses',
  'email_fallbacks',
  'contact_events',
]

test('rows from before the partitioning can still be found, also emails dated in the future by a test clock', async () => {
  await using database = await databaseBefore(24)
  const { pool } = database
  const [old, ahead] = [newId(new Date('2025-02-03T00:00:00Z')), newId(new Date('2035-01-01T00:00:00Z'))]
  for (const id of [old, ahead]) await insertMessage(pool, { environmentId: environment, id })
  const [before] = (await pool.query('select max(position) as last from events')).rows

  await migrate(database)

  for (const [table, { key }] of Object.entries(partitioned).filter(([table]) => !newer.includes(table))) {
    const { rows } = await pool.query(
      `select tableoid::regclass::text as place, ${key} as id from ${table} order by ${key}`,
    )
    expect(rows).toEqual([
      { place: `${table}_before`, id: old },
      { place: `${table}_rest`, id: ahead },
    ])
  }
  await insertMessage(pool, { environmentId: environment, id: newId(new Date()) })
  const [after] = (await pool.query('select max(position) as last from events')).rows
  expect(BigInt(after.last)).toBeGreaterThan(BigInt(before.last))
  expect(await firstsOf(database, 'events')).toHaveLength(3)
})

test('a database that was empty has no partition for older rows', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })

  expect(await firstsOf(database, 'emails')).toHaveLength(3)
})
