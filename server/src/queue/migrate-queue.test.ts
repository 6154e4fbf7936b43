import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { enqueue } from './enqueue.ts'
import { migrateQueue } from './migrate-queue.ts'

test('any number of processes may migrate the queue at once, and again', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url, connections: 20 })
  await sql`drop schema graphile_worker cascade`.execute(database.db)

  await Promise.all(Array.from({ length: 8 }, () => migrateQueue(database.pool)))
  await migrateQueue(database.pool)

  await database.transaction(tx => enqueue(tx, [{ task: 'any', payload: {} }]))
  const { rows } = await sql<{ count: string }>`select count(*) from graphile_worker.jobs`.execute(database.db)
  expect(rows).toEqual([{ count: '1' }])
})
