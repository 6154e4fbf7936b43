import { expect, inject, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { databaseOptions } from '#setup/connections.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { judgeConnections } from './connections.ts'
import { countConnections } from './store.ts'

const name = (role: 'api' | 'worker', max: number) => databaseOptions(role, max).name ?? ''

test('the connections of all processes are compared with those that PostgreSQL has', () => {
  const names = [name('api', 40), name('api', 40), name('worker', 20), 'posthorn listener']

  expect(judgeConnections({ available: 100, others: 0, names })).toMatchObject({
    status: 'ok',
    message: '3 processes of Posthorn may open 100, other programs hold 0, and PostgreSQL allows 100.',
  })
  expect(judgeConnections({ available: 100, others: 1, names })).toMatchObject({
    status: 'warning',
    advice: expect.stringMatching(/max_connections.*POSTHORN_DATABASE_CONNECTIONS/),
  })
})

test('a process is counted once, with the connections that it may open', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  const options = databaseOptions('worker', 77)
  await using process = openDatabase({ ...options, url })
  await Promise.all([process.pool.query('select pg_sleep(0.1)'), process.pool.query('select pg_sleep(0.1)')])

  await using doctor = openDatabase({ url, connections: 1 })
  const { names, available } = await countConnections(doctor.db)

  expect(names.filter(one => one === options.name)).toEqual([options.name])
  expect(available).toBeGreaterThan(20)
})
