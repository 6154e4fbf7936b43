import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/postgres.ts'
import { openDatabase } from './database.ts'
import { isConnectionLost, isOutage, isRefusedLogin } from './outages/outage.ts'

const select = (database: ReturnType<typeof openDatabase>) => sql`select 1 as one`.execute(database.db)

test('terminated sessions, busy or idle, end neither the process nor the service', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  await using other = openDatabase({ url: database.pool.options.connectionString ?? '' })
  const terminate = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      other.db,
    )

  await Promise.all([select(database), select(database)])
  await terminate()
  const between = database.transaction(async tx => {
    await sql`select 1`.execute(tx)
    await terminate()
    await sql`select 1`.execute(tx)
  })

  await expect(between).rejects.toSatisfy(isOutage)
  await vi.waitFor(async () => expect((await select(database)).rows).toHaveLength(1))
})

test('a closed port is an outage, detected within 2 s', async () => {
  await using database = openDatabase({ url: 'postgres://u:p@127.0.0.1:1/x' })
  const begun = performance.now()

  await expect(select(database)).rejects.toSatisfy(isOutage)
  expect(performance.now() - begun).toBeLessThan(2_000)
})

test('a server that accepts connections but sends nothing is an outage, detected within 2 s', async () => {
  const sockets: Socket[] = []
  const silent = createServer(socket => sockets.push(socket))
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = address && typeof address === 'object' ? address.port : 0
  await using database = openDatabase({ url: `postgres://u:p@127.0.0.1:${port}/x` })
  const begun = performance.now()

  await expect(select(database)).rejects.toSatisfy(isOutage)
  expect(performance.now() - begun).toBeLessThan(2_000)
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('a statement without an answer times out, and its connection is not reused', async () => {
  await using database = openDatabase({
    url: await createTestDatabase(inject('clusterUrl')),
    connections: 1,
    queryTimeoutMs: 200,
  })

  const begun = performance.now()
  const silent = database.transaction(async tx => {
    await sql`set statement_timeout = 0`.execute(tx)
    await sql`select pg_sleep(5)`.execute(tx)
  })

  await expect(silent).rejects.toSatisfy(isConnectionLost)
  // Not twice as long: nothing is sent on the dead connection, not even a rollback.
  expect(performance.now() - begun).toBeLessThan(1_500)

  expect((await select(database)).rows).toEqual([{ one: 1 }])
})

test('a statement that takes too long is canceled by the database, and the connection stays usable', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')), queryTimeoutMs: 1_000 })
  const long = sql`select pg_sleep(5)`.execute(database.db)

  await expect(long).rejects.toSatisfy(isOutage)
  await expect(long).rejects.not.toSatisfy(isConnectionLost)
})

test.each([
  [
    'an account that may not log in',
    (name: string) => `alter role ${name} nologin`,
    (name: string) => `alter role ${name} login`,
  ],
  [
    'a database of another name',
    (name: string) => `alter database ${name} rename to ${name}_other`,
    (name: string) => `alter database ${name}_other rename to ${name}`,
  ],
])('%s is an outage while we run, and over when it is as before', async (_, spoil, mend) => {
  const url = new URL(await createTestDatabase(inject('clusterUrl')))
  const name = url.pathname.slice(1)
  await using admin = openDatabase({ url: inject('clusterUrl') })
  await sql.raw(`create role ${name} login password 'secret'`).execute(admin.db)
  url.username = name
  url.password = 'secret'
  await using database = openDatabase({ url: url.href })
  await select(database)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(admin.db)

  await vi.waitFor(() => sql.raw(spoil(name)).execute(admin.db))
  await vi.waitFor(() => expect(select(database)).rejects.toSatisfy(error => isOutage(error) && isRefusedLogin(error)))
  await sql.raw(mend(name)).execute(admin.db)

  expect((await select(database)).rows).toEqual([{ one: 1 }])
})

test.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
  'a certificate that is not trusted any more (%s) is an outage',
  code => {
    expect(isOutage(Object.assign(new Error('certificate'), { code }))).toBe(true)
  },
)

test('an error in a statement is not an outage', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })

  for (const text of ['selec 1', 'select * from nowhere', 'select 1/0']) {
    await expect(sql.raw(text).execute(database.db)).rejects.not.toSatisfy(isOutage)
  }
})

test('a statement with too many parameters is not an outage, and the connection stays usable', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')), connections: 1 })

  for (const count of [65_536, 70_000]) {
    const statement = sql`values ${sql.join(Array.from({ length: count }, (_, nth) => sql`(${nth})`))}`
    await expect(statement.execute(database.db)).rejects.toSatisfy(
      error => !isOutage(error) && Object(error).code === '08P01',
    )
    expect((await select(database)).rows).toEqual([{ one: 1 }])
  }
})

// PgBouncer has no other code, and sends only severity, code and message.
test('an error with the same code from a connection pooler is an outage', () => {
  const message = 'server closed the connection unexpectedly'
  expect(isConnectionLost(Object.assign(new Error(message), { severity: 'FATAL', code: '08P01' }))).toBe(true)
})

test('two transactions in a deadlock both complete', async () => {
  await using database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  await sql`create table pair (id integer primary key, n integer not null)`.execute(database.db)
  await sql`insert into pair values (1, 0), (2, 0)`.execute(database.db)
  let begun = 0
  const raise = (first: number, second: number) =>
    database.transaction(async tx => {
      await sql`update pair set n = n + 1 where id = ${first}`.execute(tx)
      begun++
      // Both lock their first row before either requests its second.
      await vi.waitFor(() => expect(begun).toBeGreaterThanOrEqual(2), { interval: 5, timeout: 10_000 })
      await sql`update pair set n = n + 1 where id = ${second}`.execute(tx)
    })

  await Promise.all([raise(1, 2), raise(2, 1)])

  // At least one of them was retried, and may have been in a deadlock again.
  expect(begun).toBeGreaterThanOrEqual(3)
  expect((await sql`select n from pair`.execute(database.db)).rows).toEqual([{ n: 2 }, { n: 2 }])
})
