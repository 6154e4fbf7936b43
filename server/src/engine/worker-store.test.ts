import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import { findWorkersOn, forgetSilentWorkers, recordBeat } from './worker-store.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => emptyTables(database.db, 'worker_heartbeats'))

const identity = { machine: 'here', process: '1:2' }
const beat = (workerId: string) => recordBeat(database.db, { workerId, identity, leaseMs: 30_000 })
const silentFor = (workerId: string, seconds: number) =>
  sql`update worker_heartbeats set seen_at = now() - make_interval(secs => ${seconds}) where worker_id = ${workerId}`.execute(
    database.db,
  )
const forget = () => database.transaction(tx => forgetSilentWorkers(tx, 30_000))

test('a heartbeat is steady only if the previous one was within the lease', async () => {
  expect(await beat('a')).toBe(false)
  expect(await beat('a')).toBe(true)

  await silentFor('a', 31)

  expect(await beat('a')).toBe(false)
  expect(await beat('a')).toBe(true)
})

test('a worker whose last heartbeat is older than the lease is forgotten, once', async () => {
  await beat('a')
  await beat('b')
  await silentFor('a', 31)
  await silentFor('b', 29)

  expect(await forget()).toEqual(['a'])
  expect(await forget()).toEqual([])
  expect(await findWorkersOn(database.db, 'here')).toEqual([{ worker_id: 'b', process: '1:2' }])
})

test('a worker that sends a heartbeat at the moment of being forgotten is kept', async () => {
  await beat('a')
  await silentFor('a', 31)

  await database.transaction(async tx => {
    await recordBeat(tx, { workerId: 'a', identity, leaseMs: 30_000 })
    expect(await forget()).toEqual([])
  })
})
