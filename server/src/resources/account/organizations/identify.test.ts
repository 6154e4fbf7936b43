import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { createOrganization } from './create.ts'
import { callerFinder, callerIdentifier, keyCacheMs } from './identify.ts'
import { readKeys, revokeKey } from './keys.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

test('a slow look-up is cached no longer than a fast one', async () => {
  const now = new Date()
  const { id, liveKey } = await database.transaction(tx => createOrganization(tx, now, { name: 'Slow', plan: 'free' }))
  const [key] = (await readKeys(database.db, id)).filter(one => one.mode === 'live')
  let ms = 0
  const identify = callerIdentifier(callerFinder(database.db), () => ms)

  const looking = identify(liveKey)
  ms = keyCacheMs / 2
  expect(await looking).toBeDefined()
  await database.transaction(tx => revokeKey(tx, now, key?.id ?? ''))
  ms = keyCacheMs

  expect(await identify(liveKey)).toBeUndefined()
})
