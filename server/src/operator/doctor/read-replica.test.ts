import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { parseConfig } from '#setup/config.ts'
import { freePort } from '../../../../sinks/free-port.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../testing/replica.ts'
import { checkReadReplica } from './read-replica.ts'

let servers: ReplicatedPostgres
beforeAll(async () => {
  servers = await startReplicatedPostgres()
}, 60_000)
afterAll(() => servers?.[Symbol.asyncDispose]())

const visit = (readUrl: string) => {
  const { url } = servers.primary
  return checkReadReplica(parseConfig({ DATABASE_URL: url, DATABASE_READ_URL: readUrl }), { url })
}

test('a replica that keeps up is fine, and without one there is nothing to check', async () => {
  await expect.poll(() => visit(servers.replica.url), { timeout: 10_000 }).toMatchObject([{ status: 'ok' }])
  expect(await visit('')).toEqual([])
})

test('a replica that falls behind is a warning', async () => {
  await using replica = openDatabase({ url: servers.replica.url, connections: 1 })
  await using primary = openDatabase({ url: servers.primary.url, connections: 1 })
  await sql`select pg_wal_replay_pause()`.execute(replica.db)
  await sql`create table later (one int)`.execute(primary.db)

  const found = await visit(servers.replica.url)
  await sql`select pg_wal_replay_resume()`.execute(replica.db)

  expect(found).toMatchObject([
    {
      status: 'warning',
      message: expect.stringContaining('behind'),
      advice: expect.stringContaining('pg_stat_replication'),
    },
  ])
})

test('a replica that is away is a warning, because the primary does its work', async () => {
  const port = await freePort()

  expect(await visit(Object.assign(new URL(servers.replica.url), { port }).href)).toMatchObject([
    { status: 'warning', message: expect.stringContaining('Until it is back, reads go to the primary.') },
  ])
})

test('a server that is no replica, or does not know us, is an error, because no process starts with it', async () => {
  const wrongPassword = Object.assign(new URL(servers.replica.url), { password: 'wrong', username: 'nobody' }).href

  expect(await visit(servers.primary.url)).toMatchObject([
    { status: 'error', message: expect.stringContaining('a server that is not a replica') },
  ])
  expect(await visit(wrongPassword)).toMatchObject([
    { status: 'error', advice: 'Check user, password and database name in DATABASE_READ_URL.' },
  ])
})
