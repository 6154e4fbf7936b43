import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { parseConfig } from '#setup/config.ts'
import { freePort } from '../../../sinks/free-port.ts'
import { createTestDatabase, openTestDatabase } from '../../testing/postgres.ts'
import { findDatabase, migrateAll, retryOnTimeout } from './prepare.ts'

test('when other work holds all connections past the timeout, a start waits and does not fail', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const busy = database.beside(1)
  const held = busy.transaction(() => pause(2_000))

  await expect(readInstanceSecret(busy.db)).rejects.toThrow('timeout exceeded')
  expect(await retryOnTimeout(() => readInstanceSecret(busy.db))).toBeInstanceOf(Buffer)

  await held
})

test('a start waits for a database that does not answer at first', async () => {
  const url = new URL(await createTestDatabase(inject('clusterUrl')))
  const { hostname, port } = url
  let isSilent = true
  const wire = createServer(socket => {
    socket.on('error', () => {})
    if (isSilent) return
    const behind = connect(Number(port), hostname).on('error', () => {})
    socket.pipe(behind).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(wire, 'listening')
  // `as`: it listens on a port.
  url.port = String((wire.address() as AddressInfo).port)
  setTimeout(() => {
    isSilent = false
  }, 500)

  const address = await findDatabase(parseConfig({ DATABASE_URL: url.href }), url.href)
  wire.close()

  expect(address).toMatchObject({ url: url.href, pooling: 'none' })
})

test('a refused connection is not retried', async () => {
  await using database = openDatabase({ url: `postgres://nobody@127.0.0.1:${await freePort()}/nothing` })
  let asked = 0

  await expect(
    retryOnTimeout(() => {
      asked++
      return readInstanceSecret(database.db)
    }),
  ).rejects.toThrow('ECONNREFUSED')

  expect(asked).toBe(1)
})

test('a migration of a read-only database says why, and what to do', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using admin = openDatabase({ url: inject('clusterUrl') })
  await admin.pool.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
  await using database = openDatabase({ url })

  await expect(migrateAll(database)).rejects.toThrow(/^The database is read-only: .* Use the address of the primary/)
})

test('an account that does not own its database is told how to become the owner', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  const own = new URL(url)
  await using owner = openDatabase({ url })
  // As for the public schema of every new database.
  await owner.pool.query('drop schema public cascade; create schema public authorization pg_database_owner')
  await owner.pool.query('grant usage on schema public to public')
  const [name, role] = [own.pathname.slice(1), `guest_${process.pid}`]
  await owner.pool.query(`create role ${role} login password 'guest'`)
  own.username = role
  own.password = 'guest'
  await using guest = openDatabase({ url: own.href })

  await expect(migrateAll(guest)).rejects.toThrow(
    `The account ${role} is not allowed to create or change tables in the database ${name}: permission denied for schema public. Make it the owner: ALTER DATABASE ${name} OWNER TO ${role};`,
  )

  await owner.pool.query(`alter database ${name} owner to ${role}`)
  expect(await migrateAll(guest)).not.toEqual([])
})
