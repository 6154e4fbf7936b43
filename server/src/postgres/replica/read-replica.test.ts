import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../testing/replica.ts'
import { type Database, openDatabase } from '../database.ts'

let servers: ReplicatedPostgres
let database: Database
/** Another API process. */
let other: Database
/** A direct connection to the replica. */
let replica: Database
const reported: unknown[] = []

beforeAll(async () => {
  servers = await startReplicatedPostgres()
  const [url, readUrl] = [servers.primary.url, servers.replica.url]
  database = openDatabase({ url, readUrl, onReplica: reason => reported.push(reason) })
  other = openDatabase({ url })
  replica = openDatabase({ url: readUrl, connections: 1 })
  await sql`create table words (word text)`.execute(database.db)
}, 60_000)
afterAll(async () => {
  for (const each of [database, other, replica, servers]) await each?.[Symbol.asyncDispose]()
})

const whoAnswers = async (from?: 'primary') => {
  const { rows } = await sql<{ isReplica: boolean }>`
    select pg_is_in_recovery() as "isReplica"`.execute(database.slowReads('one', from))
  return rows[0]?.isReplica ? 'replica' : 'primary'
}
const untilReplicaAnswers = () =>
  vi.waitFor(async () => expect(await whoAnswers()).toBe('replica'), { timeout: 10_000, interval: 100 })
const write = (word: string, process = other) =>
  process.transaction(tx => sql`insert into words values (${word})`.execute(tx))
const read = async () =>
  (await sql<{ word: string }>`select word from words`.execute(database.slowReads('one'))).rows.map(row => row.word)

test('slow reads are answered by the replica, everything else by the primary', async () => {
  await untilReplicaAnswers()

  expect(await whoAnswers('primary')).toBe('primary')
  const { rows } = await sql`select pg_is_in_recovery() as "isReplica"`.execute(database.db)
  expect(rows).toEqual([{ isReplica: false }])
})

test('commits of any process are visible at once, every time, and read from the replica', async () => {
  await untilReplicaAnswers()
  const before = { ...database.replica?.reads }

  for (let n = 0; n < 50; n++) {
    await write(`at once ${n}`, n % 2 ? other : database)
    expect(await read()).toContain(`at once ${n}`)
  }

  const { replica: now = 0 } = database.replica?.reads ?? {}
  expect(now - (before.replica ?? 0), 'most of them: a busy machine is sometimes too slow').toBeGreaterThan(25)
})

test('while a replica lags, the primary answers, and this is reported once', async () => {
  await untilReplicaAnswers()
  reported.length = 0
  await sql`select pg_wal_replay_pause()`.execute(replica.db)
  await vi.waitFor(async () => {
    const { rows } = await sql`select pg_get_wal_replay_pause_state() as state`.execute(replica.db)
    expect(rows).toEqual([{ state: 'paused' }])
  })

  await write('while it stood still')
  for (let nth = 0; nth < 5; nth++) expect(await read()).toContain('while it stood still')
  const onReplica = await sql`select from words where word = 'while it stood still'`.execute(replica.db)

  expect(onReplica.rows).toEqual([])
  expect(reported).toEqual([expect.objectContaining({ message: expect.stringContaining('behind') })])
  await sql`select pg_wal_replay_resume()`.execute(replica.db)
  await untilReplicaAnswers()
  expect(await read()).toContain('while it stood still')
  expect(reported).toEqual([expect.any(Error), undefined])
})

test('an invalid statement fails, and the replica stays in use', async () => {
  await untilReplicaAnswers()

  await expect(sql`select no_such_column from words`.execute(database.slowReads('one'))).rejects.toMatchObject({
    code: '42703',
  })
  await expect(sql`select pg_sleep(10)`.execute(database.slowReads('one'))).rejects.toMatchObject({
    code: 'service_unavailable',
  })

  expect(await whoAnswers()).toBe('replica')
})

test('a URL that does not lead to a replica of this database is detected', async () => {
  await sql`create database another`.execute(database.db)
  const another = new URL(servers.replica.url)
  another.pathname = '/another'
  const standings: unknown[] = []
  for (const readUrl of [servers.primary.url, inject('clusterUrl'), another.href]) {
    await using examined = openDatabase({ url: servers.primary.url, readUrl })
    await vi.waitFor(async () => standings.push(await examined.replica?.examine()))
    // It is not used for reads.
    expect((await sql`select pg_is_in_recovery() as it`.execute(examined.slowReads('one'))).rows).toEqual([
      { it: false },
    ])
  }

  expect(await database.replica?.examine()).toMatch(/current|behind/)
  expect(standings).toEqual(['primary', 'foreign', 'foreign'])
})

test('no read fails when the replica goes down, and the replica is used again when it is back', async () => {
  await untilReplicaAnswers()
  reported.length = 0
  const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`

  const reads = Array.from({ length: 20 }, () => read())
  await kill.execute(replica.db)
  await Promise.all(reads)
  await untilReplicaAnswers()

  await servers.replica[Symbol.asyncDispose]()
  for (let nth = 0; nth < 3; nth++) expect(await whoAnswers()).toBe('primary')
  expect(reported.at(-1)).toBeInstanceOf(Error)
})
