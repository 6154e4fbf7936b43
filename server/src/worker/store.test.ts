import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import { findPoolsOn, recordBeat, takeSilentPools } from './store.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => sql`truncate worker_heartbeats`.execute(database.db))

const identity = { machine: 'here', process: '1:2' }
const beat = (poolId: string) => recordBeat(database.db, { poolId, identity, leaseMs: 30_000 })
const silentFor = (poolId: string, seconds: number) =>
  sql`update worker_heartbeats set seen_at = now() - make_interval(secs => ${seconds}) where pool_id = ${poolId}`.execute(
    database.db,
  )
const takeSilent = () => database.transaction(tx => takeSilentPools(tx, 30_000))

test('a beat is steady only after one within the lease', async () => {
  expect(await beat('a')).toBe(false)
  expect(await beat('a')).toBe(true)

  await silentFor('a', 31)

  expect(await beat('a')).toBe(false)
  expect(await beat('a')).toBe(true)
})

test('a pool is silent when its last beat is older than the lease, and is taken once', async () => {
  await beat('a')
  await beat('b')
  await silentFor('a', 31)
  await silentFor('b', 29)

  expect(await takeSilent()).toEqual(['a'])
  expect(await takeSilent()).toEqual([])
  expect(await findPoolsOn(database.db, 'here')).toEqual([{ pool_id: 'b', process: '1:2' }])
})

test('a pool that beats at the moment of being taken is left alone', async () => {
  await beat('a')
  await silentFor('a', 31)

  await database.transaction(async tx => {
    await recordBeat(tx, { poolId: 'a', identity, leaseMs: 30_000 })
    expect(await takeSilent()).toEqual([])
  })
})
