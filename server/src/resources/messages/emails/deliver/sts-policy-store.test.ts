import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import type { KnownPolicy } from '#transports/sts-policy.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { policyStore } from './sts-policy-store.ts'

const database = await openTestDatabase(inject('clusterUrl'))
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => void (await database.db.deleteFrom('sts_policies').execute()))

const shelf = policyStore(database.db)
const known = (id: string, hours: number): KnownPolicy => ({
  id,
  policy: { mode: 'enforce', hosts: ['mx.example.com', '*.example.net'], maxAgeMs: 86_400_000 },
  until: Date.now() + hours * 3_600_000,
})

test('the newest policy of a domain is found unchanged', async () => {
  const newest = known('2', 2)
  await shelf.keep('example.com', known('1', 1))
  await shelf.keep('example.com', newest)

  expect(await shelf.find('example.com')).toEqual(newest)
  expect(await shelf.find('example.org')).toBeUndefined()
})

test('storing a policy deletes expired ones', async () => {
  await shelf.keep('old.example', known('1', -1))
  await shelf.keep('example.com', known('1', 1))

  const rows = await database.db.selectFrom('sts_policies').select('domain').execute()
  expect(rows).toEqual([{ domain: 'example.com' }])
})
