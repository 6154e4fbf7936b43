import { expect, test } from 'vitest'
import { databaseOptions, defaultConnections, maxOfProcess, minConnections, poolsOf, type Role } from './connections.ts'

const roles: readonly Role[] = ['start', 'api', 'worker']

test.each(roles)('%s divides any number of connections, and every pool has at least one', role => {
  const fixed = defaultConnections(role) - Object.values(poolsOf(role, null)).reduce((sum, size) => sum + size)
  for (let max = minConnections; max <= 500; max++) {
    const pools = poolsOf(role, max)
    expect(Object.values(pools).reduce((sum, size) => sum + size) + fixed, `${max}`).toBe(max)
    expect(pools.connections, `${max}`).toBeGreaterThan(0)
    expect(pools.slowReads, `${max}`).toBeGreaterThan(0)
    if (role !== 'worker') expect(Math.min(pools.sending, pools.lookUps), `${max}`).toBeGreaterThan(0)
  }
  expect(poolsOf(role, defaultConnections(role))).toEqual(poolsOf(role, null))
})

test('the name of a connection tells its process and how many it may open', () => {
  expect(maxOfProcess(databaseOptions('worker', 40).name ?? '')).toBe(40)
  expect(maxOfProcess(databaseOptions('api', null).name ?? '')).toBe(defaultConnections('api'))
  for (const other of ['posthorn', 'posthorn listener', 'psql', 'posthorn api x 00000000'])
    expect(maxOfProcess(other), other).toBeUndefined()
})
