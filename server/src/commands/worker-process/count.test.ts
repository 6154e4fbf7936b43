import { expect, test } from 'vitest'
import { workerCount } from './count.ts'

test.each([
  ['several cores', { workers: null, databaseConnections: null }, 2, 1],
  ['one core', { workers: null, databaseConnections: null }, 1, 0],
  ['limited connections', { workers: null, databaseConnections: 20 }, 8, 0],
  ['a number that is set, whatever the machine', { workers: 3, databaseConnections: 20 }, 1, 3],
  ['none that are asked for', { workers: 0, databaseConnections: null }, 8, 0],
])('%s', (_, settings, cores, expected) => {
  expect(workerCount(settings, cores)).toBe(expected)
})
